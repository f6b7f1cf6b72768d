/// Writes JSON value by value into bytes (RFC 8259).
///
/// It adds commas, colons and indents; opening and closing in pairs, and a key before each value of an
/// object, is up to the caller.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///   json.member("name", "Aachen")
///   json.member("mass", 21)
/// }
/// json.text  // {"name":"Aachen","mass":21}
/// ```
package struct JSONWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  private let indent: Int?
  private var depth = 0
  private var isFirst = true
  private var isAfterKey = false

  /// Creates a writer.
  ///
  /// - Parameter indent: blanks a level; nil writes everything on one line.
  package init(indent: Int? = nil) { self.indent = indent }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Values

  /// Writes a number: the shortest digits that read back the same, whole ones without `.0`. JSON has no NaN
  /// and no infinity, so these become `null`.
  package mutating func value(_ number: Double) {
    raw(number.isFinite ? Numeral.text(number) : "null")
  }

  package mutating func value(_ number: Int) { raw(String(number)) }

  package mutating func value(_ number: Int64) { raw(String(number)) }

  package mutating func value(_ truth: Bool) { raw(truth ? "true" : "false") }

  package mutating func null() { raw("null") }

  package mutating func value(_ text: String) {
    separate()
    quote(text)
  }

  // MARK: Structure

  /// Writes an array whose values `body` writes.
  package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nested("[", "]", body)
  }

  /// Writes a member of an object that is an array.
  package mutating func array(_ name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
    key(name)
    try array(body)
  }

  /// Writes an object whose members `body` writes.
  package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try nested("{", "}", body)
  }

  /// Writes a member of an object that is an object.
  package mutating func object(_ name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
    key(name)
    try object(body)
  }

  /// Writes the key of the member whose value comes next.
  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes += (indent == nil ? ":" : ": ").utf8
    isAfterKey = true
  }

  /// Ends a line between documents of a sequence.
  package mutating func newline() {
    bytes.append(.lineFeed)
    isFirst = true
  }

  private mutating func nested(
    _ open: String, _ close: String, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    raw(open)
    depth += 1
    isFirst = true
    try body(&self)
    depth -= 1
    if !isFirst { breakLine() }
    bytes += close.utf8
    isFirst = false
  }

  /// Writes a value that is JSON already.
  package mutating func raw(_ text: String) {
    separate()
    bytes += text.utf8
  }

  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    if !isFirst { bytes.append(.comma) }
    isFirst = false
    if depth > 0 { breakLine() }
  }

  private mutating func breakLine() {
    guard let indent else { return }
    bytes += ("\n" + String(repeating: " ", count: indent * depth)).utf8
  }

  private mutating func quote(_ text: String) {
    bytes.append(.quote)
    for byte in text.utf8 {
      switch byte {
      case .quote, .backslash:
        bytes.append(.backslash)
        bytes.append(byte)
      case .lineFeed: bytes += "\\n".utf8
      case .carriageReturn: bytes += "\\r".utf8
      case .tab: bytes += "\\t".utf8
      case 0..<32, 127:
        let digits = String(byte, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(.quote)
  }
}
