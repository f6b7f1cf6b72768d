import Pinfold

/// What lies under everything else: the world, on the globe its land, and shapes of the user's.
struct WorldLayer {
  private let sheet: UprightSheet
  private let square: WorldSquare

  init(_ sheet: UprightSheet) {
    self.sheet = sheet
    square = WorldSquare(sheet.view)
  }

  /// The world itself, which ends where Web Mercator does; the plane goes on.
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

  /// The land; it fades where a tenth of a degree is more than a few screen points.
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

  /// Shapes of the user's.
  func draw(_ shapes: [MapShapes], to svg: inout SVGWriter) {
    guard !shapes.isEmpty else { return }
    sheet.draw(to: &svg) { svg in for one in shapes { ShapeLayer(one, on: square).draw(to: &svg) } }
  }

  /// The opacity of the land: all of it up to zoom 6, none from zoom 9 on.
  static func opacity(atZoom zoom: Double) -> Double { max(0, min((9 - zoom) / 3, 1)) }
}
