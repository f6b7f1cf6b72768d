/// Sorting of 64-bit keys with the index of what each belongs to; stable, so equal keys keep their order.
package enum RadixSort {
  /// A key and the index it belongs to.
  package struct Item: BitwiseCopyable {
    package var key: UInt64
    package var index: UInt32

    /// What else goes with the item; an item takes as much memory without.
    var tag: UInt32

    package init(key: UInt64, index: UInt32) { self.init(key: key, index: index, tag: 0) }

    init(key: UInt64, index: UInt32, tag: UInt32) { (self.key, self.index, self.tag) = (key, index, tag) }
  }

  /// The first eight bytes of a text as a number: such numbers are in the order of the texts' bytes, as far
  /// as these decide it.
  package static func leadingKey(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if text.count >= 8 {
      return UInt64(bigEndian: UnsafeRawBufferPointer(text).loadUnaligned(as: UInt64.self))
    }
    let unused = UInt64(64 - 8 * text.count)
    if text.count < 4 { return text.reduce(0) { $0 << 8 | UInt64($1) } << unused }
    // The first four bytes and the last four, which are the same where they meet.
    let bytes = UnsafeRawBufferPointer(text)
    let first = UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
    let last = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: text.count - 4, as: UInt32.self))
    return UInt64(first) << 32 | UInt64(last) << unused
  }

  /// The items in ascending order of keys, equal keys in the order given.
  ///
  /// Two passes deal items out by the two highest digits in which keys differ, the lower digit first; what
  /// these leave side by side is mostly one item or a few, and is sorted by itself.
  ///
  /// - Complexity: O(*n*). Bound by writing to as many places at a time as a digit has values: of the time
  ///   that 10^6 uniform Z-order keys take, the two passes have three quarters (`perf`, samples of processor
  ///   time).
  static func sorted(_ items: consuming [Item]) -> [Item] {
    sorted(items) {}
  }

  /// Sorts likewise, and asks `check` every ``Parallel/stretch`` items whether to go on.
  ///
  /// - Parameter threads: the number of threads that share each pass.
  package static func sorted<Failure: Error>(
    _ items: consuming [Item], threads: Int = 1, _ check: () throws(Failure) -> Void
  ) throws(Failure) -> [Item] {
    var spare = [Item](count: items.count > fewItems ? items.count : 0) { _ in }
    try items.withUnsafeMutableBufferPointer { (items) throws(Failure) in
      try spare.withUnsafeMutableBufferPointer { (spare) throws(Failure) in
        try sort(items, spare: spare, threads: threads, check)
      }
    }
    return items
  }

  /// Sorts likewise, in the memory of the items and some more.
  ///
  /// - Parameter spare: room for as many items, but for a few; what is in it does not matter.
  static func sort<Failure: Error>(
    _ items: UnsafeMutableBufferPointer<Item>, spare: UnsafeMutableBufferPointer<Item>, threads: Int,
    _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let count = items.count
    guard count > fewItems else { return sortByInsertion(items) }
    let first = items[0].key
    let width = UInt64.bitWidth - items.reduce(0) { $0 | ($1.key ^ first) }.leadingZeroBitCount
    if width == 0 { return }
    var (from, to) = (items, spare)
    var pass = Pass(count: count, width: width, parts: count > 1 << 16 ? threads : 1)
    let lowestBit = pass.shift
    while pass.shift < width {
      if let starts = try pass.starts(in: from, check) {
        try pass.deal(from, to: to, starts, check)
        swap(&from, &to)
      }
      pass.shift += pass.digitBits
    }
    // One of the two passes may have had nothing to do.
    if from.baseAddress != items.baseAddress { _ = items.update(fromContentsOf: from[..<count]) }
    if lowestBit > 0 { try sortRuns(of: items, spare: spare, above: lowestBit, parts: pass.parts, check) }
  }

  /// So few items are sorted by insertion.
  private static let fewItems = 64

  /// Sorts each run of items whose keys differ in their lowest bits alone.
  private static func sortRuns<Failure: Error>(
    of items: UnsafeMutableBufferPointer<Item>, spare: UnsafeMutableBufferPointer<Item>, above bits: Int,
    parts: Int, _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let count = items.count
    var large: [Range<Int>] = []
    var start = 0
    while start < count {
      try check()
      // No run is cut, so that each thread has items of its own.
      let size = min(Parallel.stretch, count - start)
      let ends = (1...parts).map { runStart(in: items, from: start + size * $0 / parts, above: bits) }
      let starts = [start] + ends.dropLast()
      var found = [[Range<Int>]](repeating: [], count: parts)
      found.withUnsafeMutableBufferPointer { found in
        nonisolated(unsafe) let (items, spare, found) = (items, spare, found)
        Parallel.forEach(parts: parts, threads: parts) { part in
          found[part] = sortRuns(
            of: items, spare: spare, in: starts[part]..<max(starts[part], ends[part]), above: bits)
        }
      }
      large += found.joined()
      start = ends[parts - 1]
    }
    for run in large {
      try sort(
        UnsafeMutableBufferPointer(rebasing: items[run]),
        spare: UnsafeMutableBufferPointer(rebasing: spare[run]),
        threads: parts, check)
    }
  }

  /// The first place from an index on at which a run begins.
  private static func runStart(in items: UnsafeMutableBufferPointer<Item>, from index: Int, above bits: Int)
    -> Int
  {
    var index = index
    while index < items.count, items[index].key &>> bits == items[index - 1].key &>> bits { index += 1 }
    return index
  }

  /// Sorts runs, but returns those that threads had better share.
  private static func sortRuns(
    of items: UnsafeMutableBufferPointer<Item>, spare: UnsafeMutableBufferPointer<Item>, in range: Range<Int>,
    above bits: Int
  ) -> [Range<Int>] {
    var large: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let high = items[start].key &>> bits
      var end = start + 1
      while end < range.upperBound, items[end].key &>> bits == high { end += 1 }
      let run = UnsafeMutableBufferPointer(rebasing: items[start..<end])
      if run.count > 1 << 16 {
        large.append(start..<end)
      } else if run.count > fewItems {
        sort(run, spare: UnsafeMutableBufferPointer(rebasing: spare[start..<end]), threads: 1) {}
      } else {
        sortByInsertion(run)
      }
      start = end
    }
    return large
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

    /// The first of two passes over keys that differ in so many of their low bits.
    init(count: Int, width: Int, parts: Int) {
      self.count = count
      self.parts = parts
      digitBits = count < 1 << 12 ? 8 : 11
      shift = max(0, width - 2 * digitBits)
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
      in items: UnsafeMutableBufferPointer<Item>, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> [UInt32]? {
      let (shift, slots) = (UInt64(shift), slots)
      nonisolated(unsafe) let items = items
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
      _ items: UnsafeMutableBufferPointer<Item>, to target: UnsafeMutableBufferPointer<Item>,
      _ starts: consuming [UInt32], _ check: () throws(Failure) -> Void
    ) throws(Failure) {
      let (shift, slots) = (UInt64(shift), slots)
      try starts.withUnsafeMutableBufferPointer { (starts) throws(Failure) in
        nonisolated(unsafe) let (items, target, next) = (items, target, starts)
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

  /// Sorts a few items; stable.
  private static func sortByInsertion(_ items: UnsafeMutableBufferPointer<Item>) {
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
