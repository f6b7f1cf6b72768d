/// The form of one delimited text: its delimiter, and whether names come first.
struct Dialect: Equatable {
  var delimiter: UInt8
  var hasHeader: Bool

  /// The names of the columns: of the header or the known layout, else their numbers from 1.
  var names: [String]

  /// Whether the names are more than numbers.
  var hasNames: Bool

  /// The offset at which the rows begin.
  var start: Int

  /// Finds out whatever the options do not say.
  ///
  /// - Parameters:
  ///   - text: as much of the text as is at hand.
  ///   - needsMore: set where more of it could give another form.
  init(
    _ text: UnsafeBufferPointer<UInt8>, from origin: Int, options: ReadOptions, source: String,
    needsMore: inout Bool
  ) {
    delimiter =
      options.delimiter
      ?? Self.sniffDelimiter(
        text, from: origin, tabFirst: source.lowercased().contains(".tsv"), needsMore: &needsMore)
    var scanner = FieldScanner(text: text, delimiter: delimiter, position: origin)
    let first = scanner.nextRow() ?? []
    if scanner.metEnd { needsMore = true }
    let isNamed = options.header ?? Self.isHeader(first, options)
    hasHeader = isNamed
    start = isNamed ? scanner.position : origin
    let known = isNamed ? nil : KnownLayout(first, delimiter: delimiter)
    names =
      known?.names
      ?? first.enumerated().map { index, name in
        // A nameless column, as of row names, is named by its number.
        isNamed && !name.isEmpty ? name : String(index + 1)
      }
    hasNames = isNamed || known != nil
  }

  /// The candidate that gives the most rows of the same width, of those the widest.
  private static func sniffDelimiter(
    _ text: UnsafeBufferPointer<UInt8>, from origin: Int, tabFirst: Bool, needsMore: inout Bool
  ) -> UInt8 {
    let candidates: [UInt8] = [.comma, .tab, UInt8(ascii: ";"), UInt8(ascii: "|")]
    var best: (delimiter: UInt8, rows: Int, width: Int) = (tabFirst ? .tab : .comma, 0, 1)
    for candidate in candidates {
      var scanner = FieldScanner(text: text, delimiter: candidate, position: origin)
      defer { if scanner.metEnd { needsMore = true } }
      guard let width = scanner.skipRow(), width > 1 else { continue }
      var rows = 1
      for _ in 0..<50 {
        guard let count = scanner.skipRow() else { break }
        if count == width { rows += 1 }
      }
      if (rows, width) > (best.rows, best.width) { best = (candidate, rows, width) }
    }
    return best.delimiter
  }

  // Names are hardly ever decimal fractions; two of them in the first row are a point.
  private static func isHeader(_ first: [String], _ options: ReadOptions) -> Bool {
    if ColumnNames.coordinates(in: first, planar: options.planar) != nil { return true }
    return first.count(where: { $0.utf8.contains(.dot) && Self.isNumber($0) }) < 2
  }

  private static func isNumber(_ text: String) -> Bool { value(of: text) != nil }

  /// A decimal number; nil for any other text.
  static func value(of text: String) -> Double? {
    var text = text
    guard case .value(let number) = text.withUTF8({ DecimalField($0) }) else { return nil }
    return number
  }

  /// Guesses the coordinates of a text without names: the only two columns that hold, in all of the first
  /// thousand rows, numbers within ±360 mostly written with three decimals or more, and that stand side by
  /// side.
  ///
  /// - Parameter needsMore: set where more text could give another answer.
  /// - Returns: the first of them.
  func coordinateColumns(_ text: UnsafeBufferPointer<UInt8>, needsMore: inout Bool) -> Int? {
    var scanner = FieldScanner(text: text, delimiter: delimiter, position: start)
    defer { if scanner.metEnd { needsMore = true } }
    var fit: [Bool] = []
    var precise: [Int] = []
    var rows = 0
    while rows < 1000, let row = scanner.nextRow() {
      if rows == 0 {
        fit = row.map { _ in true }
        precise = row.map { _ in 0 }
      }
      rows += 1
      for (index, field) in row.enumerated() where index < fit.count && fit[index] {
        if field.isEmpty || field == "\\N" { continue }
        guard let number = Self.value(of: field), number.magnitude <= 360 else {
          fit[index] = false
          continue
        }
        if let point = field.lastIndex(of: "."), field[point...].count > 3 { precise[index] += 1 }
      }
    }
    let found = fit.indices.filter { fit[$0] && precise[$0] * 2 > rows }
    return found.count == 2 && found[1] == found[0] + 1 ? found[0] : nil
  }
}
