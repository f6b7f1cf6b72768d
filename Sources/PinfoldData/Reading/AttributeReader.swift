import Pinfold

/// Gives a column the narrowest type that all of its values have.
enum AttributeReader {
  /// The values of usable rows: numbers if every present one is a number, truth values if every one is `true` or
  /// `false`, else texts.
  ///
  /// `NA`, `null` and `NaN` count as missing among numbers and truth values only: in a column of texts `NA` may well
  /// be Namibia.
  static func values(
    _ cells: CellColumn, _ kept: KeptRows, textMayBeNumber: Bool, source: String
  ) throws(DataError) -> Attribute.Values {
    if let numbers = numbers(cells, kept, textMayBeNumber) { return .numbers(numbers) }
    if let booleans = booleans(cells, kept, textMayBeNumber) { return .booleans(booleans) }
    return .texts(try texts(cells, kept, source: source))
  }

  private static func numbers(_ cells: CellColumn, _ kept: KeptRows, _ textMayBeNumber: Bool) -> [Double]? {
    var result: [Double] = []
    var hasValue = false
    for place in 0..<kept.count {
      let row = kept.row(place)
      if cells.kind(row) == .text && !textMayBeNumber { return nil }
      switch cells.decimal(row) {
      case .missing: result.append(.nan)
      case .invalid: return nil
      case .value(let value):
        result.append(value)
        hasValue = true
      }
    }
    return hasValue ? result : nil
  }

  private static func booleans(_ cells: CellColumn, _ kept: KeptRows, _ textMayBeBoolean: Bool) -> [Bool?]? {
    var result: [Bool?] = []
    var hasValue = false
    for place in 0..<kept.count {
      let row = kept.row(place)
      switch cells.kind(row) {
      case .missing: result.append(nil)
      case .yes: result.append(true)
      case .no: result.append(false)
      case .text where textMayBeBoolean:
        if cells.decimal(row) == .missing {
          result.append(nil)
          continue
        }
        guard let value = cells.withText(row, boolean) else { return nil }
        result.append(value)
      default: return nil
      }
      hasValue = hasValue || result.last != .some(nil)
    }
    return hasValue ? result : nil
  }

  private static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard text.count == 4 || text.count == 5 else { return nil }
    switch String(decoding: text, as: UTF8.self).lowercased() {
    case "true": return true
    case "false": return false
    default: return nil
    }
  }

  private static func texts(_ cells: CellColumn, _ kept: KeptRows, source: String) throws(DataError)
    -> TextColumn
  {
    // Among texts, a number may need 24 bytes.
    let others = cells.kinds.count(where: {
      $0 != CellColumn.Kind.text.rawValue && $0 != CellColumn.Kind.missing.rawValue
    })
    guard cells.textLength + 24 * others < 1 << 32 else {
      throw .tooLarge(
        source, reason: "one column holds more than 4 GB of text; leave it out")
    }
    var result = TextColumn()
    for place in 0..<kept.count {
      let row = kept.row(place)
      switch cells.kind(row) {
      case .missing: result.appendMissing()
      case .text: cells.withText(row) { result.append(utf8: $0) }
      default: result.append(cells.string(row) ?? "")
      }
    }
    return result
  }
}
