/// Sorting of 64-bit keys with the index of what each belongs to; stable, so equal keys keep their order.
package enum RadixSort {
  /// A key and the index it belongs to.
  package struct Item {
    package var key: UInt64
    package var index: UInt32

    package init(key: UInt64, index: UInt32) {
      self.key = key
      self.index = index
    }
  }

  /// The items in ascending order of keys, equal keys in the order given.
  ///
  /// - Complexity: O(*n*), eight passes of one byte; a byte that all keys share costs no pass.
  static func sorted(_ items: consuming [Item]) -> [Item] {
    sorted(items) {}
  }

  /// Sorts likewise, and asks `check` every few thousand items whether to go on.
  package static func sorted<Failure: Error>(
    _ items: consuming [Item], _ check: () throws(Failure) -> Void
  ) throws(Failure) -> [Item] {
    let count = items.count
    var from = items
    guard count > 64 else {
      // Insertion sort: stable, and faster than counting for so few.
      for i in 1..<max(1, count) {
        let item = from[i]
        var j = i
        while j > 0, from[j - 1].key > item.key {
          from[j] = from[j - 1]
          j -= 1
        }
        from[j] = item
      }
      return from
    }
    var counts = [Int](repeating: 0, count: 8 * 256)
    for (offset, item) in from.enumerated() {
      if offset & 0x7FFF == 0 { try check() }
      for byte in 0..<8 { counts[byte << 8 | Int(item.key >> (8 * UInt64(byte)) & 0xFF)] += 1 }
    }
    for byte in 0..<8 {
      let shift = 8 * UInt64(byte)
      let slots = counts[byte << 8..<(byte + 1) << 8]
      if slots.contains(count) { continue }
      var starts = [Int](repeating: 0, count: 256)
      var start = 0
      for (slot, size) in slots.enumerated() {
        starts[slot] = start
        start += size
      }
      let source = from
      do {
        from = try [Item](unsafeUninitializedCapacity: count) { (buffer, initialized) throws(Failure) in
          for (offset, item) in source.enumerated() {
            if offset & 0x7FFF == 0 { try check() }
            let slot = Int(item.key >> shift & 0xFF)
            buffer.initializeElement(at: starts[slot], to: item)
            starts[slot] += 1
          }
          initialized = count
        }
      }
    }
    return from
  }
}
