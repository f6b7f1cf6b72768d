import PinfoldDrawing

/// Writes a report as Markdown, its figures by name.
struct MarkdownReport {
  private(set) var text: String

  /// - Parameter figures: the folder of the figures' files; nil where none are written.
  init(title: String, note: String, sections: [ReportSection], figures: String? = nil) {
    text = "# \(Self.escaped(title))\n\n\(Self.escaped(note))\n"
    for section in sections {
      text += "\n## \(Self.escaped(section.title))\n"
      for block in section.blocks { text += "\n" + Self.lines(block, figures) }
    }
  }

  private static func lines(_ block: ReportBlock, _ figures: String?) -> String {
    switch block {
    case .heading(let heading): "### \(escaped(heading))\n"
    case .lead(let paragraph), .paragraph(let paragraph): escaped(paragraph) + "\n"
    case .list(let items): items.map { "- \(escaped($0))\n" }.joined()
    case .table(let table): lines(table)
    case .figure(let figure): lines(figure, figures)
    case .pictures(let pictures):
      escaped(pictures.caption) + "\n"
        + pictures.rows.flatMap { $0.cells.compactMap { $0 } }.map { "\n" + lines($0, figures) }.joined()
    }
  }

  private static func lines(_ figure: ReportFigure, _ folder: String?) -> String {
    guard let folder else { return "Figure: \(escaped(figure.caption))\n" }
    return "![\(escaped(figure.caption))](\(folder)/\(figure.name).svg)\n"
  }

  private static func lines(_ table: ReportTable) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let marks = table.columns.indices.map { column in
      table.rows.contains { $0[column].isNumeric } ? "--:" : "---"
    }
    return escaped(table.caption) + "\n\n" + line(table.columns.map(escaped)) + line(marks)
      + table.rows.map { row in
        line(
          row.map { cell in
            (cell.isBest ? "**\(escaped(cell.text))**" : escaped(cell.text))
              + (cell.note.isEmpty ? "" : " \(escaped(cell.note))")
          })
      }.joined()
  }

  /// The text with its markup escaped, on one line.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.xmlEscaped.replacing("&quot;", with: "\"") {
      if "\\`*_[]|#".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
