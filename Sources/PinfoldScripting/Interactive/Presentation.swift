import Lua
import Pinfold
import PinfoldData

/// The form in which a shell shows values.
package struct Presentation {
  /// The form of rows.
  package enum Mode: String, CaseIterable, Sendable {
    /// Aligned, as many rows and columns as go on the screen.
    case table
    /// The same with lines around it.
    case box
    /// All rows as CSV.
    case csv
    /// All rows as JSON.
    case json
    /// All rows as a table in Markdown.
    case md

    var isFitted: Bool { self == .table || self == .box }
  }

  /// The form of rows.
  package var mode = Mode.table

  /// The screen's columns.
  package var width = 80

  /// The most rows of a table.
  package var mostRows = 20

  /// Whether `show` keeps its tables within the screen too.
  package var fitsShow = false

  /// Whether results go where there is room for long lines and many rows, as in a file.
  package var isWhole = false

  /// Draws an SVG text in the terminal; nil where that cannot be done.
  package var picture: ((String) -> String?)?

  package init() {}

  /// The text to print for a value; nil where it has neither rows nor lines nor a picture.
  func text(of value: LuaValue, _ lua: LuaState) throws -> String? {
    if let svg = value.string, svg.hasPrefix("<svg"), mode.isFitted {
      return isWhole ? svg : picture?(svg) ?? Self.note(aboutPictureOf: svg.utf8.count)
    }
    // Text of several lines, as of csv(rows), is shown without quotes and escapes.
    if let text = value.string, text.contains("\n") {
      return (isWhole ? text : text.escapingControls()).endingLine
    }
    guard let table = try ValueTable(value, lua) else { return nil }
    return mode.isFitted ? try shown(table) : try whole(table).escapingControls()
  }

  private func whole(_ table: ValueTable) throws -> String {
    switch mode {
    case .table, .box, .csv:
      var csv = CSVWriter()
      csv.row(table.header)
      for place in 0..<table.count { csv.row(try table.row(place).map(OutputFunctions.exact)) }
      return csv.text
    case .md:
      var text =
        "| \(table.header.joined(separator: " | ")) |\n|\(String(repeating: "---|", count: table.header.count))\n"
      for place in 0..<table.count {
        let cells = try table.row(place).map { Self.markdown(OutputFunctions.exact($0)) }
        text += "| \(cells.joined(separator: " | ")) |\n"
      }
      return text
    case .json: return try json(table)
    }
  }

  private func shown(_ table: ValueTable) throws -> String {
    let (width, mostRows) = isWhole ? (1_000_000, 100_000) : (width, mostRows)
    let summary = table.summary.map { FittedTable.clip($0.escapingControls(), to: width) + "\n" } ?? ""
    if table.count == 0 {
      let names = table.header.joined(separator: ", ").escapingControls()
      return summary.isEmpty ? FittedTable.clip("no rows; columns: \(names)", to: width) + "\n" : summary
    }
    let rows = OutputFunctions.shown(
      rows: try (0..<min(table.count, mostRows)).map { try table.row($0) })
    let text = FittedTable.text(
      header: table.header.map { $0.escapingControls() }, rows: rows, width: width, isBoxed: mode == .box)
    let left = table.count - rows.count
    return summary + text + (left > 0 ? "… \(left) more of \(table.count)\n" : "")
  }

  private func json(_ table: ValueTable) throws -> String {
    let rows = try (0..<table.count).map { try table.row($0) }
    var writer = JSONWriter(indent: 2)
    writer.array { writer in
      for row in rows {
        writer.object { writer in
          for (name, cell) in zip(table.header, row) where !cell.isNil {
            writer.key(name)
            switch cell {
            case .boolean(let flag): writer.value(flag)
            case .integer(let number): writer.value(number)
            case .number(let number): writer.value(number)
            default: writer.value(OutputFunctions.exact(cell))
            }
          }
        }
      }
    }
    return writer.text + "\n"
  }

  private static func markdown(_ cell: String) -> String {
    cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
      .split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: " ")
  }

  private static func note(aboutPictureOf bytes: Int) -> String {
    "an SVG picture, \(max(1, bytes / 1000)) kB; io.open(\"map.svg\", \"w\"):write(_):close() saves it\n"
  }
}

extension String {
  fileprivate var endingLine: String { hasSuffix("\n") || isEmpty ? self : self + "\n" }
}
