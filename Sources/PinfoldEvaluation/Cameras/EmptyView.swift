import Pinfold

extension Frame {
  /// A note if no point is in view, saying where they are, or if some lie on edges of a box that belong to
  /// the adjacent boxes. Nil if neither is the case.
  package var viewNote: String? { edgeNote ?? emptyViewNote }

  private var edgeNote: String? {
    guard let box = view.viewport.box, view.viewport.clip == .markers else { return nil }
    let closed = box.rect(on: points.projection, closed: true)
    let open = box.rect(on: points.projection, closed: false)
    let missed = (0..<points.count).count { point in
      let position = points.position(point)
      return closed.contains(position) && !open.contains(position)
    }
    guard missed > 0 else { return nil }
    return "\(missed == 1 ? "1 point lies" : "\(missed) points lie") on the east or south edge of the box, "
      + "which belongs to the box beside it; --clip members lists points on every edge"
  }

  private var emptyViewNote: String? {
    guard count == 0, points.count > 0,
      !(0..<points.count).contains(where: { view.contains(points.position($0)) })
    else { return nil }
    let projection = points.projection
    let bounds = points.bounds
    let (x, y) = (bounds.west &+ UInt32(bounds.width - 1), bounds.north + UInt32(bounds.height - 1))
    let northWest = projection.unproject(WorldPoint(x: bounds.west, y: bounds.north))
    let southEast = projection.unproject(WorldPoint(x: x, y: y))
    // To a meter on the globe, where positions are rounded; the unit of a plane may be anything.
    func text(_ number: Double) -> String {
      "\(ParameterValue.number(projection.wraps ? (number * 1e5).rounded() / 1e5 : number))"
    }
    func edges(_ column: [Double], _ low: Double, _ high: Double) -> String {
      projection.wraps ? range(low, high) : range(column.min() ?? low, column.max() ?? high)
    }
    func range(_ low: Double, _ high: Double) -> String {
      text(low) == text(high) ? text(low) : "\(text(low))…\(text(high))"
    }
    let names = projection.wraps ? ("longitude", "latitude") : ("x", "y")
    // From 135° east to 147° west is most of the world, and reads like a strip.
    let isAround = projection.wraps && bounds.width > 3 << 30
    let across =
      isAround
      ? "around the world, at"
      : "at \(names.0) \(edges(points.longitude, northWest.longitude, southEast.longitude)),"
    let note =
      "no point is in view; \(points.count == 1 ? "the only one is" : "all \(points.count) are") \(across) "
      + "\(names.1) \(edges(points.latitude, southEast.latitude, northWest.latitude))"
    let middle = view.viewport.center
    let swapped = Coordinate(longitude: middle.latitude, latitude: middle.longitude)
    guard !projection.wraps || swapped.latitude.magnitude <= 90,
      bounds.contains(projection.project(swapped)), !bounds.contains(projection.project(middle))
    else {
      return note
    }
    return note + "; the view's middle looks swapped: \(names.0) comes first, as in \(swapped.text)"
  }
}
