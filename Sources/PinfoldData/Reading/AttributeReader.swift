import Pinfold

/// Gives a column the narrowest type that all of its values have.
enum AttributeReader {
  /// The values of usable rows: numbers if every present one is a number, truth values if every one is `true`
  /// or `false`, else texts.
  ///
  /// `NA`, `null` and `NaN` count as missing among numbers and truth values only: in a column of texts `NA`
  /// may well be Namibia.
  static func values(
    _ cells: CellColumn, _ kept: KeptRows, textMayBeNumber: Bool, source: String
  ) throws(DataError) -> Attribute.Values {
    if let numbers = numbers(cells, kept, textMayBeNumber) { return .numbers(numbers) }
    if let booleans = booleans(cells, kept, textMayBeNumber) { return .booleans(booleans) }
    return .texts(try texts(cells, kept, source: source))
  }

  private static func numbers(
    _ cells: CellColumn, _ kept: KeptRows, _ textMayBeNumber: Bool
  ) -> SparseColumn<Double>? {
    var result = SparseColumn<Double>()
    for row in cells.presentRows {
      guard let place = kept.place(of: row) else { continue }
      if cells.kind(row) == .text && !textMayBeNumber { return nil }
      switch cells.decimal(row) {
      case .missing: break
      case .invalid: return nil
      case .value(let value):
        result.appendMissing(place - result.count)
        result.append(value)
      }
    }
    if result.presentCount == 0 { return nil }
    result.appendMissing(kept.count - result.count)
    return result
  }

  private static func booleans(
    _ cells: CellColumn, _ kept: KeptRows, _ textMayBeBoolean: Bool
  ) -> SparseColumn<Bool?>? {
    var result = SparseColumn<Bool?>()
    for row in cells.presentRows {
      guard let place = kept.place(of: row) else { continue }
      let value: Bool
      switch cells.kind(row) {
      case .yes: value = true
      case .no: value = false
      case .text where textMayBeBoolean:
        if cells.decimal(row) == .missing { continue }
        guard let truth = cells.withText(row, boolean) else { return nil }
        value = truth
      default: return nil
      }
      result.appendMissing(place - result.count)
      result.append(value)
    }
    if result.presentCount == 0 { return nil }
    result.appendMissing(kept.count - result.count)
    return result
  }

  private static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard text.count == 4 || text.count == 5 else { return nil }
    switch String(decoding: text, as: UTF8.self).lowercased() {
    case "true": return true
    case "false": return false
    default: return nil
    }
  }

  private static func texts(
    _ cells: CellColumn, _ kept: KeptRows, source: String
  ) throws(DataError) -> TextColumn {
    // Among texts, a number may need 24 bytes.
    let others = cells.presentRows.count(where: { cells.kind($0) != .text })
    guard cells.text.count + 24 * others < 1 << 32 else {
      throw .tooLarge(
        source, reason: "one column holds more than 4 GB of text; leave it out")
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
