/// Sorting of 64-bit keys with the index of what each belongs to; stable, so equal keys keep their order.
package enum RadixSort {
  /// A key and the index it belongs to.
  package struct Item: BitwiseCopyable {
    package var key: UInt64
    package var index: UInt32

    package init(key: UInt64, index: UInt32) {
      self.key = key
      self.index = index
    }
  }

  /// The items in ascending order of keys, equal keys in the order given.
  ///
  /// - Complexity: O(*n*), six passes of 11 bits; a digit that all keys share costs no pass. Bound by writing
  ///   to as many places at a time as a digit has values.
  static func sorted(_ items: consuming [Item]) -> [Item] {
    sorted(items) {}
  }

  /// Sorts likewise, and asks `check` every few thousand items whether to go on.
  ///
  /// - Parameter rareBits: low bits of the key that decide the order of few neighbors, so that no pass is
  ///   worth its while.
  package static func sorted<Failure: Error>(
    _ items: consuming [Item], rareBits: Int = 0, _ check: () throws(Failure) -> Void
  ) throws(Failure) -> [Item] {
    let count = items.count
    guard count > 64 else {
      sortByInsertion(&items)
      return items
    }
    // Fewer items than places are better off with smaller digits.
    let digitBits = count < 1 << 12 ? 8 : 11
    let (slots, low) = (1 << digitBits, UInt64(rareBits))
    let passes = (64 - rareBits + digitBits - 1) / digitBits
    var counts = [UInt32](repeating: 0, count: passes * slots)
    for (offset, item) in items.enumerated() {
      if offset & 0x7FFF == 0 { try check() }
      var rest = item.key &>> low
      for pass in 0..<passes {
        counts[pass &* slots &+ Int(truncatingIfNeeded: rest) & (slots &- 1)] &+= 1
        rest &>>= UInt64(digitBits)
      }
    }
    var from = items
    var to: [Item] = []
    for pass in 0..<passes {
      var starts = counts[pass * slots..<(pass + 1) * slots]
      if starts.contains(UInt32(count)) { continue }
      var start: UInt32 = 0
      for slot in starts.indices {
        let size = starts[slot]
        starts[slot] = start
        start &+= size
      }
      let shift = low + UInt64(pass * digitBits)
      if to.isEmpty {
        to = [Item](count: count) { $0.initialize(repeating: Item(key: 0, index: 0), count: count) }
      }
      try deal(from, to: &to, by: shift, Array(starts), check)
      swap(&from, &to)
    }
    if rareBits > 0 { sortByInsertion(&from) }
    return from
  }

  /// Deals items out to where those with their digit start.
  private static func deal<Failure: Error>(
    _ items: [Item], to target: inout [Item], by shift: UInt64, _ starts: consuming [UInt32],
    _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let mask = starts.count - 1
    try target.withUnsafeMutableBufferPointer { (target) throws(Failure) in
      try starts.withUnsafeMutableBufferPointer { (starts) throws(Failure) in
        for (offset, item) in items.enumerated() {
          if offset & 0x7FFF == 0 { try check() }
          let slot = Int(truncatingIfNeeded: item.key &>> shift) & mask
          target[Int(starts[slot])] = item
          starts[slot] &+= 1
        }
      }
    }
  }

  /// Sorts a few items, or many that are nearly sorted: stable, and faster than counting for them.
  private static func sortByInsertion(_ items: inout [Item]) {
    for i in 1..<max(1, items.count) where items[i - 1].key > items[i].key {
      let item = items[i]
      var j = i
      repeat {
        items[j] = items[j - 1]
        j -= 1
      } while j > 0 && items[j - 1].key > item.key
      items[j] = item
    }
  }
}
