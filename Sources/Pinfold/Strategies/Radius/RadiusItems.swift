/// A cluster, a stack or a point that ``RadiusMerging`` may merge further.
struct RadiusItem: Sendable {
  /// The Z-order key of its position.
  let key: UInt64

  /// The position in the phased frame of the dyadic cells.
  let x: UInt32
  let y: UInt32

  /// Its number in the forest.
  let node: UInt32

  /// The number of its points.
  let count: UInt32

  /// Where to begin to search a zoom's first items: the place of the one that took the others.
  let place: UInt32

  /// The item of a node.
  init(node: Int, of builder: DendrogramBuilder, phase: UInt32, place: UInt32) {
    let position = builder.position(of: node)
    x = position.x &+ phase
    y = position.y
    key = Morton.key(x: x, y: y)
    self.node = UInt32(node)
    count = UInt32(builder.pointCount(of: node))
    self.place = place
  }
}

/// Items along the Z-order curve, so that those of any dyadic cell are neighbours.
struct RadiusItems {
  private(set) var items: [RadiusItem] = []

  /// Which ones have become part of a cluster.
  private var isTaken: [Bool] = []

  /// Lists items.
  ///
  /// - Parameter items: by ascending keys.
  init(_ items: [RadiusItem] = []) {
    self.items = items
    isTaken = [Bool](repeating: false, count: items.count)
  }

  /// Drops what was taken, and puts others in; of equal keys those that were there come first.
  ///
  /// - Parameter added: by ascending keys.
  mutating func replaceTaken(by added: [RadiusItem]) {
    var merged: [RadiusItem] = []
    merged.reserveCapacity(items.count + added.count)
    var next = 0
    for place in items.indices where !isTaken[place] {
      let item = items[place]
      while next < added.count, added[next].key < item.key {
        merged.append(added[next])
        next += 1
      }
      merged.append(item)
    }
    merged.append(contentsOf: added[next...])
    self = RadiusItems(merged)
  }

  /// Calls `body` with a view of the items that several threads may use.
  @inline(__always)
  mutating func access<Result, Failure: Error>(
    _ body: (Access) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try items.withUnsafeBufferPointer { (items) throws(Failure) in
      try isTaken.withUnsafeMutableBufferPointer { (isTaken) throws(Failure) in
        try body(Access(items: items, isTaken: isTaken))
      }
    }
  }

  /// A list that does not change, but for which of its items are taken.
  struct Access: @unchecked Sendable {
    fileprivate let items: UnsafeBufferPointer<RadiusItem>
    fileprivate let isTaken: UnsafeMutableBufferPointer<Bool>

    var count: Int { items.count }

    @inline(__always)
    subscript(place: Int) -> RadiusItem { items[place] }

    @inline(__always)
    func isTaken(_ place: Int) -> Bool { isTaken[place] }

    @inline(__always)
    func take(_ place: Int) { isTaken[place] = true }

    /// The end of the run of one cell's items that begins at a place.
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

    /// Calls `body` with the place of each item of a cell.
    ///
    /// - Parameter hint: a place that may be near the cell's.
    @inline(__always)
    func forEachPlace(in cell: UInt64, bits: UInt64, near hint: Int, _ body: (Int) -> Void) {
      guard !items.isEmpty else { return }
      var place = firstPlace(notBefore: cell << bits, near: min(hint, items.count - 1))
      while place < items.count, items[place].key >> bits == cell {
        body(place)
        place += 1
      }
    }

    /// The first place whose key is at least `key`, found by ever longer steps away from a hint: what is near on the map
    /// is mostly near in the list.
    ///
    /// Source: J. Bentley, A. Yao, "An almost optimal algorithm for unbounded searching", 1976.
    @inline(__always)
    private func firstPlace(notBefore key: UInt64, near hint: Int) -> Int {
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
