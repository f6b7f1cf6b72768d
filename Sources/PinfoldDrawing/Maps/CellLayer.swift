import Pinfold

/// The outlines of cells, such as the lines of a grid.
struct CellLayer {
  private let cells: [WorldRect]
  private let sheet: MapSheet

  init(_ cells: [WorldRect], _ sheet: MapSheet) {
    self.cells = cells
    self.sheet = sheet
  }

  /// Draws them as one path; of cells too small to be seen, one in each square of two screen points.
  func draw(to svg: inout SVGWriter) {
    let box = ScreenBox(around: sheet)
    let scale = sheet.view.unitsPerPoint
    var path = SVGPath()
    var seen = Set<Spot>()
    for cell in cells {
      let (halfWidth, halfHeight) = (Double(cell.width) / scale / 2, Double(cell.height) / scale / 2)
      // The middle, because the short way around the globe to a corner need not be the cell's.
      let (x, y) = sheet.view.screenPosition(of: cell.center)
      sheet.forEachTurn(of: x, west: -halfWidth, east: halfWidth) { x in
        if max(halfWidth, halfHeight) < 1, !seen.insert(ScreenPosition(x: x, y: y).spot).inserted { return }
        path.polygon(
          box.cut([
            ScreenPosition(x: x - halfWidth, y: y - halfHeight),
            ScreenPosition(x: x + halfWidth, y: y - halfHeight),
            ScreenPosition(x: x + halfWidth, y: y + halfHeight),
            ScreenPosition(x: x - halfWidth, y: y + halfHeight),
          ]))
      }
    }
    if !path.commands.isEmpty { svg.element("path", ["class": "cell", "d": .text(path.commands)]) }
  }
}
