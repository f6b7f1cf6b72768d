/// The rank of each point's id.
struct IDOrder {
  /// `ranks[i]` is the number of ids lower than that of point `i`; nil if that is always `i`, as for row
  /// numbers.
  let ranks: [UInt32]?

  /// Two points with the same id; nil if there are none.
  private var duplicate: (Int, Int)?

  /// - Parameter check: called now and then; an error that it throws ends the work.
  /// - Complexity: O(*n*) for integers, O(*n* log *n*) for strings.
  init<Stop: Error>(_ ids: PointIDs, threads: Int = 1, _ check: () throws(Stop) -> Void) throws(Stop) {
    let sorted: [RadixSort.Item]
    switch ids {
    case .integers(let values):
      if values.isRising {
        ranks = nil
        return
      }
      // With its sign bit flipped, a signed number is sorted as an unsigned one.
      let items = try [RadixSort.Item](count: values.count, threads: threads, check) { items, rows in
        for row in rows {
          items[row] = RadixSort.Item(key: UInt64(bitPattern: values[row]) ^ 1 << 63, index: UInt32(row))
        }
      }
      sorted = try RadixSort.sorted(items, threads: threads, check)
      duplicate = Self.neighbours(in: sorted[...]) { $0.key == $1.key }
    #if !hasFeature(Embedded)
      case .texts(let values):
        (sorted, duplicate) = try Self.sortedTexts(values, threads: threads, check)
      case .mixed(let values):
        // By their bytes, the number 7 and the string "7" tie.
        var items = try Self.sortedTexts(values.map { $0.description }, threads: threads, check).order
        try items.sort(by: { values[Int($0.index)].precedesInMixedSet(values[Int($1.index)]) }, check)
        sorted = items
        duplicate = Self.neighbours(in: sorted[...]) { values[Int($0.index)] == values[Int($1.index)] }
    #endif
    }
    try check()
    ranks = [UInt32](count: sorted.count) { ranks in
      Parallel.share(sorted.indices, threads: threads) { range in
        for rank in range { ranks[Int(sorted[rank].index)] = UInt32(rank) }
      }
    }
  }

  /// The first two equal neighbors of an order.
  private static func neighbours(
    in order: ArraySlice<RadixSort.Item>, _ same: (RadixSort.Item, RadixSort.Item) -> Bool
  ) -> (Int, Int)? {
    zip(order, order.dropFirst()).first(where: same).map { (Int($0.index), Int($1.index)) }
  }

  /// Throws if two of the ids that were ranked are equal.
  func checkUnique(_ ids: PointIDs) throws(PointSetError) {
    guard let (one, other) = duplicate else { return }
    let rows = (min(one, other), max(one, other))
    throw .duplicateID(ids[rows.0], firstRow: rows.0, secondRow: rows.1)
  }

  #if !hasFeature(Embedded)
    /// The strings sorted by their UTF-8 bytes, stably, and the first two equal ones.
    private static func sortedTexts<Stop: Error>(
      _ texts: [String], threads: Int, _ check: () throws(Stop) -> Void
    ) throws(Stop) -> (order: [RadixSort.Item], duplicate: (Int, Int)?) {
      // The first eight bytes decide most comparisons and can be radix-sorted.
      let items = try [RadixSort.Item](count: texts.count, threads: threads, check) { items, rows in
        for row in rows {
          items[row] = RadixSort.Item(key: texts[row].leadingKey, index: UInt32(row))
        }
      }
      func precedes(_ one: RadixSort.Item, _ other: RadixSort.Item) -> Bool {
        let (first, second) = (texts[Int(one.index)].utf8, texts[Int(other.index)].utf8)
        if first.lexicographicallyPrecedes(second) { return true }
        return one.index < other.index && !second.lexicographicallyPrecedes(first)
      }
      var sorted = try RadixSort.sorted(items, threads: threads, check)
      var duplicate: (Int, Int)?
      var start = 0
      while start < sorted.count {
        var end = start + 1
        while end < sorted.count, sorted[end].key == sorted[start].key { end += 1 }
        // Only strings with the same leading bytes can be equal or out of order.
        if end - start > 1 {
          try sorted[start..<end].sort(by: precedes, check)
          duplicate =
            duplicate
            ?? neighbours(in: sorted[start..<end]) {
              texts[Int($0.index)].utf8.elementsEqual(texts[Int($1.index)].utf8)
            }
        }
        start = end
      }
      return (sorted, duplicate)
    }
  #endif
}

extension PointIDs {
  /// The hash of each id, from which cluster ids are computed; equal ids have equal hashes in every set.
  func hashes<Stop: Error>(
    threads: Int = 1, _ check: () throws(Stop) -> Void
  ) throws(Stop) -> [UInt64] {
    switch self {
    case .integers(let values):
      try [UInt64](count: values.count, threads: threads, check) { hashes, rows in
        for row in rows { hashes[row] = PointID.hash(values[row]) }
      }
    #if !hasFeature(Embedded)
      case .texts(let values):
        try [UInt64](count: values.count, threads: threads, check) { hashes, rows in
          for row in rows { hashes[row] = PointID.hash(values[row]) }
        }
      case .mixed(let values):
        try [UInt64](count: values.count, threads: threads, check) { hashes, rows in
          for row in rows { hashes[row] = values[row].stableHash }
        }
    #endif
    }
  }
}

extension PointID {
  fileprivate static func hash(_ id: Int64) -> UInt64 {
    SplitMix64.mix(UInt64(bitPattern: id) &+ 0x9E37_79B9_7F4A_7C15)
  }

  #if !hasFeature(Embedded)
    fileprivate var stableHash: UInt64 {
      switch self {
      case .integer(let value): Self.hash(value)
      case .text(let value): Self.hash(value)
      }
    }

    /// FNV-1a over the bytes, then mixed; the seed separates strings from integers.
    fileprivate static func hash(_ id: String) -> UInt64 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      id.withBytes { bytes in
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3 }
      }
      return SplitMix64.mix(hash ^ 0x7465_7874_7465_7874)
    }
  #endif
}

#if !hasFeature(Embedded)
  extension String {
    var leadingKey: UInt64 { withBytes(RadixSort.leadingKey) }
  }
#endif

extension [Int64] {
  /// Whether the numbers are strictly ascending.
  var isRising: Bool {
    withColumn { values in
      for index in 1..<Swift.max(1, count) where values[index - 1] >= values[index] { return false }
      return true
    }
  }
}

extension PointID {
  /// Whether the id precedes another: integers by value, others by the bytes of their text.
  func precedes(_ other: PointID) -> Bool {
    if case (.integer(let number), .integer(let other)) = (self, other) { return number < other }
    #if hasFeature(Embedded)
      return false
    #else
      return precedesInMixedSet(other)
    #endif
  }

  #if !hasFeature(Embedded)
    /// Whether the id precedes another in a set of integers and strings.
    func precedesInMixedSet(_ other: PointID) -> Bool {
      let (bytes, others) = (description.utf8, other.description.utf8)
      // The number 7 and the string "7" have the same bytes; the number comes first.
      if bytes.elementsEqual(others) { return isInteger && !other.isInteger }
      return bytes.lexicographicallyPrecedes(others)
    }

    private var isInteger: Bool { if case .integer = self { true } else { false } }
  #endif
}

/// The points in the order of their ids, for lookups by id.
final class IDLookup: Sendable {
  private let ids: PointIDs
  private let byRank: [UInt32]

  /// - Complexity: O(*n*).
  init(_ ids: PointIDs, ranks: [UInt32]) {
    self.ids = ids
    var byRank = [UInt32](repeating: 0, count: ranks.count)
    for (point, rank) in ranks.enumerated() { byRank[Int(rank)] = UInt32(point) }
    self.byRank = byRank
  }

  /// Returns the number of lower ids, and the point with this one. A set of integers contains no string, and
  /// vice versa.
  ///
  /// - Complexity: O(log *n*).
  func find(_ id: PointID) -> (rank: Int, point: Int?) {
    let rank: Int
    switch (ids, id) {
    case (.integers(let values), .integer(let id)):
      rank = byRank.indices.partitioningIndex { values[Int(byRank[$0])] >= id }
    #if !hasFeature(Embedded)
      case (.texts(let values), .text(let id)):
        rank = byRank.indices.partitioningIndex {
          !values[Int(byRank[$0])].utf8.lexicographicallyPrecedes(id.utf8)
        }
      case (.mixed(let values), _):
        rank = byRank.indices.partitioningIndex { !values[Int(byRank[$0])].precedesInMixedSet(id) }
      default:
        return (0, nil)
    #endif
    }
    guard rank < byRank.count, ids[Int(byRank[rank])] == id else { return (rank, nil) }
    return (rank, Int(byRank[rank]))
  }
}
