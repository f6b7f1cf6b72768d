import Pinfold

/// Where world positions lie on the paper, as often as they are seen.
struct MapSheet {
  let view: View

  init(_ view: View) { self.view = view }

  /// Calls `body` with each place of a position on the screen.
  ///
  /// - Parameter reach: how far from the position something is drawn, in screen points.
  func forEachPlace(of position: WorldPoint, reach: Double, _ body: (Double, Double) -> Void) {
    let (x, y) = view.screenPosition(of: position)
    forEachTurn(of: x, reach: reach) { body($0, y) }
  }

  /// Calls `body` with x and its repetitions around the globe that are on the screen.
  func forEachTurn(of x: Double, reach: Double, _ body: (Double) -> Void) {
    let viewport = view.viewport
    guard view.projection.wraps else { return body(x) }
    let world = viewport.worldWidth
    var turn = ((-reach - x) / world).rounded(.up)
    let last = ((viewport.width + reach - x) / world).rounded(.down)
    // A world of a few points would be repeated without end.
    guard last - turn < 64 else { return body(x) }
    while turn <= last {
      body(x + turn * world)
      turn += 1
    }
  }

  /// Where a member lies, by the short way from its cluster's marker.
  func place(of member: WorldPoint, from marker: WorldPoint, at place: (x: Double, y: Double)) -> (
    x: Double, y: Double
  ) {
    let east =
      view.projection.wraps
      ? Double(member.eastward(from: marker.x)) : Double(member.x) - Double(marker.x)
    return (
      place.x + east / view.unitsPerPoint,
      place.y + (Double(member.y) - Double(marker.y)) / view.unitsPerPoint
    )
  }
}
