import Pinfold

/// The sheet of a map: the screen positions of world positions, one for each visible copy of the world.
struct MapSheet {
  let view: ProjectedView
  var width: Double { view.viewport.width }
  var height: Double { view.viewport.height }

  init(_ view: ProjectedView) { self.view = view }

  /// A world so small that it would be repeated more often than this is drawn once.
  static let mostTurns = 64.0

  /// Calls `body` with each screen position at which something around a world position is seen.
  ///
  /// - Parameter reach: its largest distance from the position, in screen points.
  func forEachPlace(of position: WorldPoint, reach: Double, _ body: (ScreenPosition) -> Void) {
    let (x, y) = view.screenPosition(of: position)
    guard y >= -reach, y <= height + reach else { return }
    forEachTurn(of: x, west: -reach, east: reach) { body(ScreenPosition(x: $0, y: y)) }
  }

  /// Calls `body` with x and its repetitions around the globe at which any part of `x + west` to `x + east`
  /// is seen; a turned view shows the globe once.
  func forEachTurn(of x: Double, west: Double, east: Double, _ body: (Double) -> Void) {
    let world = view.viewport.worldWidth
    guard view.projection.wraps, !view.turn.isTurned, width <= world * Self.mostTurns else {
      if x + east >= 0, x + west <= width { body(x) }
      return
    }
    let (first, last) = (((-east - x) / world).rounded(.up), ((width - west - x) / world).rounded(.down))
    for turn in stride(from: first, through: last, by: 1) { body(x + turn * world) }
  }

  /// The offset of a member from its cluster's marker in screen points, by the short way around the globe.
  func offset(of member: WorldPoint, from marker: WorldPoint) -> ScreenPosition {
    let east =
      view.projection.wraps
      ? Double(member.eastward(from: marker.x)) : Double(member.x) - Double(marker.x)
    let south = Double(member.y) - Double(marker.y)
    let (right, down) = view.onScreen((east, south))
    return ScreenPosition(x: right, y: down)
  }
}

/// The sheet of what is drawn upright and turned as a whole, such as meridians and the coast: that of the
/// view, or the upright box around a turned one.
struct UprightSheet {
  let view: ProjectedView
  var viewport: Viewport { view.viewport }

  let map: Viewport

  var isTurned: Bool { map.bearing != viewport.bearing }

  init(_ view: ProjectedView) {
    map = view.viewport
    self.view = view.upright
  }

  /// The northern and southern end of the visible world; the plane has none.
  var span: (north: Double, south: Double) {
    guard view.projection.wraps else { return (0, viewport.height) }
    func y(_ edge: UInt32) -> Double {
      max(0, min(view.screenPosition(of: WorldPoint(x: view.center.x, y: edge)).y, viewport.height))
    }
    return (y(0), y(.max))
  }

  /// Draws what belongs to the upright box where it lies on the map.
  func draw(to svg: inout SVGWriter, _ draw: (inout SVGWriter) -> Void) {
    guard isTurned else { return draw(&svg) }
    let (x, y) = (SVGWriter.number(map.width / 2), SVGWriter.number(map.height / 2))
    let (west, north) = (
      SVGWriter.number((map.width - viewport.width) / 2), SVGWriter.number((map.height - viewport.height) / 2)
    )
    let turn = "rotate(\(SVGWriter.number(-map.bearing)) \(x) \(y)) translate(\(west) \(north))"
    svg.element("g", ["transform": .text(turn)], draw)
  }
}

extension ProjectedView {
  /// The upright view around what a turned one shows.
  fileprivate var upright: ProjectedView {
    guard turn.isTurned else { return self }
    var viewport = viewport
    let extents = turn.extents(width: viewport.width, height: viewport.height)
    viewport.bearing = 0
    viewport.width = min(extents.width, Viewport.sizeRange.upperBound)
    viewport.height = min(extents.height, Viewport.sizeRange.upperBound)
    do {
      return try ProjectedView(viewport, on: projection)
    } catch {
      preconditionFailure("a view that can be shown turned cannot be shown upright: \(error)")
    }
  }
}
