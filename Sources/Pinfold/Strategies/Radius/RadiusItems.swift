/// A cluster, a stack or a point that ``RadiusMerging`` may merge further.
struct RadiusItem: Sendable {
  /// The Z-order key of its position.
  let key: UInt64

  /// The position, moved by the grid phase.
  let position: WorldPoint

  /// The node of the dendrogram.
  let node: UInt32

  /// The number of its points.
  let count: UInt32

  /// Where to begin to search the items that a zoom began with: the index of the seed.
  let hint: UInt32

  @inline(__always) var x: UInt32 { position.x }
  @inline(__always) var y: UInt32 { position.y }

  /// The item of a node.
  init(node: Int, of builder: DendrogramBuilder, phase: UInt32, hint: UInt32) {
    var position = builder.position(of: node)
    position.x &+= phase
    self.position = position
    key = Morton.key(x: position.x, y: position.y)
    self.node = UInt32(node)
    count = UInt32(builder.pointCount(of: node))
    self.hint = hint
  }
}

/// Items in Z-order, so that those of any Morton cell are consecutive.
struct RadiusItems {
  private(set) var items: [RadiusItem] = []

  /// Which items have been absorbed by a seed, or have absorbed others.
  private var isAbsorbed: [Bool] = []

  /// Lists items.
  ///
  /// - Parameter items: by ascending keys.
  init(_ items: [RadiusItem] = []) {
    self.items = items
    isAbsorbed = [Bool](repeating: false, count: items.count)
  }

  /// Drops the items that were absorbed and inserts others; of equal keys those that were there come first.
  ///
  /// - Parameter added: by ascending keys.
  mutating func replaceAbsorbed(with added: [RadiusItem]) {
    var merged: [RadiusItem] = []
    merged.reserveCapacity(items.count + added.count)
    var next = 0
    for index in items.indices where !isAbsorbed[index] {
      let item = items[index]
      while next < added.count, added[next].key < item.key {
        merged.append(added[next])
        next += 1
      }
      merged.append(item)
    }
    merged.append(contentsOf: added[next...])
    self = RadiusItems(merged)
  }

  /// Calls `body` with access to the items that several threads may share.
  @inline(__always)
  mutating func access<Result, Failure: Error>(
    _ body: (Access) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try items.withUnsafeBufferPointer { (items) throws(Failure) in
      try isAbsorbed.withUnsafeMutableBufferPointer { (isAbsorbed) throws(Failure) in
        try body(Access(items: items, isAbsorbed: isAbsorbed))
      }
    }
  }

  /// An immutable list; only the `isAbsorbed` flags change.
  struct Access: @unchecked Sendable {
    fileprivate let items: UnsafeBufferPointer<RadiusItem>
    fileprivate let isAbsorbed: UnsafeMutableBufferPointer<Bool>

    var count: Int { items.count }

    @inline(__always)
    subscript(index: Int) -> RadiusItem { items[index] }

    @inline(__always)
    func isAbsorbed(_ index: Int) -> Bool { isAbsorbed[index] }

    @inline(__always)
    func markAbsorbed(_ index: Int) { isAbsorbed[index] = true }

    /// The end of the run of one cell's items that begins at an index.
    ///
    /// - Parameter bits: the number of bits of a key that differ in a cell.
    @inline(__always)
    func end(ofRunAt start: Int, bits: UInt64) -> Int {
      let cell = items[start].key >> bits
      var end = start + 1
      while end < items.count, items[end].key >> bits == cell { end += 1 }
      return end
    }

    /// Equal shares of the list, none of which ends inside a cell.
    func shares(of size: Int, bits: UInt64) -> [Range<Int>] {
      var shares: [Range<Int>] = []
      var start = 0
      while start < count {
        let end = end(ofRunAt: min(start + size, count) - 1, bits: bits)
        shares.append(start..<end)
        start = end
      }
      return shares
    }

    /// Calls `body` with the index of each item of a cell.
    ///
    /// - Parameter hint: an index that may be near the cell's.
    @inline(__always)
    func forEachIndex(in cell: UInt64, bits: UInt64, near hint: Int, _ body: (Int) -> Void) {
      guard !items.isEmpty else { return }
      var index = firstIndex(notBefore: cell << bits, near: min(hint, items.count - 1))
      while index < items.count, items[index].key >> bits == cell {
        body(index)
        index += 1
      }
    }

    /// The first index whose key is at least `key`, found by galloping away from a hint: what is near on the
    /// map is mostly near in the list.
    ///
    /// Source: J. Bentley, A. Yao, "An almost optimal algorithm for unbounded searching", 1976.
    @inline(__always)
    private func firstIndex(notBefore key: UInt64, near hint: Int) -> Int {
      var low = hint
      var high = hint
      var step = 1
      if items[hint].key < key {
        // All up to `low` are before the key.
        high += 1
        while high < items.count, items[high].key < key {
          low = high
          step *= 2
          high += step
        }
        return (low + 1..<min(high, items.count)).partitioningIndex { items[$0].key >= key }
      }
      // All from `high` on are not.
      low -= 1
      while low >= 0, items[low].key >= key {
        high = low
        step *= 2
        low -= step
      }
      return (max(low, -1) + 1..<high).partitioningIndex { items[$0].key >= key }
    }
  }
}
