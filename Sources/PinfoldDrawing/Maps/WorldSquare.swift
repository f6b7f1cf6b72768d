import Pinfold

/// The world's square on a sheet, beside which the globe repeats it.
struct WorldSquare {
  let projection: Projection

  /// The north-west corner.
  let corner: ScreenPosition

  /// The side, in screen points.
  let side: Double

  /// What can be seen.
  let box: ScreenBox

  init(projection: Projection, corner: ScreenPosition, side: Double, box: ScreenBox) {
    (self.projection, self.corner, self.side, self.box) = (projection, corner, side, box)
  }

  /// The square of an upright view.
  init(_ view: ProjectedView) {
    let side = view.viewport.worldWidth
    let middle = view.screenPosition(of: view.center)
    self.init(
      projection: view.projection,
      corner: ScreenPosition(
        x: middle.x - Double(view.center.x) / WorldPoint.worldSize * side,
        y: middle.y - Double(view.center.y) / WorldPoint.worldSize * side),
      side: side, box: ScreenBox(around: MapSheet(view)))
  }

  /// The position of a coordinate; on the globe a longitude past ±180° lies beside the square.
  func position(of coordinate: Coordinate) -> ScreenPosition {
    let unit: (x: Double, y: Double) =
      switch projection {
      case .mercator:
        (
          coordinate.longitude / 360 + 0.5,
          Double(projection.project(coordinate).y) / WorldPoint.worldSize
        )
      case .planar(let extent):
        (
          (coordinate.longitude - extent.minX) / extent.side,
          1 - (coordinate.latitude - extent.minY) / extent.side
        )
      }
    return ScreenPosition(x: corner.x + unit.x * side, y: corner.y + unit.y * side)
  }

  /// Calls `body` with each shift at which something that reaches from `west` to `east` is seen; a world so
  /// small that it would be seen too often is drawn once.
  func forEachTurn(west: Double, east: Double, _ body: (Double) -> Void) {
    guard projection.wraps, box.high.x - box.low.x <= side * MapSheet.mostTurns else { return body(0) }
    var turn = ((box.low.x - east) / side).rounded(.up)
    let last = ((box.high.x - west) / side).rounded(.down)
    while turn <= last {
      body(turn * side)
      turn += 1
    }
  }
}
