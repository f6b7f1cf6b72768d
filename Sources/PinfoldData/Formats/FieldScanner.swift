/// Walks delimited text field by field without copying: RFC 4180, with any delimiter and any line end.
///
/// A field that begins with a quote may contain delimiters and line ends; two quotes stand for one, and only
/// blanks follow its closing quote. Blanks may precede a quoted field without line ends. A quote elsewhere is
/// an ordinary byte. Empty lines are no rows.
///
/// Text after a closing quote, or a quote that never closes, makes a row malformed. It ends at its first
/// line end, so that a stray quote costs one row. In tab-separated text, which rarely uses quotes, such a
/// quote is an ordinary byte, as is one whose field would contain both a delimiter and a line end.
struct FieldScanner {
  /// One field; its bytes are between the outer quotes if it has them.
  struct Field {
    var start: Int
    var end: Int
    var isQuoted: Bool
    var next: Next
  }

  /// What follows a field: another one, the next row, or the next row after a malformed one.
  enum Next { case field, row, malformed }

  let text: Bytes
  let delimiter: UInt8
  var position: Int

  /// Whether the text's end was met, so that more text behind it could change what was read last.
  private(set) var metEnd = false

  /// The offset where the quotes of a malformed row broke, 0 for none. A later row that is within quotes at
  /// a line end before it is malformed too; to read on would take quadratic time.
  var brokenEnd: Int
  private var rowStart: Int
  private var lineEnd = -1

  init(text: Bytes, delimiter: UInt8, position: Int, brokenEnd: Int = 0) {
    (self.text, self.delimiter, self.position) = (text, delimiter, position)
    (self.brokenEnd, rowStart) = (brokenEnd, position)
  }

  /// Moves past empty lines to the next row; returns whether there is one, which then begins at `position`.
  @inline(__always)
  mutating func beginRow() -> Bool {
    while position < text.count {
      if !text[position].isLineEnd {
        rowStart = position
        return true
      }
      position += 1
    }
    metEnd = true
    return false
  }

  @inline(__always)
  mutating func nextField() -> Field {
    let start = position
    if start < text.count && text[start] == .quote {
      return delimiter == .tab ? tabbedQuote(start) : quotedField(start + 1)
    }
    if start < text.count, text[start] == .space, let field = quotedBehindBlanks(start) { return field }
    return plainField(from: start)
  }

  @inline(__always)
  private mutating func plainField(from start: Int) -> Field {
    let end = plainEnd(from: start)
    return Field(start: start, end: end, isQuoted: false, next: passSeparator(at: end))
  }

  private mutating func quotedField(_ start: Int) -> Field {
    var limit = text.count
    if start < brokenEnd, firstLineEnd() < brokenEnd { limit = firstLineEnd() }
    var index = start
    while index < limit, let quote = text.place(of: .quote, in: index..<limit) {
      index = quote + 1
      if index < text.count && text[index] == .quote {
        index += 1
      } else if let end = separator(from: index) {
        return Field(start: start, end: quote, isQuoted: true, next: passSeparator(at: end))
      } else {
        return malformed(start, brokenAt: quote)
      }
    }
    if limit == text.count { metEnd = true }
    return malformed(start, brokenAt: limit)
  }

  /// The field that begins with blanks and a quote, if all of it up to the closing one is on the line and
  /// nothing follows; nil for others, whose quotes are ordinary bytes.
  @inline(never)
  private mutating func quotedBehindBlanks(_ start: Int) -> Field? {
    var index = start
    while index < text.count, text[index] == .space { index += 1 }
    guard delimiter != .space, delimiter != .tab, index < text.count, text[index] == .quote else {
      return nil
    }
    return closedField(from: index + 1) { $0.isLineEnd }
  }

  /// The field behind a quote, if it closes before a byte that ends the search, and nothing follows it.
  private mutating func closedField(from first: Int, upTo isEnd: (UInt8) -> Bool) -> Field? {
    var index = first
    while index < text.count, !isEnd(text[index]) {
      if text[index] == .quote {
        if index + 1 < text.count, text[index + 1] == .quote {
          index += 1
        } else {
          return separator(from: index + 1).map {
            Field(start: first, end: index, isQuoted: true, next: passSeparator(at: $0))
          }
        }
      }
      index += 1
    }
    if index == text.count { metEnd = true }
    return nil
  }

  private mutating func malformed(_ start: Int, brokenAt end: Int) -> Field {
    brokenEnd = max(brokenEnd, end)
    position = firstLineEnd()
    if position == text.count { metEnd = true }
    return Field(start: start, end: max(start, position), isQuoted: true, next: .malformed)
  }

  /// The field of tab-separated text that begins with a quote at an offset.
  private mutating func tabbedQuote(_ start: Int) -> Field {
    var (hasDelimiter, hasLineEnd) = (false, false)
    let field = closedField(from: start + 1) { [delimiter] byte in
      hasDelimiter = hasDelimiter || byte == delimiter
      hasLineEnd = hasLineEnd || byte.isLineEnd
      return hasDelimiter && hasLineEnd
    }
    return field ?? plainField(from: start)
  }

  /// The first offset from one on that holds no blank, if it is that of a separator or of the text's end.
  private func separator(from start: Int) -> Int? {
    var index = start
    while index < text.count && text[index] == .space && delimiter != .space { index += 1 }
    return index == text.count || text[index] == delimiter || text[index].isLineEnd ? index : nil
  }

  private mutating func firstLineEnd() -> Int {
    if lineEnd < rowStart {
      lineEnd = rowStart
      while lineEnd < text.count && !text[lineEnd].isLineEnd { lineEnd += 1 }
    }
    return lineEnd
  }

  @inline(__always)
  private func plainEnd(from start: Int) -> Int {
    var index = start
    // Many bytes at a time: a field's length is hard to foretell, and each step that ends one is a guess.
    while index + 64 <= text.count {
      let found = text.marks(of: delimiter, at: index) | lineEnds(at: index)
      if found != 0 { return index + found.trailingZeroBitCount }
      index += 64
    }
    while index < text.count, text[index] != delimiter, !text[index].isLineEnd { index += 1 }
    return index
  }

  /// A bit for each of 64 bytes: whether it ends a line.
  @inline(__always)
  private func lineEnds(at index: Int) -> UInt64 {
    text.marks(of: .lineFeed, at: index) | text.marks(of: .carriageReturn, at: index)
  }

  @inline(__always)
  private mutating func passSeparator(at end: Int) -> Next {
    guard end < text.count else {
      (position, metEnd) = (end, true)
      return .row
    }
    position = end + 1
    if text[end] == delimiter { return .field }
    if text[end] == .carriageReturn {
      if position == text.count { metEnd = true } else if text[position] == .lineFeed { position += 1 }
    }
    return .row
  }

  /// Reads the next field if it is a number in the usual form of coordinates: one to seven digits, a point,
  /// one to eight digits. Otherwise consumes nothing.
  @inline(__always)
  mutating func passDecimal() -> (value: Double, next: Next)? {
    // The longest such field and its separator, read in words.
    guard position + 24 <= text.count, delimiter != .dot, delimiter != .minus else { return nil }
    let sign = text[position] == .minus ? 1 : 0
    var index = position + sign
    let whole = LeadingDigits(text.number(at: index, as: UInt64.self))
    index += whole.count
    guard whole.count > 0, whole.count < 8, text[index] == .dot else { return nil }
    let fraction = LeadingDigits(text.number(at: index + 1, as: UInt64.self))
    index += 1 + fraction.count
    guard fraction.count > 0, text[index] == delimiter || text[index].isLineEnd else { return nil }
    let magnitude = DecimalField.usual(whole.value, fraction.value, digits: fraction.count)
    // Signs are hard to foretell, so that no jump depends on them.
    let value = Double(bitPattern: magnitude.bitPattern | UInt64(truncatingIfNeeded: sign) &<< 63)
    return (value, passSeparator(at: index))
  }

  /// Passes the rest of a row, and returns the number of its fields; nil, and nothing is passed, for quoted
  /// or too many fields.
  @inline(__always)
  mutating func passPlainFields(atMost limit: Int) -> Int? {
    var index = position
    var fields = 1
    // Set where a field begins.
    var begins: UInt64 = 1
    while index + 64 <= text.count {
      let delimiters = text.marks(of: delimiter, at: index)
      begins |= delimiters &<< 1
      let stops = lineEnds(at: index) | text.marks(of: .quote, at: index) & begins
      if stops == 0 {
        fields += delimiters.nonzeroBitCount
        begins = delimiters &>> 63
        index += 64
        continue
      }
      index += stops.trailingZeroBitCount
      fields += (delimiters & (stops &- 1) & ~stops).nonzeroBitCount
      guard fields <= limit, text[index] != .quote else { return nil }
      _ = passSeparator(at: index)
      return fields
    }
    return nil
  }

  /// The bytes of a field as they stand in the text.
  @inline(__always)
  func bytes(_ field: Field) -> Bytes { text.part(field.start..<field.end) }

  func string(_ field: Field) -> String {
    if !field.isQuoted { return bytes(field).text }
    var column = CellColumn()
    column.append(quoted: bytes(field))
    return column.string(0) ?? ""
  }

  mutating func skipRow() -> Int? {
    guard beginRow() else { return nil }
    var count = 1
    while nextField().next == .field { count += 1 }
    return count
  }

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

private struct LeadingDigits {
  let count: Int
  let value: UInt64

  @inline(__always)
  init(_ word: UInt64) {
    let digits = word ^ 0x3030_3030_3030_3030
    // Adding makes the top bit of all that is more than 9; above the lowest such it may be wrong.
    let others = (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
    count = others.trailingZeroBitCount / 8
    // Zeros in front, up to eight digits; then neighbors are added up in pairs, fours and all.
    var sum = count == 0 ? 0 : digits &<< UInt64(64 - 8 * count)
    sum = (sum &* (1 + 10 << 8)) &>> 8 & 0x00FF_00FF_00FF_00FF
    sum = (sum &* (1 + 100 << 16)) &>> 16 & 0x0000_FFFF_0000_FFFF
    value = (sum &* (1 + 10_000 << 32)) &>> 32
  }
}
