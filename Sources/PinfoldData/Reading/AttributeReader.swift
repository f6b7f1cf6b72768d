import Pinfold

/// Gives a column the narrowest type that preserves every value as written: 64-bit integers, numbers (if a
/// `Double` rounds no integer), booleans, otherwise strings.
///
/// A number in the form of a code makes a column of strings: with a leading zero (`02134`), a leading plus
/// (`+4912`), an exponent without a sign after a positive integer (`1e10`), or an integer that is not exact.
/// `12.30`, `5.0` and `1.5e-7` are numbers.
///
/// `NA`, `null` and `NaN` are missing among numbers and booleans only: among strings `NA` may be Namibia.
/// Booleans are `true` and `false` in any case, and the words that spreadsheets write for them in other
/// languages; see ``BooleanText``.
enum AttributeReader {
  /// The values of a column, and its cells that a user should know of.
  static func read(
    _ cells: CellColumn, named name: String, _ kept: KeptRows, textMayBeNumber: Bool, isNumbers: Bool,
    commas: DecimalCommas?, source: String
  ) throws(DataError) -> (values: Attribute.Values, odd: OddCells?) {
    let numeric = commas?.cells ?? cells
    var odd = OddCells(isNumbers ? .dropped : .marks, name, of: cells.presentCount)
    if isNumbers { return (onlyNumbers(numeric, kept, &odd), odd) }
    if let numbers = numbers(numeric, kept, textMayBeNumber, &odd) { return (numbers, odd) }
    odd = OddCells(.marks, name, of: cells.presentCount)
    if let booleans = booleans(cells, kept, textMayBeNumber, &odd) { return (.booleans(booleans), odd) }
    let texts = try texts(cells, kept, source: source)
    if let commas, let unclear = OddCells.unclear(in: commas, named: name, kept) {
      return (.texts(texts), unclear)
    }
    let (few, hasCodes) = OddCells.texts(in: numeric, named: name, kept, textMayBeNumber)
    if few != nil || hasCodes || !textMayBeNumber { return (.texts(texts), few) }
    return (.texts(texts), commas == nil ? OddCells(cells.oddRows(kept), in: cells, named: name) : nil)
  }

  /// The numbers of a column, whole where all are; what is none is missing.
  private static func onlyNumbers(
    _ cells: CellColumn, _ kept: KeptRows, _ odd: inout OddCells
  ) -> Attribute.Values {
    var numbers = SparseColumn<Double>()
    let written = WrittenNumbers(
      cells.oddRows(kept).lazy.map { cells.string($0) ?? "" }, areNumbers: true)
    for row in cells.presentRows {
      guard let place = kept.place(of: row) else { continue }
      switch cells.decimal(row) {
      case .value(let value): numbers.append(value, at: place)
      case .missing: break
      case .invalid:
        if let value = written?.value(of: cells.string(row) ?? "") {
          numbers.append(value, at: place)
        } else {
          odd.add(row)
        }
      }
    }
    numbers.appendMissing(kept.count - numbers.count)
    let areWhole = numbers.present.allSatisfy {
      $0.element.magnitude < 0x1p53 && $0.element == $0.element.rounded()
    }
    return areWhole ? .integers(numbers.converted { Int64($0) }) : .numbers(numbers)
  }

  private static func numbers(
    _ cells: CellColumn, _ kept: KeptRows, _ textMayBeNumber: Bool, _ odd: inout OddCells
  ) -> Attribute.Values? {
    var wholes = SparseColumn<Int64>()
    var numbers = SparseColumn<Double>()
    var areWhole = true
    for row in cells.presentRows {
      guard let place = kept.place(of: row) else { continue }
      if cells.kind(row) == .text && !textMayBeNumber { return nil }
      switch cells.number(row) {
      case nil: return nil
      case .absent: odd.add(row)
      case .whole(let value) where areWhole: wholes.append(value, at: place)
      case .whole(let value):
        guard value.magnitude <= 1 << 53 else { return nil }
        numbers.append(Double(value), at: place)
      case .other(let value):
        if areWhole {
          guard wholes.isExactInDoubles else { return nil }
          numbers = wholes.converted { Double($0) }
          areWhole = false
        }
        numbers.append(value, at: place)
      }
    }
    if areWhole && wholes.presentCount == 0 { return nil }
    wholes.appendMissing(kept.count - wholes.count)
    numbers.appendMissing(kept.count - numbers.count)
    return areWhole ? .integers(wholes) : .numbers(numbers)
  }

  private static func booleans(
    _ cells: CellColumn, _ kept: KeptRows, _ textMayBeBoolean: Bool, _ odd: inout OddCells
  ) -> SparseColumn<Bool?>? {
    var result = SparseColumn<Bool?>()
    for row in cells.presentRows {
      guard let place = kept.place(of: row) else { continue }
      let value: Bool
      switch cells.kind(row) {
      case .yes: value = true
      case .no: value = false
      case .text where textMayBeBoolean:
        if cells.decimal(row) == .missing {
          odd.add(row)
          continue
        }
        guard let truth = cells.withText(row, { BooleanText($0)?.value }) else { return nil }
        value = truth
      default: return nil
      }
      result.append(value, at: place)
    }
    if result.presentCount == 0 { return nil }
    result.appendMissing(kept.count - result.count)
    return result
  }

  private static func texts(
    _ cells: CellColumn, _ kept: KeptRows, source: String
  ) throws(DataError) -> TextColumn {
    // Among texts, a number may need 24 bytes.
    let others = cells.presentRows.count(where: { cells.kind($0) != .text })
    guard cells.text.count + 24 * others < 1 << 32 else {
      throw .tooLarge(source, reason: "one column holds more than 4 GB of text; leave it out")
    }
    var result = TextColumn(among: cells.text)
    for row in cells.presentRows {
      guard let place = kept.place(of: row) else { continue }
      result.appendMissing(place - result.count)
      if cells.kind(row) == .text {
        result.append(among: cells.textRange(row))
      } else {
        result.append(cells.string(row) ?? "")
      }
    }
    result.appendMissing(kept.count - result.count)
    return result
  }
}

extension OddCells {
  /// Those that make texts of a column of which ten in eleven are numbers; nil for other columns, and for
  /// those with codes, which are texts on purpose.
  fileprivate static func texts(
    in cells: CellColumn, named name: String, _ kept: KeptRows, _ textMayBeNumber: Bool
  ) -> (odd: OddCells?, hasCodes: Bool) {
    var odd = OddCells(.texts, name, of: cells.presentCount)
    var numbers = 0
    for row in cells.presentRows where kept.place(of: row) != nil {
      let isText = cells.kind(row) == .text
      switch cells.decimal(row) {
      case .value(let value) where isText && textMayBeNumber:
        if cells.withText(row, { DecimalField.isCode($0, value) }) { return (nil, true) }
        numbers += 1
      case .value where !isText: numbers += 1
      case .missing where textMayBeNumber: break
      default:
        odd.add(row)
        if odd.count > max(1, odd.present / 11) { return (nil, false) }
      }
    }
    guard odd.count > 0, numbers > 1 else { return (nil, false) }
    odd.noteNumbers(among: cells.oddRows(kept).lazy.map { cells.string($0) ?? "" })
    return (odd, false)
  }

  /// The first of those that may have thousands or decimals, where all others are numbers; nil for other
  /// columns.
  fileprivate static func unclear(
    in commas: DecimalCommas, named name: String, _ kept: KeptRows
  ) -> OddCells? {
    guard let first = commas.firstUnclear, kept.place(of: first) != nil else { return nil }
    var odd = OddCells(.written, name, of: commas.cells.presentCount)
    odd.add(first)
    return odd
  }
}

extension SparseColumn {
  fileprivate mutating func append(_ element: Element, at row: Int) {
    appendMissing(row - count)
    append(element)
  }
}

extension CellColumn {
  /// The usable rows that hold something else than a number.
  fileprivate func oddRows(_ kept: KeptRows) -> some Sequence<Int> {
    presentRows.lazy.filter { kept.place(of: $0) != nil && decimal($0) == .invalid }
  }

  fileprivate enum Number {
    case absent
    case whole(Int64)
    case other(Double)
  }

  fileprivate func number(_ row: Int) -> Number? {
    switch kind(row) {
    case .missing: .absent
    case .number: .other(double(row))
    // Among whole numbers the least stands for a missing one.
    case .integer: integer(row).isMissing ? .other(Double(integer(row))) : .whole(integer(row))
    case .no, .yes: nil
    case .text:
      withText(row) { text in
        if let whole = Int64(canonical: text), !whole.isMissing { return .whole(whole) }
        return switch DecimalField(text) {
        case .missing: .absent
        case .value(let value): DecimalField.isCode(text, value) ? nil : .other(value)
        case .invalid: nil
        }
      }
    }
  }
}

struct KeptRows {
  /// Their indices; nil if every row is usable, so that whole columns can be passed on without a copy.
  let places: [Int]?

  /// The index of each row among the usable ones, −1 where it is not usable; nil where every row is.
  private let order: [Int]?

  let count: Int

  init(problems: [UnusableReason?]) {
    let unusable = problems.count(where: { $0 != nil })
    count = problems.count - unusable
    let places = unusable == 0 ? nil : problems.indices.filter { problems[$0] == nil }
    self.places = places
    order = places.map { places in
      var order = [Int](repeating: -1, count: problems.count)
      for (place, row) in places.enumerated() { order[row] = place }
      return order
    }
  }

  func of<Value>(_ column: [Value]) -> [Value] {
    guard let places else { return column }
    return places.map { column[$0] }
  }

  /// The row at an index among the usable ones.
  @inline(__always)
  func row(_ index: Int) -> Int { places.map { $0[index] } ?? index }

  /// The index of a row among the usable ones; nil if it is not usable.
  @inline(__always)
  func place(of row: Int) -> Int? {
    guard let order else { return row }
    return order[row] < 0 ? nil : order[row]
  }
}
