/// A table of values by color: the better, the darker.
package struct HeatMatrix: Hashable, Sendable {
  package var title: String
  package var columns: [String]

  /// Each with a cell for each column.
  package var rows: [Row]

  package init(_ title: String, columns: [String], rows: [Row]) {
    precondition(rows.allSatisfy { $0.cells.count == columns.count })
    (self.title, self.columns, self.rows) = (title, columns, rows)
  }

  package struct Row: Hashable, Sendable {
    package var name: String
    package var cells: [Cell]

    package init(_ name: String, _ cells: [Cell]) { (self.name, self.cells) = (name, cells) }
  }

  package struct Cell: Hashable, Sendable {
    package var text: String

    /// 0 for the worst and 1 for the best; nil leaves the field blank.
    package var merit: Double?

    package init(_ text: String, merit: Double?) { (self.text, self.merit) = (text, merit) }
  }

  package var picture: Picture {
    let names = (rows.map(\.name) + [""]).map { Theme.width(of: $0, size: 11) }.max() ?? 0
    let cells = (rows.flatMap { $0.cells.map(\.text) } + columns).map { Theme.width(of: $0, size: 11) }
    let (side, height) = (max(56, (cells.max() ?? 0) + 12), 24.0)
    let (left, top) = (names + 20, 52.0)
    return Picture(
      width: max(left + Double(columns.count) * side, Theme.width(of: title, size: 15)) + 10,
      height: top + Double(rows.count) * height + 10
    ) { svg in
      svg.label(title, "title", x: 8, y: 20)
      for (column, name) in columns.enumerated() {
        let x = left + (Double(column) + 0.5) * side
        svg.label(name, "soft middle", x: x, y: top - 7)
      }
      for (place, row) in rows.enumerated() {
        let y = top + Double(place) * height
        svg.label(row.name, "end", x: left - 8, y: y + 16)
        for (column, cell) in row.cells.enumerated() {
          let x = left + Double(column) * side
          let merit = cell.merit.map { max(0, min($0, 1)) }
          if let merit {
            svg.rect(
              "f0", x: x + 1, y: y + 1, width: side - 2, height: height - 2,
              opacity: .number(0.08 + 0.82 * merit))
          }
          let look = merit.map { $0 > 0.68 } == true ? "on middle" : "middle"
          svg.label(cell.text, look, x: x + side / 2, y: y + height / 2 + 4)
        }
      }
    }
  }
}
