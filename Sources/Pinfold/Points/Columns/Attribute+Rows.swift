extension Reordering {
  func callAsFunction(_ attributes: [Attribute]) -> [Attribute] {
    let inverse = attributes.isEmpty ? [] : inverse(over: attributes.map { $0.values.count }.max() ?? 0)
    return Parallel.map(attributes, threads: threads) { attribute in
      let values: Attribute.Values =
        switch attribute.values {
        case .numbers(let column): .numbers(column.reordered(by: order, inverse: inverse))
        case .integers(let column): .integers(column.reordered(by: order, inverse: inverse))
        case .booleans(let column): .booleans(column.reordered(by: order, inverse: inverse))
        case .texts(let column): .texts(column.reordered(by: order, inverse: inverse))
        }
      return Attribute(name: attribute.name, values: values)
    }
  }

  /// The new row of each old one; `UInt32.max` if it is omitted.
  private func inverse(over count: Int) -> [UInt32] {
    var inverse = [UInt32](repeating: .max, count: count)
    for (row, old) in order.enumerated() { inverse[Int(old)] = UInt32(row) }
    return inverse
  }
}

extension Attribute {
  package func reordered(_ order: [Int]) -> Attribute {
    Reordering(order: order.map { UInt32($0) })([self])[0]
  }
}

extension Attribute.Values {
  /// A column of the same type without rows.
  var empty: Self {
    switch self {
    case .numbers: .numbers(SparseColumn())
    case .integers: .integers(SparseColumn())
    case .booleans: .booleans(SparseColumn())
    case .texts: .texts(TextColumn())
    }
  }

  /// The values at some rows, missing where there is no row.
  package func gathered(_ rows: [Int?]) -> Self {
    switch self {
    case .numbers(let values): return .numbers(rows.map { $0.map { values[$0] } ?? .nan })
    case .integers(let values): return .integers(rows.map { $0.map { values[$0] } ?? .missing })
    case .booleans(let values): return .booleans(rows.map { $0.flatMap { values[$0] } })
    case .texts(let values):
      var texts = TextColumn()
      for row in rows {
        if let text = row.flatMap({ values[$0] }) { texts.append(text) } else { texts.appendMissing() }
      }
      return .texts(texts)
    }
  }

  /// The memory that reordered columns share; nil for none.
  var sharedPart: MemoryPart? { if case .texts(let column) = self { column.sharedPart } else { nil } }
}
