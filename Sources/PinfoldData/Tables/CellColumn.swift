#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One column as a file has it, before it is known what it is for: a kind and a payload a row, texts end to
/// end.
struct CellColumn: Sendable {
  enum Kind: UInt8 {
    /// No cell, `null`, an empty field or `\N`.
    case missing

    /// A number; the payload is its bits.
    case number

    /// A whole number; the payload is its bits.
    case integer

    case no
    case yes

    /// A text; the payload is its ordinal in the column.
    case text
  }

  private(set) var kinds: [UInt8] = []
  private var payloads: [UInt64] = []
  private var textEnds: [UInt64] = []
  private var text: [UInt8] = []

  init() {}

  init(kinds: [UInt8], payloads: [UInt64], textEnds: [UInt64], text: [UInt8]) {
    self.kinds = kinds
    self.payloads = payloads
    self.textEnds = textEnds
    self.text = text
  }

  var count: Int { kinds.count }

  /// The bytes of all texts together.
  var textLength: Int { text.count }

  mutating func appendMissing() {
    kinds.append(Kind.missing.rawValue)
    payloads.append(0)
  }

  /// Adds missing cells until there are as many as rows.
  mutating func pad(to rows: Int) {
    while count < rows { appendMissing() }
  }

  /// Adds a field of delimited text as its bytes stand; empty and `\N` are missing.
  mutating func append(field: UnsafeBufferPointer<UInt8>) {
    if field.isEmpty || field.count == 2 && field[0] == .backslash && field[1] == UInt8(ascii: "N") {
      return appendMissing()
    }
    text.append(contentsOf: field)
    finishText()
  }

  /// Adds a quoted field, given without its outer quotes: two quotes stand for one.
  mutating func append(quoted field: UnsafeBufferPointer<UInt8>) {
    if field.isEmpty { return appendMissing() }
    var index = 0
    while index < field.count {
      text.append(field[index])
      index += field[index] == .quote && index + 1 < field.count && field[index + 1] == .quote ? 2 : 1
    }
    finishText()
  }

  private mutating func finishText() {
    kinds.append(Kind.text.rawValue)
    payloads.append(UInt64(textEnds.count))
    textEnds.append(UInt64(text.count))
  }

  func kind(_ row: Int) -> Kind { Kind(rawValue: kinds[row]) ?? .missing }

  /// The whole number of a cell of that kind.
  func integer(_ row: Int) -> Int64 { Int64(bitPattern: payloads[row]) }

  /// The number of a cell of that kind.
  func double(_ row: Int) -> Double { Double(bitPattern: payloads[row]) }

  /// The place of a text cell's bytes among those of all texts.
  private func range(_ row: Int) -> Range<Int> {
    let ordinal = Int(payloads[row])
    return (ordinal == 0 ? 0 : Int(textEnds[ordinal - 1]))..<Int(textEnds[ordinal])
  }

  /// The bytes of a text cell, for the length of a call.
  func withText<Result>(_ row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = range(row)
    return text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// What a cell says, read as a number.
  func decimal(_ row: Int) -> DecimalField {
    switch kind(row) {
    case .missing: .missing
    case .number: .value(double(row))
    case .integer: .value(Double(integer(row)))
    case .no, .yes: .invalid
    case .text: withText(row) { DecimalField($0) }
    }
  }

  /// What a cell says, as text; nil where it is missing. Invalid UTF-8 is repaired.
  func string(_ row: Int) -> String? {
    switch kind(row) {
    case .missing: nil
    case .number: Numeral.text(double(row))
    case .integer: String(integer(row))
    case .no: "false"
    case .yes: "true"
    case .text: withText(row) { String(decoding: $0, as: UTF8.self) }
    }
  }
}
