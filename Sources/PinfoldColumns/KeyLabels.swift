/// Numbers keys from 1 in the order in which they first come.
protocol KeyLabels {
  /// Returns the label of a key, or 0 if it has none yet; it then gets the given one.
  mutating func label(of key: Int64, orElse new: UInt32) -> UInt32
}

/// A table over the range of the keys, where that is small.
struct DirectLabels: KeyLabels {
  private let low: Int64
  private var labels: [UInt32]

  /// Makes room for keys in a range of at most `limit`; nil where it is larger.
  init?(low: Int64, high: Int64, limit: Int) {
    let (span, overflow) = high.subtractingReportingOverflow(low)
    guard !overflow, span < limit else { return nil }
    self.low = low
    labels = [UInt32](repeating: 0, count: Int(span) + 1)
  }

  @inline(__always)
  mutating func label(of key: Int64, orElse new: UInt32) -> UInt32 {
    let slot = Int(key - low)
    let known = labels[slot]
    if known == 0 { labels[slot] = new }
    return known
  }
}

/// A hash table with linear probing, for keys far apart.
struct HashedLabels: KeyLabels {
  private var keys: [Int64]
  private var labels: [UInt32]
  private var room: Int

  init() {
    keys = [Int64](repeating: 0, count: 64)
    labels = [UInt32](repeating: 0, count: 64)
    room = 32
  }

  @inline(__always)
  mutating func label(of key: Int64, orElse new: UInt32) -> UInt32 {
    let slot = slot(of: key)
    let known = labels[slot]
    if known == 0 { insert(key, new, at: slot) }
    return known
  }

  @inline(__always)
  private func slot(of key: Int64) -> Int {
    let scattered = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: scattered ^ scattered >> 32) & (keys.count - 1)
    while labels[slot] != 0 && keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
    return slot
  }

  private mutating func insert(_ key: Int64, _ label: UInt32, at slot: Int) {
    keys[slot] = key
    labels[slot] = label
    room -= 1
    guard room == 0 else { return }
    let (oldKeys, oldLabels) = (keys, labels)
    keys = [Int64](repeating: 0, count: 2 * oldKeys.count)
    labels = [UInt32](repeating: 0, count: 2 * oldKeys.count)
    for old in oldKeys.indices where oldLabels[old] != 0 {
      let slot = self.slot(of: oldKeys[old])
      keys[slot] = oldKeys[old]
      labels[slot] = oldLabels[old]
    }
    room = oldKeys.count / 2
  }
}
