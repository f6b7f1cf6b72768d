import Pinfold

/// What lies under everything else: the world, and on the globe its land.
struct WorldLayer {
  private let sheet: UprightSheet

  init(_ sheet: UprightSheet) { self.sheet = sheet }

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

  /// The land, as often as it is seen; it fades where a tenth of a degree is more than a few screen points.
  func drawLand(to svg: inout SVGWriter) {
    let (view, world) = (sheet.view, sheet.viewport.worldWidth)
    let opacity = Self.opacity(atZoom: sheet.viewport.standardZoom)
    guard view.projection.wraps, opacity > 0 else { return }
    let x = sheet.viewport.width / 2 - Double(view.center.x) / WorldPoint.worldSize * world
    let y = view.screenPosition(of: WorldPoint(x: view.center.x, y: 0)).y
    let scale = (world / Land.side * 1e7).rounded() / 1e7
    svg.usesLand = true
    sheet.draw(to: &svg) { svg in
      MapSheet(view).forEachTurn(of: x, west: 0, east: world) { x in
        let transform = "translate(\(SVGWriter.number(x)) \(SVGWriter.number(y))) scale(\(scale))"
        svg.element(
          "use",
          [
            "class": "land", "href": .text("#\(Picture.landID)"), "transform": .text(transform),
            "opacity": .number(opacity),
          ])
      }
    }
  }

  /// The opacity of the land: all of it up to zoom 6, none from zoom 9 on.
  static func opacity(atZoom zoom: Double) -> Double { max(0, min((9 - zoom) / 3, 1)) }
}
