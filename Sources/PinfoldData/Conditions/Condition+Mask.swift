import Pinfold

/// The columns that a condition can read, one value a row.
package struct ConditionColumns {
  /// Coordinates; nil where rows have none but perhaps columns of these names.
  let longitude: [Double]?
  let latitude: [Double]?
  let attributes: [Attribute]
  let attribute: (String) -> Int?
  let count: Int
}

extension Condition {
  /// Whether the condition holds, row by row.
  ///
  /// - Parameter isStopped: whether to stop, which is an error too; called before each comparison.
  /// - Throws: ``ConditionError`` for a missing column, and for values that cannot be compared.
  /// - Complexity: O(*n*) for each comparison, where a list of constants is one.
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

  enum Values {
    case numbers(SparseColumn<Double>)
    case number(Double)
    case integers(SparseColumn<Int64>)
    case integer(Int64)
    case texts(TextColumn)
    case text(String)
    case flags(SparseColumn<Bool?>)
    case flag(Bool)

    /// The number of a row, nil where it is missing; nil for what is no number.
    var number: ((Int) -> Number?)? {
      switch self {
      case .numbers(let column): { column[$0].isNaN ? nil : Number(column[$0]) }
      case .integers(let column): { column[$0].isMissing ? nil : .whole(column[$0]) }
      case .number(let number): { _ in Number(number) }
      case .integer(let number): { _ in .whole(number) }
      case .texts, .text, .flags, .flag: nil
      }
    }

    var kind: String {
      switch self {
      case .numbers, .number, .integers, .integer: "a number"
      case .texts, .text: "a text"
      case .flags, .flag: "true or false"
      }
    }
  }

  /// A number of either kind; whole ones are compared exactly.
  enum Number: Comparable {
    case whole(Int64)
    case other(Double)

    init(_ number: Double) { self = Int64(exactly: number).map { .whole($0) } ?? .other(number) }

    var rounded: Double {
      switch self {
      case .whole(let number): Double(number)
      case .other(let number): number
      }
    }

    static func < (a: Number, b: Number) -> Bool {
      if case (.whole(let a), .whole(let b)) = (a, b) { return a < b }
      return a.rounded < b.rounded
    }
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

  private func membership(
    _ operand: Condition.Operand, _ others: [Condition.Operand]
  ) throws(ConditionError) -> [Bool] {
    switch try values(operand) {
    case .numbers(let column):
      let numbers = others.compactMap { if case .number(let number) = $0.value { number } else { nil } }
      guard numbers.count == others.count else { break }
      let set = Set(numbers)
      return rows(of: column) { set.contains($0) }
    case .integers(let column):
      let numbers = others.compactMap { operand -> Number? in
        switch operand.value {
        case .number(let number): Number(number)
        case .integer(let number): .whole(number)
        default: nil
        }
      }
      guard numbers.count == others.count else { break }
      let set = Set(numbers.compactMap { if case .whole(let number) = $0 { number } else { nil } })
      return rows(of: column) { set.contains($0) }
    case .texts(let column):
      let texts = others.compactMap {
        if case .text(let text) = $0.value { ArraySlice(text.utf8) } else { nil }
      }
      guard texts.count == others.count else { break }
      let set = Set(texts)
      return (0..<columns.count).map { row in column.utf8(at: row).map { set.contains($0) } ?? false }
    default: break
    }
    return try joined(others.map { .comparison(operand, .equal, $0) }) { $0 || $1 }
  }

  private func values(_ operand: Condition.Operand) throws(ConditionError) -> Values {
    switch operand.value {
    case .number(let number): return .number(number)
    case .integer(let number): return .integer(number)
    case .text(let text): return .text(text)
    case .flag(let flag): return .flag(flag)
    case .longitude:
      if let longitude = columns.longitude { return .numbers(SparseColumn(longitude)) }
      return try column("lon", operand)
    case .latitude:
      if let latitude = columns.latitude { return .numbers(SparseColumn(latitude)) }
      return try column("lat", operand)
    case .column(let name): return try column(name, operand)
    }
  }

  private func column(_ name: String, _ operand: Condition.Operand) throws(ConditionError) -> Values {
    guard let place = columns.attribute(name) else {
      let names = columns.attributes.map(\.name)
      throw mistake(operand, "no column '\(name)'" + Suggestion.clause(for: name, among: names))
    }
    return switch columns.attributes[place].values {
    case .numbers(let numbers): .numbers(numbers)
    case .integers(let numbers): .integers(numbers)
    case .texts(let texts): .texts(texts)
    case .booleans(let flags): .flags(flags)
    }
  }

  private func truth(_ operand: Condition.Operand) throws(ConditionError) -> [Bool] {
    switch try values(operand) {
    case .flag(let flag): return [Bool](repeating: flag, count: columns.count)
    case .flags(let flags): return rows(of: flags) { $0 == true }
    case let values:
      throw mistake(operand, "\(values.kind) is no condition; compare it, as in x > 4 or x = 'a'")
    }
  }

  private func missing(_ operand: Condition.Operand) throws(ConditionError) -> [Bool] {
    let present: [Bool]
    switch try values(operand) {
    case .numbers(let numbers): present = rows(of: numbers) { !$0.isNaN }
    case .integers(let numbers): present = rows(of: numbers) { _ in true }
    case .flags(let flags): present = rows(of: flags) { $0 != nil }
    case .texts(let texts): present = (0..<columns.count).map { texts[$0] != nil }
    case .number, .integer, .text, .flag: throw mistake(operand, "only a column can be missing")
    }
    return present.map { !$0 }
  }

  private func rows<Element>(of column: SparseColumn<Element>, _ holds: (Element) -> Bool) -> [Bool] {
    var mask = [Bool](repeating: false, count: columns.count)
    for (row, element) in column.present where holds(element) { mask[row] = true }
    return mask
  }

  private func compared(
    _ left: Condition.Operand, _ comparison: Condition.Comparison, _ right: Condition.Operand
  ) throws(ConditionError) -> [Bool] {
    let sides = (try values(left), try values(right))
    let isSearch = comparison == .holds
    let count = columns.count
    switch sides {
    case (.numbers(let column), .number(let number)) where !isSearch:
      return rows(of: column) { comparison.holds($0, number) }
    case (.number(let number), .numbers(let column)) where !isSearch:
      return rows(of: column) { comparison.holds(number, $0) }
    case (.integers(let column), .number(let number)) where !isSearch && Int64(exactly: number) != nil:
      let whole = Int64(number)
      return rows(of: column) { comparison.holds($0, whole) }
    case (.integers(let column), .integer(let number)) where !isSearch:
      return rows(of: column) { comparison.holds($0, number) }
    case (.texts(let column), .text(let text)):
      let (search, bytes) = (TextSearch(text), ArraySlice(text.utf8))
      return (0..<count).map { row in
        column.utf8(at: row).map { comparison.holds($0, bytes, search) } ?? false
      }
    case (.text(let text), .texts(let column)):
      let bytes = ArraySlice(text.utf8)
      return (0..<count).map { row in
        column.utf8(at: row).map { comparison.holds(bytes, $0, TextSearch($0)) } ?? false
      }
    case (.texts(let column), .texts(let other)):
      return (0..<count).map { row in
        guard let a = column.utf8(at: row), let b = other.utf8(at: row) else { return false }
        return comparison.holds(a, b, TextSearch(b))
      }
    case (.flags(let flags), .flag(let flag)) where comparison == .equal,
      (.flag(let flag), .flags(let flags)) where comparison == .equal:
      return rows(of: flags) { $0 == flag }
    default:
      if let a = sides.0.number, let b = sides.1.number, !isSearch {
        return (0..<count).map { row in
          guard let a = a(row), let b = b(row) else { return false }
          return comparison.holds(a, b)
        }
      }
    }
    throw mistake(
      right,
      "\(sides.0.kind) \(comparison.rawValue) \(sides.1.kind) cannot be compared; "
        + "numbers go with numbers, texts with texts in quotes, and ~ with texts")
  }

  private func mistake(_ operand: Condition.Operand, _ message: String) -> ConditionError {
    ConditionError(text: text, offset: operand.offset, message: message)
  }
}

extension Condition.Comparison {
  fileprivate func holds<Number: Comparable>(_ a: Number, _ b: Number) -> Bool {
    switch self {
    case .equal: a == b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    case .holds: false
    }
  }

  /// Compares texts in the order of their bytes; `search` finds the second in others.
  fileprivate func holds(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>, _ search: TextSearch) -> Bool {
    switch self {
    case .equal: a == b
    case .less: a.lexicographicallyPrecedes(b)
    case .lessOrEqual: !b.lexicographicallyPrecedes(a)
    case .greater: b.lexicographicallyPrecedes(a)
    case .greaterOrEqual: !a.lexicographicallyPrecedes(b)
    case .holds: search.finds(in: a)
    }
  }
}
