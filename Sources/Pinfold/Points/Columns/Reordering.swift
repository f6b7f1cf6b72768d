/// Reorders columns: the new value at `i` is the old one at `order[i]`.
struct Reordering {
  let order: [UInt32]
  var threads = 1

  func callAsFunction<Element>(_ column: [Element]) -> [Element] { order.map { column[Int($0)] } }

  func callAsFunction(_ column: [String]) -> [String] {
    [String](count: order.count, threads: threads) { texts, rows in
      for row in rows { texts.set(row, to: column[Int(order[row])]) }
    }
  }

  func callAsFunction<Element: BitwiseCopyable & Sendable>(_ column: [Element]) -> [Element] {
    [Element](count: order.count, threads: threads, {}) { values, rows in
      for row in rows { values[row] = column[Int(order[row])] }
    }
  }

  func callAsFunction(_ ids: PointIDs) -> PointIDs {
    switch ids {
    case .integers(let values): .integers(self(values))
    case .texts(let values): .texts(self(values))
    case .mixed(let values): .mixed(self(values))
    }
  }

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
