import Pinfold

/// The columns that a condition can read, one value a row.
package struct ConditionColumns {
  /// Coordinates; nil where rows have none but perhaps columns of these names.
  let longitude: [Double]?
  let latitude: [Double]?
  let attributes: [Attribute]

  /// The index of the attribute that a name means; nil for none.
  let attribute: (String) -> Int?
  let count: Int
}

extension Condition {
  /// Whether the condition holds, row by row.
  ///
  /// - Parameter isStopped: whether to stop, which is an error too; called before each comparison.
  /// - Throws: ``ConditionError`` for a missing column, and for values that cannot be compared.
  /// - Complexity: O(*n*) for each comparison, where a list of constants is one; O(*n* log *k*) where only
  ///   *k* of the rows have a value.
  package func mask(
    of columns: ConditionColumns, isStopped: () -> Bool = { false }
  ) throws(ConditionError) -> [Bool] {
    try withoutActuallyEscaping(isStopped) { (isStopped) throws(ConditionError) in
      try Evaluation(columns: columns, text: text, isStopped: isStopped).mask(root)
    }
  }
}

private struct Evaluation {
  let columns: ConditionColumns
  let text: String
  let isStopped: () -> Bool

  /// The values of an operand by row.
  enum Values {
    case column(Attribute.Values)
    case constant(Condition.Constant)

    // The value of a row, nil where it is missing; nil for values of another type.

    var number: ((Int) -> Condition.Number?)? {
      switch self {
      case .column(.numbers(let column)): { column[$0].isNaN ? nil : Condition.Number(column[$0]) }
      case .column(.integers(let column)): { column[$0].isMissing ? nil : .whole(column[$0]) }
      case .constant(.number(let number)): { _ in number }
      default: nil
      }
    }

    var text: ((Int) -> ArraySlice<UInt8>?)? {
      switch self {
      case .column(.texts(let column)): return { column.utf8(at: $0) }
      case .constant(.text(let text)):
        let bytes = ArraySlice(text.utf8)
        return { _ in bytes }
      default: return nil
      }
    }

    var flag: ((Int) -> Bool?)? {
      switch self {
      case .column(.booleans(let column)): { column[$0] }
      case .constant(.flag(let flag)): { _ in flag }
      default: nil
      }
    }

    /// Whether it is a column without a value, which has no type that a condition could contradict.
    var isMissing: Bool { if case .column(let values) = self { values.presentRows.isEmpty } else { false } }

    var kind: String { number != nil ? "a number" : text != nil ? "a text" : "true or false" }
  }

  func mask(_ node: Condition.Node) throws(ConditionError) -> [Bool] {
    guard !isStopped() else { throw .stopped(text) }
    return switch node {
    case .all(let nodes): try joined(nodes) { $0 && $1 }
    case .any(let nodes): try joined(nodes) { $0 || $1 }
    case .not(let node): try mask(node).map { !$0 }
    case .truth(let operand): try truth(operand)
    case .missing(let operand): try missing(operand)
    case .comparison(let left, let comparison, let right): try compared(left, comparison, right)
    case .membership(let operand, let others): try membership(operand, others)
    }
  }

  private func joined(
    _ nodes: [Condition.Node], by join: (Bool, Bool) -> Bool
  ) throws(ConditionError) -> [Bool] {
    var result = try mask(nodes[0])
    for node in nodes.dropFirst() {
      let other = try mask(node)
      for row in result.indices { result[row] = join(result[row], other[row]) }
    }
    return result
  }

  private func values(_ operand: Condition.Operand) throws(ConditionError) -> Values {
    switch operand.value {
    case .constant(let constant): return .constant(constant)
    case .column(let name): return try column(name, operand)
    case .coordinate(let name):
      let own = name == "lon" ? columns.longitude : columns.latitude
      if let own { return .column(.numbers(SparseColumn(own))) }
      return try column(name, operand)
    }
  }

  private func column(_ name: String, _ operand: Condition.Operand) throws(ConditionError) -> Values {
    guard let place = columns.attribute(name) else {
      let names = (columns.longitude == nil ? [] : ["lon", "lat"]) + columns.attributes.map(\.name)
      let advice = Condition.advice(on: name, in: text.prefix(operand.offset), among: names)
      throw mistake(operand, "no column '\(name)'" + (advice ?? Suggestion.clause(for: name, among: names)))
    }
    return .column(columns.attributes[place].values)
  }

  private func truth(_ operand: Condition.Operand) throws(ConditionError) -> [Bool] {
    let values = try values(operand)
    if let flag = values.flag { return rows { flag($0) == true } }
    if values.isMissing { return rows { _ in false } }
    throw mistake(operand, "\(values.kind) is no condition; compare it, as in x > 4 or x = 'a'")
  }

  private func missing(_ operand: Condition.Operand) throws(ConditionError) -> [Bool] {
    guard case .column(let values) = try values(operand) else {
      throw mistake(operand, "only a column can be missing")
    }
    var mask = [Bool](repeating: true, count: columns.count)
    for row in values.presentRows { mask[row] = false }
    return mask
  }

  private func rows(where holds: (Int) -> Bool) -> [Bool] { (0..<columns.count).map(holds) }

  private func rows<Value>(
    _ a: (Int) -> Value?, _ b: (Int) -> Value?, where holds: (Value, Value) -> Bool
  ) -> [Bool] {
    rows { row in
      guard let a = a(row), let b = b(row) else { return false }
      return holds(a, b)
    }
  }

  /// Whether an operand equals one of others; of many constants a set is made.
  private func membership(
    _ operand: Condition.Operand, _ others: [Condition.Operand]
  ) throws(ConditionError) -> [Bool] {
    try refuseConstants(operand, others)
    if others.count > 1 {
      let values = try values(operand)
      let (numbers, texts) = (others.compactMap(\.constant?.number), others.compactMap(\.constant?.bytes))
      if let number = values.number, numbers.count == others.count {
        let set = Set(numbers)
        return rows { row in number(row).map(set.contains) ?? false }
      }
      if let text = values.text, texts.count == others.count {
        let set = Set(texts)
        return rows { row in text(row).map(set.contains) ?? false }
      }
    }
    return try joined(others.map { .comparison(operand, .equal, $0) }) { $0 || $1 }
  }

  private func compared(
    _ left: Condition.Operand, _ comparison: Condition.Comparison, _ right: Condition.Operand
  ) throws(ConditionError) -> [Bool] {
    try refuseConstants(left, [right])
    let (one, other) = (try values(left), try values(right))
    if comparison != .holds, let number = right.constant?.number {
      // A constant is read once, and compared as what the column holds.
      func rows<Value: SparseElement & Comparable>(_ column: SparseColumn<Value>, _ limit: Value) -> [Bool] {
        self.rows { row in
          let value = column[row]
          return !value.isMissing && comparison.holds(value == limit, value < limit)
        }
      }
      switch (one, number, number.double) {
      case (.column(.numbers(let column)), _, let limit?): return rows(column, limit)
      case (.column(.integers(let column)), .whole(let limit), _): return rows(column, limit)
      default: break
      }
    }
    if comparison != .holds, let a = one.number, let b = other.number {
      return rows(a, b) { comparison.holds($0 == $1, $0 < $1) }
    }
    if let a = one.text, let b = other.text {
      if comparison != .holds {
        if comparison != .equal {
          for operand in [left, right] { try refuseDate(operand) }
          try refuseDates(left, right, a, b)
        }
        return rows(a, b) { comparison.holds($0 == $1, $0.lexicographicallyPrecedes($1)) }
      }
      let search = right.constant?.bytes.map { TextSearch($0) }
      return rows(a, b) { (search ?? TextSearch($1)).finds(in: $0) }
    }
    if comparison == .equal, let a = one.flag, let b = other.flag { return rows(a, b, where: ==) }
    if one.isMissing || other.isMissing { return rows { _ in false } }
    throw mistake(
      right,
      "\(one.kind) \(comparison.rawValue) \(other.kind) cannot be compared; "
        + "numbers go with numbers, texts with texts in quotes, and ~ with texts")
  }

  private func refuseConstants(
    _ left: Condition.Operand, _ others: [Condition.Operand]
  ) throws(ConditionError) {
    guard left.constant != nil, others.allSatisfy({ $0.constant != nil }) else { return }
    throw mistake(
      left, "both sides are constants; a column whose name is a number is written in backquotes, as `5`")
  }

  /// Refuses a date that begins with its day or month: the order of such texts is not that of the dates.
  private func refuseDate(_ operand: Condition.Operand) throws(ConditionError) {
    guard case .text(let date)? = operand.constant, DateForm(ArraySlice(date.utf8))?.isDayFirst == true else {
      return
    }
    throw mistake(
      operand,
      "texts are compared letter by letter, which is not the order of dates such as '\(date)'; only dates with the year first "
        + "(2023-12-31) are in order")
  }

  /// Refuses to order dates and times that are not in the order of their bytes.
  private func refuseDates(
    _ left: Condition.Operand, _ right: Condition.Operand, _ a: @escaping (Int) -> ArraySlice<UInt8>?,
    _ b: @escaping (Int) -> ArraySlice<UInt8>?
  ) throws(ConditionError) {
    func form(
      _ operand: Condition.Operand, _ text: @escaping (Int) -> ArraySlice<UInt8>?
    ) -> (Int) -> DateForm? {
      guard let constant = operand.constant?.bytes else { return { text($0).flatMap { DateForm($0) } } }
      let form = DateForm(constant)
      return { _ in form }
    }
    let (one, other) = (form(left, a), form(right, b))
    for row in 0..<columns.count {
      guard let first = one(row), let second = other(row), !first.isInOrder(with: second) else { continue }
      func text(_ bytes: ArraySlice<UInt8>?) -> String {
        String(decoding: bytes ?? [], as: UTF8.self).onOneLine(limit: 40)
      }
      throw mistake(
        right,
        "texts are compared letter by letter, which is not the order of dates and times such as '\(text(a(row)))' and "
          + "'\(text(b(row)))'; only those of one form, with the year first and leading zeros (2023-01-31 08:05), are in order"
      )
    }
  }

  private func mistake(_ operand: Condition.Operand, _ message: String) -> ConditionError {
    ConditionError(text: text, offset: operand.offset, message: message)
  }
}

extension Condition.Comparison {
  /// Whether the comparison holds of two values that are equal, or of which the first is less.
  fileprivate func holds(_ areEqual: Bool, _ isLess: @autoclosure () -> Bool) -> Bool {
    switch self {
    case .equal: areEqual
    case .less: !areEqual && isLess()
    case .lessOrEqual: areEqual || isLess()
    case .greater: !areEqual && !isLess()
    case .greaterOrEqual: areEqual || !isLess()
    case .holds: false
    }
  }
}

/// How a text writes a date or a time, as far as it matters for the order of such texts.
private struct DateForm {
  /// The lengths of the first runs of digits, six at most, and what is behind each.
  private var runs: [(length: Int, separator: UInt8?)] = []

  /// Nil for a text that does not begin with a digit.
  init?(_ text: ArraySlice<UInt8>) {
    var index = text.startIndex
    while index < text.endIndex, runs.count < 6 {
      let start = index
      while index < text.endIndex, text[index].isDigit { index += 1 }
      guard index > start else { break }
      runs.append((index - start, index < text.endIndex ? text[index] : nil))
      index += 1
    }
    if runs.isEmpty { return nil }
  }

  private static let separators: [UInt8?] = [.minus, UInt8(ascii: "/"), .dot]

  /// Whether three numbers are a date, as 2023-12-31 or 31.12.23.
  private var isDate: Bool {
    runs.count > 2 && Self.separators.contains(runs[0].separator) && runs[1].separator == runs[0].separator
      && runs[2].separator != runs[0].separator && runs[0].length <= 4 && runs[1].length <= 2
      && runs[2].length <= 4
  }

  private var isTime: Bool {
    runs.count > 1 && runs[0].separator == UInt8(ascii: ":") && runs[0].length <= 2 && runs[1].length == 2
  }

  /// Whether the day or the month is first.
  var isDayFirst: Bool { isDate && runs[0].length <= 2 && runs[2].length > 1 }

  /// Whether the order of two texts' bytes is that of what they say, or they are no dates or times.
  func isInOrder(with other: DateForm) -> Bool {
    guard isDate || isTime || other.isDate || other.isTime else { return true }
    if isDayFirst || other.isDayFirst { return false }
    return zip(runs, other.runs).allSatisfy { one, other in
      one.length == other.length
        && (one.separator == nil || other.separator == nil || one.separator == other.separator)
    }
  }
}
