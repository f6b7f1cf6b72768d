import Pinfold

/// The bottom of a map: the world, on the globe its sea and land, and shapes of the user's.
struct WorldLayer {
  private let sheet: UprightSheet
  private let square: WorldSquare

  init(_ sheet: UprightSheet) {
    self.sheet = sheet
    square = WorldSquare(sheet.view)
  }

  /// Draws the world, which ends at the limits of Web Mercator as the plane does not, and what lies on it.
  func draw(ground hasGround: Bool, _ shapes: [MapShapes], to svg: inout SVGWriter) {
    draw("world", to: &svg)
    if hasGround { drawGround(to: &svg) }
    guard !shapes.isEmpty else { return }
    sheet.draw(to: &svg) { svg in
      for one in shapes { ShapeLayer(shapes: one, square: square).draw(to: &svg) }
    }
  }

  /// The ground fades where it is too coarse: then there is no sea, and all of the world looks like land.
  private func drawGround(to svg: inout SVGWriter) {
    let zoom = sheet.viewport.standardZoom
    let ground = GroundLayer(square, fromZoom: zoom)
    let opacity = ground.opacity(atZoom: zoom)
    guard square.projection.wraps, opacity > 0 else { return }
    let shown: SVGWriter.Value = .text(opacity < 1 ? opacity.short : "")
    draw("sea", opacity: shown, to: &svg)
    sheet.draw(to: &svg) { ground.draw(fading: ["opacity": shown], to: &$0) }
  }

  private func draw(_ look: SVGWriter.Value, opacity: SVGWriter.Value = "", to svg: inout SVGWriter) {
    let (north, south) = sheet.span
    sheet.draw(to: &svg) { svg in
      svg.element(
        "rect",
        [
          "class": look, "y": .number(north), "width": .number(sheet.viewport.width),
          "height": .number(south - north), "opacity": opacity,
        ])
    }
  }
}

/// The world's square on a sheet; the globe repeats it to the sides.
struct WorldSquare {
  let projection: Projection
  let corner: ScreenPosition
  let side: Double
  let box: ScreenBox
}

extension WorldSquare {
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

  /// On the globe a longitude past ±180° lies beside the square.
  func position(of coordinate: Coordinate) -> ScreenPosition {
    let unit = Self.unit(of: coordinate, on: projection)
    return ScreenPosition(x: corner.x + unit.x * side, y: corner.y + unit.y * side)
  }

  /// The position on a square of side 1; on the globe a longitude past ±180° lies beside it.
  static func unit(of coordinate: Coordinate, on projection: Projection) -> (x: Double, y: Double) {
    switch projection {
    case .mercator:
      (coordinate.longitude / 360 + 0.5, Double(projection.project(coordinate).y) / WorldPoint.worldSize)
    case .planar(let extent):
      (
        (coordinate.longitude - extent.minX) / extent.side,
        1 - (coordinate.latitude - extent.minY) / extent.side
      )
    }
  }

  /// Calls `body` with each shift at which something that reaches from `west` to `east` is seen; a world that
  /// would be seen too often is drawn once.
  func forEachTurn(west: Double, east: Double, _ body: (Double) -> Void) {
    guard projection.wraps, box.high.x - box.low.x <= side * MapSheet.mostTurns else { return body(0) }
    let first = ((box.low.x - east) / side).rounded(.up)
    let last = ((box.high.x - west) / side).rounded(.down)
    for turn in stride(from: first, through: last, by: 1) { body(turn * side) }
  }
}
