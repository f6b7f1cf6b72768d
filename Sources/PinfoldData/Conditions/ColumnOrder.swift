package import Pinfold

extension Attribute.Values {
  /// Some rows in the order of their values: numbers, texts by their bytes, false before true. Rows of
  /// equal values keep their order; those without a value are last in either direction.
  package func sorted(_ rows: [Int], descending: Bool) -> [Int] {
    switch self {
    case .numbers(let numbers):
      Self.sorted(rows, descending, by: { numbers[$0].isNaN ? nil : numbers[$0] })
    case .integers(let numbers):
      Self.sorted(rows, descending, by: { numbers[$0].isMissing ? nil : numbers[$0] })
    case .booleans(let flags): Self.sorted(rows, descending, by: { flags[$0].map { $0 ? 1 : 0 } })
    case .texts(let texts):
      Self.sorted(
        rows, descending,
        by: { texts.utf8(at: $0).map { RadixSort.leadingKey($0.span) } }
      ) {
        one, other in
        guard let text = texts.utf8(at: one), let more = texts.utf8(at: other) else { return false }
        return text.lexicographicallyPrecedes(more)
      }
    }
  }

  /// - Parameter precedes: whether one row comes before another of an equal key.
  private static func sorted<Key: Comparable>(
    _ rows: [Int], _ descending: Bool, by key: (Int) -> Key?,
    precedes: (Int, Int) -> Bool = { _, _ in false }
  ) -> [Int] {
    var present: [(key: Key, row: Int, place: Int)] = []
    var missing: [Int] = []
    present.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() {
      if let key = key(row) { present.append((key, row, place)) } else { missing.append(row) }
    }
    present.sort { one, other in
      let (first, second) = descending ? (other, one) : (one, other)
      if first.key != second.key { return first.key < second.key }
      return precedes(first.row, second.row) || !precedes(second.row, first.row) && one.place < other.place
    }
    return present.map(\.row) + missing
  }
}
