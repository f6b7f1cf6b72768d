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
    #if !hasFeature(Embedded)
      case .texts(let values): .texts(self(values))
      case .mixed(let values): .mixed(self(values))
    #endif
    }
  }
}
