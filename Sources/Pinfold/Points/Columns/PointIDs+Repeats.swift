extension PointIDs {
  /// Generated ids of rows: `#0`, `#1` and so on.
  package static func rowNames(_ rows: some Collection<Int>) -> PointIDs { .texts(rows.map { "#\($0)" }) }

  /// Whether each id is the number of its row.
  var areRowNumbers: Bool {
    guard case .integers(let values) = self else { return false }
    return values.indices.allSatisfy { values[$0] == $0 }
  }

  /// The indices whose ids occurred before (`second`), in order, each with the first such (`first`).
  ///
  /// Only ids with equal hashes are compared: a dictionary of all ids would take far more memory.
  ///
  /// - Complexity: O(*n*).
  package func repeats(threads: Int = 1) -> [(first: Int, second: Int)] {
    switch self {
    case .integers(let values) where values.isRising: return []
    case .texts(let values) where values.isRising(threads: threads): return []
    default: break
    }
    let hashes = hashes(threads: threads) {}
    let items = [RadixSort.Item](count: count, threads: threads, {}) { items, rows in
      for row in rows { items[row] = RadixSort.Item(key: hashes[row], index: UInt32(row)) }
    }
    let sorted = RadixSort.sorted(items, threads: threads) {}
    var shared: Set<UInt32> = []
    for (one, other) in zip(sorted, sorted.dropFirst()) where one.key == other.key {
      shared.formUnion([one.index, other.index])
    }
    // Crafted strings may all share a hash; the seeded hashes of a dictionary withstand that.
    var first: [PointID: Int] = [:]
    return shared.sorted().map(Int.init).compactMap { index in
      if let before = first[self[index]] { return (before, index) }
      first[self[index]] = index
      return nil
    }
  }
}

extension [String] {
  /// Whether each string is longer than the one before, or as long and greater, as numbered ids usually are.
  fileprivate func isRising(threads: Int) -> Bool {
    // Each share extends to the first element of the next.
    let rising = Parallel.map(Parallel.shares(of: indices, threads: threads), threads: threads) {
      share -> Bool in
      let own = self[share.lowerBound..<Swift.min(share.upperBound + 1, count)]
      return zip(own, own.dropFirst()).allSatisfy { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }
    return !rising.contains(false)
  }
}
