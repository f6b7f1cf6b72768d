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
      let names = columns.attributes.map(\.name)
      throw mistake(operand, "no column '\(name)'" + Suggestion.clause(for: name, among: names))
    }
    return .column(columns.attributes[place].values)
  }

  private func truth(_ operand: Condition.Operand) throws(ConditionError) -> [Bool] {
    let values = try values(operand)
    if let flag = values.flag { return rows { flag($0) == true } }
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
        for operand in [left, right] where comparison != .equal { try refuseDate(operand) }
        return rows(a, b) { comparison.holds($0 == $1, $0.lexicographicallyPrecedes($1)) }
      }
      let search = right.constant?.bytes.map { TextSearch($0) }
      return rows(a, b) { (search ?? TextSearch($1)).finds(in: $0) }
    }
    if comparison == .equal, let a = one.flag, let b = other.flag { return rows(a, b, where: ==) }
    throw mistake(
      right,
      "\(one.kind) \(comparison.rawValue) \(other.kind) cannot be compared; "
        + "numbers go with numbers, texts with texts in quotes, and ~ with texts")
  }

  /// Refuses a date that begins with its day or month: the order of such texts is not that of the dates.
  private func refuseDate(_ operand: Condition.Operand) throws(ConditionError) {
    guard case .text(let date)? = operand.constant,
      date.prefixMatch(of: /[0-9]{1,2}[.\/-][0-9]{1,2}[.\/-][0-9]{2,4}\b/) != nil
    else { return }
    throw mistake(
      operand,
      "texts are compared letter by letter, which is not the order of dates such as '\(date)'; only dates with the year first "
        + "(2023-12-31) are in order")
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
