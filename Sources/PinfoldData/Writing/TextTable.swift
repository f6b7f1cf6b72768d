/// A table for terminals: columns aligned by their width on screen, numbers to the right.
package struct TextTable: Sendable {
  private let header: [String]
  private var rows: [[String]] = []

  /// Creates a table without rows; an empty header is none.
  package init(header: [String] = []) { self.header = header }

  /// Adds a row; missing fields at its end are empty.
  package mutating func row(_ cells: [String]) { rows.append(cells) }

  /// The table's lines, without blanks at their ends. Columns of numbers (or empty fields and dashes) are
  /// aligned to the right.
  package var text: String { text { _ in } }

  /// The table's lines; `check` is called with the number of bytes so far, and may throw.
  package func text(checking check: (Int) throws -> Void) rethrows -> String {
    if let width = Self.screenWidth {
      return Self.$screenWidth.withValue(nil) { fitted(to: width) }
    }
    let columns = try columns(checking: check)
    var result = ""
    for row in all {
      try check(result.utf8.count)
      var line = columns.aligned(row).joined(separator: "  ")
      while line.utf8.last == .space { line.removeLast() }
      result += line + "\n"
    }
    return result
  }

  /// The table with lines around it and below its header.
  package var box: String {
    let columns = columns { _ in }
    func rule(_ left: String, _ middle: String, _ right: String) -> String {
      left + columns.widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
        + "\n"
    }
    var result = rule("┌", "┬", "┐")
    for (position, row) in all.enumerated() {
      result += "│ " + columns.aligned(row).joined(separator: " │ ") + " │\n"
      if position == 0, !header.isEmpty { result += rule("├", "┼", "┤") }
    }
    return result + rule("└", "┴", "┘")
  }

  /// The columns of the screen that tables are shown on, which keep within them; nil for tables as wide as
  /// their cells.
  @TaskLocal package static var screenWidth: Int?

  /// The table within a width of the screen; see ``FittedTable``. Without a header, the last column is broken
  /// into lines instead.
  private func fitted(to width: Int) -> String {
    guard header.isEmpty else { return FittedTable.text(header: header, rows: rows, width: width) }
    let columns = columns { _ in }
    let indent = (columns.widths.dropLast().map { $0 + 2 }).reduce(0, +)
    guard indent + 20 <= width else { return text }
    return rows.map { row in
      let cells = columns.aligned(row)
      let last = row.count == cells.count ? row.last ?? "" : ""
      let lines = FittedTable.wrap(last, to: width, indent: String(repeating: " ", count: indent))
      let head = cells.dropLast().map { $0 + "  " }.joined()
      // A cell with blanks of its own that fits stays as it is.
      let isWide = indent + Self.width(last) > width
      var line = isWide ? head + lines.dropFirst(indent).dropLast() : cells.joined(separator: "  ")
      while line.utf8.last == .space { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private var all: [[String]] { (header.isEmpty ? [] : [header]) + rows }

  /// The widths of the columns, and which are aligned to the right.
  private struct Columns {
    var widths: [Int]
    var areNumeric: [Bool]

    func aligned(_ row: [String]) -> [String] {
      widths.indices.map { column in
        let cell = row.indices.contains(column) ? row[column] : ""
        let padding = String(repeating: " ", count: widths[column] - TextTable.width(cell))
        return areNumeric[column] ? padding + cell : cell + padding
      }
    }
  }

  private func columns(checking check: (Int) throws -> Void) rethrows -> Columns {
    let all = all
    let count = all.map(\.count).max() ?? 0
    var widths = [Int](repeating: 0, count: count)
    // Whether all fields so far are numbers; nil before the first.
    var numeric = [Bool?](repeating: nil, count: count)
    for (position, row) in all.enumerated() {
      try check(0)
      let isHeader = position == 0 && !header.isEmpty
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], Self.width(cell))
        if isHeader || cell.isEmpty || cell == "-" || numeric[column] == false { continue }
        numeric[column] = Self.isNumber(cell)
      }
    }
    return Columns(widths: widths, areNumeric: numeric.map { $0 == true })
  }

  // Thousands separators, percent signs and the like may stand around them: the test is for digits and no
  // letters.
  private static func isNumber(_ cell: String) -> Bool {
    cell.unicodeScalars.contains { $0.properties.numericType == .decimal }
      && cell.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0 == "e" }
  }

  /// The columns that a text takes on a terminal: none for combining marks, two for East Asian wide
  /// characters and emoji.
  package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if first.properties.isEmojiPresentation { return 2 }
    if character.unicodeScalars.contains("\u{FE0F}") && first.properties.isEmoji && !first.isASCII {
      return 2
    }
    return wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  // The wide and fullwidth blocks of Unicode's EastAsianWidth.txt.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
