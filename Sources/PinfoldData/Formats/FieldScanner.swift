import Platform

/// Walks delimited text field by field without copying: RFC 4180, with any delimiter and any line end.
///
/// A field that begins with a quote is quoted: it may hold delimiters and line ends, and two quotes stand for
/// one. A quote elsewhere is an ordinary byte, as is whatever follows a closing quote up to the next
/// delimiter. Empty lines are no rows.
struct FieldScanner {
  /// One field; its bytes are between the outer quotes if it has them.
  struct Field {
    var start: Int
    var end: Int
    var isQuoted: Bool
    var next: Next
  }

  /// The separator after a field.
  enum Next { case field, row, unterminatedQuote }

  let text: UnsafeBufferPointer<UInt8>
  let delimiter: UInt8
  var position: Int

  /// Moves past empty lines to the next row; returns whether there is one, which then begins at `position`.
  @inline(__always)
  mutating func beginRow() -> Bool {
    while position < text.count {
      if text[position] != .lineFeed && text[position] != .carriageReturn { return true }
      position += 1
    }
    return false
  }

  /// The next field of the row.
  @inline(__always)
  mutating func nextField() -> Field {
    let start = position
    if start < text.count && text[start] == .quote { return quotedField(start + 1) }
    let end = plainEnd(from: start)
    return Field(start: start, end: end, isQuoted: false, next: passSeparator(at: end))
  }

  private mutating func quotedField(_ start: Int) -> Field {
    var index = start
    while true {
      guard let base = text.baseAddress,
        let found = memchr(base + index, Int32(UInt8.quote), text.count - index)
      else { return unterminated(start) }
      index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found)) + 1
      guard index < text.count && text[index] == .quote else { break }
      index += 1
    }
    let end = plainEnd(from: index)
    let next = passSeparator(at: end)
    return Field(start: start, end: end == index ? index - 1 : end, isQuoted: true, next: next)
  }

  // A quote that never closes would swallow the rest of the file: the line alone is given up instead.
  private mutating func unterminated(_ start: Int) -> Field {
    var end = start
    while end < text.count && text[end] != .lineFeed && text[end] != .carriageReturn { end += 1 }
    position = end
    return Field(start: start, end: end, isQuoted: true, next: .unterminatedQuote)
  }

  @inline(__always)
  private func plainEnd(from start: Int) -> Int {
    var index = start
    // Eight bytes at a time: a field's length is hard to foretell, and each step that ends one is a guess.
    let bytes = UnsafeRawBufferPointer(text)
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let found = word.marks(of: delimiter) | word.marks(of: .lineFeed) | word.marks(of: .carriageReturn)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < text.count {
      let byte = text[index]
      if byte == delimiter || byte == .lineFeed || byte == .carriageReturn { break }
      index += 1
    }
    return index
  }

  @inline(__always)
  private mutating func passSeparator(at end: Int) -> Next {
    guard end < text.count else {
      position = end
      return .row
    }
    position = end + 1
    if text[end] == delimiter { return .field }
    if text[end] == .carriageReturn && position < text.count && text[position] == .lineFeed { position += 1 }
    return .row
  }

  /// The bytes of a field as they stand in the text.
  @inline(__always)
  func bytes(_ field: Field) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[field.start..<field.end])
  }

  /// A field's text.
  func string(_ field: Field) -> String {
    if !field.isQuoted { return String(decoding: bytes(field), as: UTF8.self) }
    var column = CellColumn()
    column.append(quoted: bytes(field))
    return column.string(0) ?? ""
  }

  /// Skips the next row; returns the number of its fields, or nil at the end.
  mutating func skipRow() -> Int? {
    guard beginRow() else { return nil }
    var count = 1
    while nextField().next == .field { count += 1 }
    return count
  }

  /// The texts of the next row; nil at the end.
  mutating func nextRow() -> [String]? {
    guard beginRow() else { return nil }
    var fields: [String] = []
    while true {
      let field = nextField()
      fields.append(string(field))
      if field.next != .field { return fields }
    }
  }
}

extension UInt64 {
  /// The top bits of those of its eight bytes that are a byte, up to the lowest such; above it some that are
  /// none may be marked too.
  @inline(__always)
  fileprivate func marks(of byte: UInt8) -> UInt64 {
    let difference = self ^ 0x0101_0101_0101_0101 &* UInt64(byte)
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }
}
