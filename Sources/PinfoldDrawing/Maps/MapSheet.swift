import Pinfold

/// The sheet of a map: the screen positions of world positions, as often as they are seen.
struct MapSheet {
  let view: ProjectedView
  var width: Double { view.viewport.width }
  var height: Double { view.viewport.height }

  init(_ view: ProjectedView) { self.view = view }

  /// A world so small that it would be repeated more often than this is drawn once.
  static let mostTurns = 64.0

  /// Calls `body` with each screen position at which something around a world position is seen.
  ///
  /// - Parameters:
  ///   - position: the position around which something is drawn.
  ///   - reach: its largest distance from the position, in screen points.
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
    var turn = ((-east - x) / world).rounded(.up)
    let last = ((width - west - x) / world).rounded(.down)
    while turn <= last {
      body(x + turn * world)
      turn += 1
    }
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
