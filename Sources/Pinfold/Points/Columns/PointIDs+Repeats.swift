extension PointIDs {
  /// Generated ids of rows: `#0`, `#1` and so on.
  package static func rowNames(_ rows: some Collection<Int>) -> PointIDs { .texts(rows.map { "#\($0)" }) }

  /// Whether each id is the number of its row.
  var areRowNumbers: Bool {
    guard case .integers(let values) = self else { return false }
    return values.indices.allSatisfy { values[$0] == $0 }
  }

  /// The first index whose id occurred before (`second`), and that occurrence (`first`); nil if all ids are
  /// distinct.
  ///
  /// Each hash sets one of so many bits that few collide, and only ids that share a bit are compared: a
  /// dictionary of all ids would take far more memory.
  ///
  /// - Complexity: O(*n*).
  package func firstRepeat(threads: Int = 1) -> (first: Int, second: Int)? {
    switch self {
    case .integers(let values) where values.isRising: return nil
    case .texts(let values) where values.isRising(threads: threads): return nil
    default: break
    }
    let hashes = hashes(threads: threads) {}
    var seen = HashBits(for: count)
    var shared: [UInt64] = []
    for hash in hashes where !seen.insert(hash) { shared.append(hash) }
    if shared.isEmpty { return nil }
    seen.removeAll()
    for hash in shared { _ = seen.insert(hash) }
    // Crafted strings may all share a bit; the seeded hashes of a dictionary withstand that.
    var first: [PointID: Int] = [:]
    for (index, hash) in hashes.enumerated() where seen.contains(hash) {
      if let first = first.updateValue(index, forKey: self[index]) { return (first, index) }
    }
    return nil
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

/// A set of hashes with false positives.
private struct HashBits {
  private var words: [UInt64]
  private let shift: UInt64

  /// - Parameter count: the number of hashes; each gets 64 to 128 bits.
  init(for count: Int) {
    let bits = max(1, count - 1).bitWidth - max(1, count - 1).leadingZeroBitCount
    words = [UInt64](repeating: 0, count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// Adds a hash; returns whether it was absent.
  mutating func insert(_ hash: UInt64) -> Bool {
    let (word, bit) = place(of: hash)
    let isNew = words[word] & bit == 0
    words[word] |= bit
    return isNew
  }

  func contains(_ hash: UInt64) -> Bool {
    let (word, bit) = place(of: hash)
    return words[word] & bit != 0
  }

  mutating func removeAll() { words.withMutableColumn { $0.fill(0) } }

  private func place(of hash: UInt64) -> (word: Int, bit: UInt64) {
    (Int(truncatingIfNeeded: hash >> shift), 1 << (hash & 63))
  }
}
