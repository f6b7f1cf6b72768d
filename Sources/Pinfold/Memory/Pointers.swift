internal import CProcessor

// The pointer forms of what columns do; only Strategies/Radius uses them.

extension Scratch {
  /// Memory for some values.
  func allocate<Element: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Element> {
    unsafe column(count).start
  }
}

extension RadixSort {
  static func sort<Failure: Error>(
    _ items: UnsafeMutableBufferPointer<Item>, spare: UnsafeMutableBufferPointer<Item>, threads: Int,
    _ check: () throws(Failure) -> Void
  ) throws(Failure) {
    guard let start = items.baseAddress, let spareStart = spare.baseAddress else { return }
    try sort(
      unsafe Column(start: start, count: items.count),
      spare: unsafe Column(start: spareStart, count: spare.count),
      threads: threads, check)
  }
}

extension CellIndex {
  mutating func fill(_ keys: UnsafePointer<UInt64>, count: Int, sideBits: UInt32, threads: Int) {
    fill(
      unsafe Column(start: UnsafeMutablePointer(mutating: keys), count: count), sideBits: sideBits,
      threads: threads)
  }

  @inline(__always)
  func isAlone(
    in part: UInt64, of block: Int, _ number: Int, _ positions: UnsafePointer<WorldPoint>, _ reach: CellReach
  ) -> Bool {
    isAlone(
      in: part, of: block, number,
      unsafe Column(start: UnsafeMutablePointer(mutating: positions), count: .max), reach)
  }
}

extension UnsafePointer {
  @inline(__always)
  func fetch(_ index: Int) { unsafe pinfold_fetch(self + index) }
}

extension UnsafeMutablePointer {
  @inline(__always)
  func fetch(_ index: Int) { unsafe pinfold_fetch(self + index) }
}

extension Merges {
  init(
    leafStarts: UnsafePointer<UInt32>, leafCount: Int, clusterCount: Int,
    parents: UnsafeMutablePointer<UInt32>, times: UnsafePointer<Int32>, windings: [NodeWinding]
  ) {
    self.init(
      leafStarts: unsafe Column(
        start: UnsafeMutablePointer(mutating: leafStarts), count: leafCount + 1), leafCount: leafCount,
      clusterCount: clusterCount,
      parents: unsafe Column(start: parents, count: leafCount + clusterCount),
      times: unsafe Column(start: UnsafeMutablePointer(mutating: times), count: clusterCount),
      windings: windings)
  }
}

extension GrowingBuffer {
  var start: UnsafeMutablePointer<Element> { unsafe reserved.start }
}

extension RadiusItems {
  /// The positions from an index on.
  func positions(from index: Int) -> Column<WorldPoint> {
    unsafe Column(start: positions + index, count: .max)
  }
}
