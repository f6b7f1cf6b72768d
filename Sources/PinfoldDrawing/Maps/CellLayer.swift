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
    var path = SVGPath()
    var seen = Set<Spot>()
    for cell in cells {
      let (halfWidth, halfHeight) = (Double(cell.width) / 2, Double(cell.height) / 2)
      let corners = [
        (-halfWidth, -halfHeight), (halfWidth, -halfHeight), (halfWidth, halfHeight),
        (-halfWidth, halfHeight),
      ].map { sheet.view.onScreen($0) }
      // The same for two corners that lie opposite each other.
      let (right, down) = (
        max(abs(corners[0].right), abs(corners[1].right)), max(abs(corners[0].down), abs(corners[1].down))
      )
      // The middle, because the short way around the globe to a corner need not be the cell's.
      let (x, y) = sheet.view.screenPosition(of: cell.center)
      sheet.forEachTurn(of: x, west: -right, east: right) { x in
        if max(right, down) < 1, !seen.insert(ScreenPosition(x: x, y: y).spot).inserted { return }
        path.polygon(box.cut(corners.map { ScreenPosition(x: x + $0.right, y: y + $0.down) }))
      }
    }
    if !path.commands.isEmpty { svg.element("path", ["class": "cell", "d": .text(path.commands)]) }
  }
}
