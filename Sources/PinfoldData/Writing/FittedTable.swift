/// A table that is no wider than the terminal: long texts are cut, those of the last columns first, then
/// columns left out from the end.
package enum FittedTable {
  private static let leastText = 12

  /// The table's lines; the last one tells what is omitted.
  ///
  /// - Parameter isBoxed: whether to draw lines around it.
  package static func text(
    header: [String], rows: [[String]], width: Int, isBoxed: Bool = false
  ) -> String {
    let count = max(header.count, rows.map(\.count).max() ?? 0)
    let table = rows.map { row in (0..<count).map { row.indices.contains($0) ? row[$0] : "" } }
    let widths = fitted(table, header: header, width: isBoxed ? width - 2 : width, gap: isBoxed ? 3 : 2)
    func cells(_ row: [String]) -> [String] { widths.indices.map { clip(row[$0], to: widths[$0]) } }
    var result = TextTable(header: header.isEmpty ? [] : cells(header))
    for row in table { result.row(cells(row)) }
    let left = header.dropFirst(widths.count)
    return (isBoxed ? result.box : result.text)
      + (left.isEmpty ? "" : clip("… also: \(left.joined(separator: ", "))", to: width) + "\n")
  }

  private static func fitted(_ table: [[String]], header: [String], width: Int, gap: Int) -> [Int] {
    let count = max(header.count, table.first?.count ?? 0)
    var widths = (0..<count).map { column in
      max(
        header.isEmpty ? 0 : TextTable.width(header[column]),
        table.map { TextTable.width($0[column]) }.max() ?? 0)
    }
    let isText = (0..<count).map { !isNumeric(table, $0) }
    func excess() -> Int { widths.reduce(0, +) + gap * (widths.count - 1) - width }
    for column in widths.indices.reversed() where isText[column] && excess() > 0 {
      widths[column] = max(min(leastText, widths[column]), widths[column] - excess())
    }
    while excess() > 0, widths.count > 1 { widths.removeLast() }
    if excess() > 0 { widths[0] = max(1, width) }
    return widths
  }

  private static func isNumeric(_ rows: [[String]], _ column: Int) -> Bool {
    rows.allSatisfy { $0[column].isEmpty || Double($0[column]) != nil }
  }

  /// A text cut to so many columns on the screen, in one line.
  package static func clip(_ text: String, to width: Int) -> String {
    let line = text.contains { $0.isNewline } ? String(text.map { $0.isNewline ? " " : $0 }) : text
    guard TextTable.width(line) > width else { return line }
    var result = ""
    var used = 1
    for character in line {
      used += TextTable.width(String(character))
      if used > width { break }
      result.append(character)
    }
    return result + "…"
  }

  /// A text in lines of at most `width` columns, broken at blanks, each begun by an indent.
  package static func wrap(_ text: String, to width: Int, indent: String) -> String {
    var lines = ""
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty,
        TextTable.width(indent) + TextTable.width(line) + 1 + TextTable.width(String(word)) > width
      {
        lines += indent + line + "\n"
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + indent + line + "\n"
  }

  /// Names with their explanations next to them, or below them on a narrow terminal.
  package static func definitions(_ rows: [(name: String, text: String)], width: Int) -> String {
    let first = (rows.map { TextTable.width($0.name) }.max() ?? 0) + 2
    guard width >= first + 30 else {
      return rows.map { "\($0.name)\n" + wrap($0.text, to: width, indent: "    ") }.joined()
    }
    let indent = String(repeating: " ", count: first)
    return rows.map { name, text in
      let lines = wrap(text, to: width, indent: indent)
      let padding = String(repeating: " ", count: first - TextTable.width(name))
      return text.isEmpty ? "\(name)\n" : name + padding + lines.dropFirst(first)
    }.joined()
  }
}
