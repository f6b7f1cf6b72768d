/// A stable sort of 64-bit keys with an index each.
package enum RadixSort {
  package struct Item: BitwiseCopyable, Sendable {
    package var key: UInt64
    package var index: UInt32

    /// A further number, in what would otherwise be padding.
    var tag: UInt32

    package init(key: UInt64, index: UInt32) { self.init(key: key, index: index, tag: 0) }

    init(key: UInt64, index: UInt32, tag: UInt32) { (self.key, self.index, self.tag) = (key, index, tag) }
  }

  /// The first eight bytes of a text as a number; they order texts unless they are equal.
  package static func leadingKey(_ text: Span<UInt8>) -> UInt64 {
    let (bytes, count) = unsafe (text.bytes, text.count)
    if count >= 8 { return unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(as: UInt64.self)) }
    let unused = UInt64(64 - 8 * count)
    if count < 4 {
      var key: UInt64 = 0
      for index in 0..<count { key = key << 8 | UInt64(text[index]) }
      return key << unused
    }
    // The first four bytes and the last four, which overlap in texts of less than eight.
    let first = unsafe UInt32(bigEndian: bytes.unsafeLoadUnaligned(as: UInt32.self))
    let last = unsafe UInt32(
      bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    return UInt64(first) << 32 | UInt64(last) << unused
  }

  /// The items in ascending order of keys.
  static func sorted(_ items: consuming [Item]) -> [Item] { sorted(items) {} }

  /// The items in ascending order of keys.
  ///
  /// - Parameters:
  ///   - threads: the number of threads that share each pass.
  ///   - check: called every ``Parallel/stretch`` items; what it throws ends the sort.
  package static func sorted<Failure: Error>(
    _ items: consuming [Item], threads: Int = 1, _ check: () throws(Failure) -> Void
  ) throws(Failure) -> [Item] {
    var spare = [Item](count: items.count > fewItems ? items.count : 0) { _ in }
    try items.withMutableColumn { (items) throws(Failure) in
      try spare.withMutableColumn { (spare) throws(Failure) in
        try sort(items, spare: spare, threads: threads, check)
      }
    }
    return items
  }

  /// Sorts items in place.
  ///
  /// Two passes distribute items by the two highest digits in which keys differ, the lower digit first. The
  /// runs of items with equal digits are short, and are sorted by themselves.
  ///
  /// - Parameter spare: memory for as many items, unused for a few; its contents are overwritten.
  /// - Complexity: O(*n*).
  static func sort<Failure: Error>(
    _ items: Column<Item>, spare: Column<Item>, threads: Int, _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let count = items.count
    guard count > fewItems else { return sortByInsertion(items) }
    let first = items[0].key
    var changes = 0 as UInt64
    for index in 0..<count { changes |= items[index].key ^ first }
    let width = UInt64.bitWidth - changes.leadingZeroBitCount
    if width == 0 { return }
    var (from, to) = (items, spare)
    var pass = Pass(count: count, width: width, parts: count > fewForThreads ? threads : 1)
    let lowestBit = pass.shift
    while pass.shift < width {
      if let starts = try pass.starts(in: from, check) {
        try pass.deal(from, to: to, starts, check)
        swap(&from, &to)
      }
      pass.shift += pass.digitBits
    }
    // A pass is skipped if all items have the same digit.
    if !from.isIdentical(to: items) { items.copy(from[0..<count]) }
    if lowestBit > 0 { try sortRuns(of: items, spare: spare, above: lowestBit, parts: pass.parts, check) }
  }

  /// The most items that are sorted by insertion.
  private static let fewItems = 64

  /// The most items that are sorted by one thread.
  private static let fewForThreads = 1 << 16

  /// Sorts each run of items whose keys differ in their lowest bits alone.
  private static func sortRuns<Failure: Error>(
    of items: Column<Item>, spare: Column<Item>, above bits: Int, parts: Int,
    _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    let count = items.count
    var large: [Range<Int>] = []
    var start = 0
    while start < count {
      try check()
      // Parts end between runs.
      let size = min(Parallel.stretch, count - start)
      let ends = (1...parts).map { runStart(in: items, from: start + size * $0 / parts, above: bits) }
      let starts = [start] + ends.dropLast()
      large += Parallel.map(Array(0..<parts), threads: parts) { part in
        sortRuns(of: items, spare: spare, in: starts[part]..<max(starts[part], ends[part]), above: bits)
      }.joined()
      start = ends[parts - 1]
    }
    for run in large { try sort(items[run], spare: spare[run], threads: parts, check) }
  }

  /// The first start of a run at or after an index.
  private static func runStart(in items: Column<Item>, from index: Int, above bits: Int) -> Int {
    var index = index
    while index < items.count, items[index].key &>> bits == items[index - 1].key &>> bits { index += 1 }
    return index
  }

  /// Sorts runs, and returns those that are long enough for several threads.
  private static func sortRuns(
    of items: Column<Item>, spare: Column<Item>, in range: Range<Int>, above bits: Int
  ) -> [Range<Int>] {
    var large: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let high = items[start].key &>> bits
      var end = start + 1
      while end < range.upperBound, items[end].key &>> bits == high { end += 1 }
      if end - start > fewForThreads {
        large.append(start..<end)
      } else if end - start > fewItems {
        sort(items[start..<end], spare: spare[start..<end], threads: 1) {}
      } else {
        sortByInsertion(items[start..<end])
      }
      start = end
    }
    return large
  }

  /// A pass over one digit of the keys, in parts, one for each thread.
  private struct Pass {
    let count: Int
    let parts: Int

    let digitBits: Int

    /// The lowest bit of the digit.
    var shift: Int

    private var slots: Int { 1 << digitBits }

    /// - Parameter width: the number of low bits in which keys differ.
    init(count: Int, width: Int, parts: Int) {
      self.count = count
      self.parts = parts
      digitBits = count < 1 << 12 ? 8 : 11
      shift = max(0, width - 2 * digitBits)
    }

    /// Calls `body` with the items of each part, in order, one stretch of all parts at a time.
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

    /// The index at which each part's items of each digit start, by part and digit; nil if all items have the
    /// same digit.
    func starts<Failure: Error>(
      in items: Column<Item>, _ check: () throws(Failure) -> Void
    ) throws(Failure) -> [UInt32]? {
      let (shift, slots) = (UInt64(shift), slots)
      var starts = [UInt32](repeating: 0, count: parts * slots)
      try starts.withMutableColumn { (counts) throws(Failure) in
        try forEachStretch(check) { part, range in
          for index in range {
            counts[part &* slots &+ Int(truncatingIfNeeded: items[index].key &>> shift) & (slots &- 1)] &+= 1
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

    /// Distributes items by their digit.
    func deal<Failure: Error>(
      _ items: Column<Item>, to target: Column<Item>, _ starts: consuming [UInt32],
      _ check: () throws(Failure) -> Void
    ) throws(Failure) {
      let (shift, slots) = (UInt64(shift), slots)
      try starts.withMutableColumn { (next) throws(Failure) in
        try forEachStretch(check) { part, range in
          for index in range {
            let item = items[index]
            let slot = part &* slots &+ Int(truncatingIfNeeded: item.key &>> shift) & (slots &- 1)
            target[Int(next[slot])] = item
            next[slot] &+= 1
          }
        }
      }
    }
  }

  /// Sorts a few items; stable.
  private static func sortByInsertion(_ items: Column<Item>) {
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
