import Pinfold

/// The bottom of a map: the world, on the globe its land, and shapes of the user's.
struct WorldLayer {
  private let sheet: UprightSheet
  private let square: WorldSquare

  init(_ sheet: UprightSheet) {
    self.sheet = sheet
    square = WorldSquare(sheet.view)
  }

  /// The world ends where Web Mercator does; the plane goes on.
  func drawWorld(to svg: inout SVGWriter) {
    let (north, south) = sheet.span
    sheet.draw(to: &svg) { svg in
      svg.element(
        "rect",
        [
          "class": "world", "y": .number(north), "width": .number(sheet.viewport.width),
          "height": .number(south - north),
        ])
    }
  }

  /// The land fades where a tenth of a degree is more than a few screen points.
  func drawLand(to svg: inout SVGWriter) {
    let opacity = Self.opacity(atZoom: sheet.viewport.standardZoom)
    guard opacity > 0 else { return }
    sheet.draw(to: &svg) { Self.drawLand(on: square, opacity: opacity, to: &$0) }
  }

  /// The land on the world's square, as often as it is seen; none on the plane.
  static func drawLand(on square: WorldSquare, opacity: Double, to svg: inout SVGWriter) {
    guard square.projection.wraps else { return }
    let scale = (square.side / Land.side * 1e7).rounded() / 1e7
    svg.usesLand = true
    square.forEachTurn(west: square.corner.x, east: square.corner.x + square.side) { shift in
      let (x, y) = (SVGWriter.number(square.corner.x + shift), SVGWriter.number(square.corner.y))
      svg.element(
        "use",
        [
          "class": "land", "href": .text("#\(Picture.landID)"),
          "transform": .text("translate(\(x) \(y)) scale(\(scale))"), "opacity": .number(opacity),
        ])
    }
  }

  func draw(_ shapes: [MapShapes], to svg: inout SVGWriter) {
    guard !shapes.isEmpty else { return }
    sheet.draw(to: &svg) { svg in for one in shapes { ShapeLayer(shapes: one, square: square).draw(to: &svg) }
    }
  }

  /// All of the land up to zoom 6, none from zoom 9 on.
  static func opacity(atZoom zoom: Double) -> Double { max(0, min((9 - zoom) / 3, 1)) }
}

/// The world's square on a sheet, beside which the globe repeats it.
struct WorldSquare {
  let projection: Projection
  let corner: ScreenPosition
  let side: Double
  let box: ScreenBox

  init(projection: Projection, corner: ScreenPosition, side: Double, box: ScreenBox) {
    (self.projection, self.corner, self.side, self.box) = (projection, corner, side, box)
  }

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

  /// Calls `body` with each shift at which something that reaches from `west` to `east` is seen; a world that
  /// would be seen too often is drawn once.
  func forEachTurn(west: Double, east: Double, _ body: (Double) -> Void) {
    guard projection.wraps, box.high.x - box.low.x <= side * MapSheet.mostTurns else { return body(0) }
    let first = ((box.low.x - east) / side).rounded(.up)
    let last = ((box.high.x - west) / side).rounded(.down)
    for turn in stride(from: first, through: last, by: 1) { body(turn * side) }
  }
}
