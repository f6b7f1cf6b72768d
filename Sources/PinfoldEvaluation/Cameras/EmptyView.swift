import Pinfold

extension Frame {
  /// A note that no point is in view and where the points are; nil where one is in view, and where there are
  /// none at all.
  ///
  /// - Complexity: O(*n*) for a frame without clusters.
  package var emptyViewNote: String? {
    guard count == 0, points.count > 0,
      !(0..<points.count).contains(where: { view.contains(points.position($0)) })
    else { return nil }
    let projection = points.projection
    let bounds = points.bounds
    let (x, y) = (bounds.west &+ UInt32(bounds.width - 1), bounds.north + UInt32(bounds.height - 1))
    let northWest = projection.unproject(WorldPoint(x: bounds.west, y: bounds.north))
    let southEast = projection.unproject(WorldPoint(x: x, y: y))
    // To a metre on the globe, where positions are rounded; the unit of a plane may be anything.
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
    let note =
      "no point is in view; \(points.count == 1 ? "the only one is" : "all \(points.count) are") "
      + "at \(names.0) \(edges(points.longitude, northWest.longitude, southEast.longitude)), "
      + "\(names.1) \(edges(points.latitude, southEast.latitude, northWest.latitude))"
    let middle = view.viewport.center
    let swapped = Coordinate(longitude: middle.latitude, latitude: middle.longitude)
    guard !projection.wraps || swapped.latitude.magnitude <= 90, bounds.contains(projection.project(swapped))
    else {
      return note
    }
    return note + "; the view's middle looks swapped: \(names.0) comes first, as in \(swapped.text)"
  }
}
