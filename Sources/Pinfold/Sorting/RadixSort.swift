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

  /// The first eight bytes of a text as a number: such numbers are in the order of the texts' bytes, as far
  /// as these decide it.
  @inlinable
  package static func leadingKey(_ text: some Sequence<UInt8>) -> UInt64 {
    var (key, shift) = (UInt64(0), UInt64(64))
    for byte in text {
      if shift == 0 { break }
      shift -= 8
      key |= UInt64(byte) << shift
    }
    return key
  }

  /// The items in ascending order of keys, equal keys in the order given.
  ///
  /// - Complexity: O(*n*), six passes of 11 bits; a digit that all keys share is only counted. Bound by
  ///   writing to as many places at a time as a digit has values.
  static func sorted(_ items: consuming [Item]) -> [Item] {
    sorted(items) {}
  }

  /// Sorts likewise, and asks `check` every ``Parallel/stretch`` items whether to go on.
  ///
  /// - Parameters:
  ///   - rareBits: low bits of the key that decide the order of few neighbors, so that no pass is worth its
  ///     while.
  ///   - threads: the number of threads that share each pass.
  package static func sorted<Failure: Error>(
    _ items: consuming [Item], rareBits: Int = 0, threads: Int = 1, _ check: () throws(Failure) -> Void
  ) throws(Failure) -> [Item] {
    let count = items.count
    guard count > 64 else {
      sortByInsertion(&items)
      return items
    }
    var from = items
    var to: [Item] = []
    var pass = Pass(count: count, lowestBit: rareBits, parts: count > 1 << 16 ? threads : 1)
    while pass.shift < 64 {
      if let starts = try pass.starts(in: from, check) {
        if to.isEmpty {
          to = [Item](count: count) { $0.initialize(repeating: Item(key: 0, index: 0), count: count) }
        }
        try pass.deal(from, to: &to, starts, check)
        swap(&from, &to)
      }
      pass.shift += pass.digitBits
    }
    if rareBits > 0 { sortByInsertion(&from) }
    return from
  }

  /// A pass over one digit of the keys, whose parts are dealt out by a thread each.
  private struct Pass {
    let count: Int
    let parts: Int

    /// Fewer items than places are better off with smaller digits.
    let digitBits: Int

    /// The lowest bit of the digit.
    var shift: Int

    private var slots: Int { 1 << digitBits }

    init(count: Int, lowestBit: Int, parts: Int) {
      self.count = count
      self.parts = parts
      digitBits = count < 1 << 12 ? 8 : 11
      shift = lowestBit
    }

    /// Calls `body` for each part with its items, a stretch of all parts at a time and each part in its
    /// order.
    private func forEachStretch<Failure: Error>(
      _ check: () throws(Failure) -> Void, _ body: @Sendable (_ part: Int, Range<Int>) -> Void
    ) throws(Failure) {
      let stretches = (count + Parallel.stretch - 1) / Parallel.stretch
      for stretch in 0..<stretches {
        try check()
        Parallel.forEach(parts: parts, threads: parts) { part in
          let (start, end) = (count * part / parts, count * (part + 1) / parts)
          let size = end - start
          body(part, start + size * stretch / stretches..<start + size * (stretch + 1) / stretches)
        }
      }
    }

    /// Where each part's items of each digit start, the parts one after the other; nil where all items have
    /// the same digit.
    func starts<Failure: Error>(
      in items: [Item], _ check: () throws(Failure) -> Void
    ) throws(Failure) -> [UInt32]? {
      let (shift, slots) = (UInt64(shift), slots)
      var starts = [UInt32](repeating: 0, count: parts * slots)
      try starts.withUnsafeMutableBufferPointer { (starts) throws(Failure) in
        nonisolated(unsafe) let counts = starts
        try forEachStretch(check) { part, range in
          for item in items[range] {
            counts[part &* slots &+ Int(truncatingIfNeeded: item.key &>> shift) & (slots &- 1)] &+= 1
          }
        }
      }
      var start: UInt32 = 0
      for slot in 0..<slots {
        let before = start
        for place in stride(from: slot, to: starts.count, by: slots) {
          let size = starts[place]
          starts[place] = start
          start &+= size
        }
        if start &- before == UInt32(count) { return nil }
      }
      return starts
    }

    /// Deals items out to where those with their digit start.
    func deal<Failure: Error>(
      _ items: [Item], to target: inout [Item], _ starts: consuming [UInt32],
      _ check: () throws(Failure) -> Void
    ) throws(Failure) {
      let (shift, slots) = (UInt64(shift), slots)
      try target.withUnsafeMutableBufferPointer { (target) throws(Failure) in
        try starts.withUnsafeMutableBufferPointer { (starts) throws(Failure) in
          nonisolated(unsafe) let (target, next) = (target, starts)
          try forEachStretch(check) { part, range in
            for item in items[range] {
              let slot = part &* slots &+ Int(truncatingIfNeeded: item.key &>> shift) & (slots &- 1)
              target[Int(next[slot])] = item
              next[slot] &+= 1
            }
          }
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
