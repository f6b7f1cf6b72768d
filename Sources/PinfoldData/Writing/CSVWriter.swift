/// Writes CSV (RFC 4180, but with LF), row by row into bytes.
package struct CSVWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  private let isForSpreadsheets: Bool

  /// Creates a writer.
  ///
  /// - Parameter isForSpreadsheets: whether an apostrophe precedes texts that a spreadsheet would compute.
  package init(isForSpreadsheets: Bool = false) { self.isForSpreadsheets = isForSpreadsheets }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a row; fields are quoted where they must be.
  package mutating func row(_ fields: some Sequence<String>) {
    let start = bytes.count
    var isFirst = true
    for field in fields {
      if !isFirst { bytes.append(.comma) }
      bytes += Self.quoted(isForSpreadsheets ? Self.inert(field) : field).utf8
      isFirst = false
    }
    // A lone empty field would be an empty line, which is no row.
    if !isFirst && bytes.count == start { bytes += "\"\"".utf8 }
    bytes.append(.lineFeed)
  }

  /// A field that a spreadsheet shows and does not compute; numbers, negative ones too, stay numbers.
  private static func inert(_ field: String) -> String {
    guard let first = field.utf8.first, "=+-@\t\r\n".utf8.contains(first) else { return field }
    // 'Double' also reads words, as "-inf", and hexadecimal digits, which spreadsheets take for formulas.
    let isNumber = field.utf8.allSatisfy("0123456789.eE+-".utf8.contains) && Double(field) != nil
    return isNumber ? field : "'" + field
  }

  /// A field as it must be written: in quotes if it holds a comma, a quote, a line end, or blanks at an
  /// end.
  private static func quoted(_ field: String) -> String {
    let bytes = field.utf8
    let needsQuotes =
      bytes.contains { $0 == .comma || $0 == .quote || $0 == .lineFeed || $0 == .carriageReturn }
      || bytes.first == .space || bytes.last == .space
    guard needsQuotes else { return field }
    // By bytes: CRLF is one character to Swift, and a quote may carry a combining mark.
    var result: [UInt8] = [.quote]
    for byte in bytes {
      if byte == .quote { result.append(.quote) }
      result.append(byte)
    }
    result.append(.quote)
    return String(decoding: result, as: UTF8.self)
  }
}
