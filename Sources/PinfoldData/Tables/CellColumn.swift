import Pinfold

/// One column of a file before its use is known: an element for each row, texts end to end.
struct CellColumn: Sendable {
  enum Kind: UInt8 {
    /// No element, `null`, an empty field or `\N`.
    case missing
    case number
    case integer

    case no
    case yes

    /// A text; the payload is its offset among the bytes of all texts.
    case text
  }

  private struct Cell: SparseElement {
    /// The kind in the first byte, and the length of a text in the others.
    private let head: UInt64
    let payload: UInt64

    init(_ kind: Kind, payload: UInt64, length: Int = 0) {
      head = UInt64(kind.rawValue) << 56 | UInt64(length)
      self.payload = payload
    }

    func moved(by bytes: UInt64) -> Cell {
      kind == .text ? Cell(head: head, payload: payload + bytes) : self
    }

    private init(head: UInt64, payload: UInt64) { (self.head, self.payload) = (head, payload) }

    init(missing: Void) { self.init(.missing, payload: 0) }
    var isMissing: Bool { head == 0 }
    var kind: Kind { Kind(rawValue: UInt8(head >> 56)) ?? .missing }
    var range: Range<Int> { Int(payload)..<Int(payload) + Int(head & (1 << 56 - 1)) }
  }

  private var cells = SparseColumn<Cell>()
  private(set) var text: [UInt8] = []

  init() {}

  init(missing rows: Int) { pad(to: rows) }

  mutating func append(_ columns: [CellColumn]) {
    text.makeRoom(for: columns.reduce(0) { $0 + $1.text.count })
    cells.makeRoom(for: columns.reduce(0) { $0 + $1.count })
    for column in columns {
      let start = UInt64(text.count)
      text += column.text
      cells.append(column.cells) { $0.moved(by: start) }
    }
  }

  var count: Int { cells.count }
  var isMissing: Bool { cells.presentCount == 0 }
  var presentCount: Int { cells.presentCount }
  var isComplete: Bool { cells.presentCount == cells.count }

  mutating func makeRoom(for more: Int) {
    guard count > 0 else { return }
    cells.makeRoom(for: more)
    text.makeRoom(for: more * text.count / count)
  }

  mutating func pad(to rows: Int) { cells.appendMissing(rows - count) }

  mutating func append(_ kind: Kind, payload: UInt64) { cells.append(Cell(kind, payload: payload)) }

  /// Adds bytes that texts will be among; returns where they begin.
  mutating func addBytes(_ bytes: Bytes) -> Int {
    defer { text.append(bytes) }
    return text.count
  }

  /// Adds a text that is among the bytes already.
  mutating func append(text range: Range<Int>) {
    cells.append(Cell(.text, payload: UInt64(range.lowerBound), length: range.count))
  }

  mutating func append(text bytes: Bytes) {
    let start = text.count
    text.append(bytes)
    append(text: start..<text.count)
  }

  mutating func append(text: String) {
    let start = self.text.count
    self.text.append(contentsOf: text.utf8)
    append(text: start..<self.text.count)
  }

  /// Adds a cell of another column.
  mutating func append(_ other: CellColumn, _ row: Int) {
    guard other.kind(row) == .text else { return cells.append(other.cells[row]) }
    other.withText(row) { append(text: $0) }
  }

  mutating func append(_ value: Int64) { append(.integer, payload: UInt64(bitPattern: value)) }

  mutating func append(_ value: Double) {
    if value.isFinite { append(.number, payload: value.bitPattern) } else { cells.appendMissing() }
  }

  mutating func append(_ value: Bool) { append(value ? .yes : .no, payload: 0) }

  mutating func repeatLast(_ times: Int) {
    guard let last = cells.last else { return }
    for _ in 0..<times { cells.append(last) }
  }

  /// Adds a field of delimited text as its bytes stand, and a whole number that prints as it stands as such;
  /// empty and `\N` are missing.
  mutating func append(field: Bytes) {
    if field.isEmpty || field.count == 2 && field[0] == .backslash && field[1] == UInt8(ascii: "N") {
      return cells.appendMissing()
    }
    if let integer = Int64(canonical: field) { return append(integer) }
    append(text: field)
  }

  mutating func append(quoted field: Bytes) {
    if field.isEmpty { return cells.appendMissing() }
    guard field.place(of: .quote, in: 0..<field.count) != nil else { return append(text: field) }
    let start = text.count
    var index = 0
    while index < field.count {
      text.append(field[index])
      index += field[index] == .quote && index + 1 < field.count && field[index + 1] == .quote ? 2 : 1
    }
    append(text: start..<text.count)
  }

  // MARK: Reading

  func kind(_ row: Int) -> Kind { cells[row].kind }

  var presentRows: some Sequence<Int> { cells.present.lazy.map(\.row) }

  func integer(_ row: Int) -> Int64 { Int64(bitPattern: cells[row].payload) }

  func double(_ row: Int) -> Double { Double(bitPattern: cells[row].payload) }

  func textRange(_ row: Int) -> Range<Int> { cells[row].range }

  func withText<Result>(_ row: Int, _ body: (Bytes) -> Result) -> Result {
    let range = textRange(row)
    return text.withView { body($0.part(range)) }
  }

  func decimal(_ row: Int) -> DecimalField {
    switch kind(row) {
    case .missing: .missing
    case .number: .value(double(row))
    case .integer: .value(Double(integer(row)))
    case .no, .yes: .invalid
    case .text: withText(row) { DecimalField($0) }
    }
  }

  /// A number, or degrees as people write them.
  func coordinate(_ row: Int, _ axis: CoordinateText.Axis) -> DecimalField {
    guard kind(row) == .text else { return decimal(row) }
    return withText(row) { DecimalField(coordinate: $0, axis: axis) }
  }

  /// The first row with a text that is not UTF-8; nil for none.
  var firstForeignRow: Int? {
    if text.withView(\.isASCII) { return nil }
    return presentRows.first { kind($0) == .text && !withText($0, \.isUTF8) }
  }

  func string(_ row: Int) -> String? {
    switch kind(row) {
    case .missing: nil
    case .number: Numeral.text(double(row))
    case .integer: String(integer(row))
    case .no: "false"
    case .yes: "true"
    case .text: withText(row, \.text)
    }
  }
}
