/// Items in Morton order, which a level searches, takes from and merges into: clusters, stacks and points
/// that may merge further.
///
/// The items of a square cell are contiguous at every zoom; ``cells`` maps cells to their ranges.
struct RadiusList: BitwiseCopyable, Sendable {
  private(set) var count = 0
  private(set) var cells: CellIndex

  /// The Z-order keys of the positions.
  let keys: Column<UInt64>

  /// The mean of each item's points, moved by the grid phase.
  let positions: Column<WorldPoint>

  /// The nodes of the dendrogram.
  let nodes: Column<UInt32>

  /// 1 for a free item, 0 for one that a cluster has absorbed. A byte rather than a Bool: a Bool test
  /// compiles to an unpredictable branch.
  let free: Column<UInt8>

  /// - Parameter cellCapacity: the most items that are searched; default: `capacity`.
  init(capacity: Int, cellCapacity: Int? = nil, in scratch: Scratch, cells cellScratch: Scratch) {
    keys = scratch.column(capacity)
    positions = scratch.column(capacity)
    nodes = scratch.column(capacity)
    free = scratch.column(capacity)
    cells = CellIndex(capacity: cellCapacity ?? capacity, in: cellScratch)
  }

  /// Replaces the items.
  mutating func list(_ items: some MortonSorted, threads: Int = 1) {
    let list = self
    Parallel.share(0..<items.count, threads: threads) { share in
      for index in share { list.set(index, items[index]) }
    }
    count = items.count
  }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  fileprivate func set(_ index: Int, _ item: RadixSort.Item) {
    set(index, item.key, WorldPoint(x: Morton.x(item.key), y: Morton.y(item.key)), item.index)
  }

  @inline(__always)
  fileprivate func set(_ index: Int, _ key: UInt64, _ position: WorldPoint, _ node: UInt32) {
    keys[index] = key
    positions[index] = position
    nodes[index] = node
    free[index] = 1
  }
}

/// Items in ascending order of keys, with the node of each.
protocol MortonSorted: Sendable {
  var count: Int { get }

  /// An item; its index is ``RadiusList/absorbed`` for items to skip.
  subscript(index: Int) -> RadixSort.Item { get }
}

extension Column: MortonSorted where Element == RadixSort.Item {}
extension Array: MortonSorted where Element == RadixSort.Item {}

extension RadiusList: MortonSorted {
  static var absorbed: UInt32 { .max }

  @inline(__always)
  subscript(index: Int) -> RadixSort.Item {
    RadixSort.Item(key: keys[index], index: free[index] == 0 ? Self.absorbed : nodes[index])
  }
}

// MARK: - Searching

extension RadiusList {
  mutating func index(_ reach: CellReach, threads: Int) {
    cells.fill(keys[0..<count], sideBits: reach.sideBits, threads: threads)
  }

  /// Returns whether a cell has one item and its neighborhood has no other; see ``CellIndex``.
  @inline(__always)
  func isIsolated(_ cell: CellIndex.Cell, _ reach: CellReach) -> Bool {
    cells.isAlone(in: cell, positions, reach)
  }

  /// Finds the items within a radius of a position.
  ///
  /// - Parameters:
  ///   - tag: the upper half of each index found.
  ///   - block: in: a block that may be near; out: one that is.
  @inline(__always)
  func find(
    around position: WorldPoint, _ key: UInt64, _ reach: CellReach, squared: UInt64, tag: UInt64,
    near block: inout Int, into found: inout GrowingBuffer<UInt64>
  ) {
    let (positions, fits) = (positions, reach.squaresFit)
    cells.forEachRun(around: position, key, reach, near: &block) { start, end in
      found.reserve(end &- start)
      let target = found.reserved
      var count = found.count
      for index in start..<end {
        target[count] = tag | UInt64(truncatingIfNeeded: index)
        if fits {
          count &+= positions[index].countNear(position, squared: squared)
        } else if positions[index].squaredDistance(from: position, wraps: reach.wraps) <= squared {
          count &+= 1
        }
      }
      found.count = count
    }
  }
}

extension CellReach {
  /// Whether the squares of distances within reach fit into 63 bits.
  var squaresFit: Bool { sideBits <= 29 }
}

extension WorldPoint {
  /// The square of the distance to a point that is less than 2³⁰ units away along x and y.
  @inline(__always)
  func squaredDistance(to other: WorldPoint) -> Int64 {
    let east = Int64(Int32(bitPattern: x &- other.x))
    let south = Int64(Int32(bitPattern: y &- other.y))
    return east &* east &+ south &* south
  }

  /// 1 if a point is within a radius, else 0: the sign of a difference, as a branch would be unpredictable.
  @inline(__always)
  func countNear(_ other: WorldPoint, squared: UInt64) -> Int {
    let excess = squaredDistance(to: other) &- Int64(bitPattern: squared) &- 1
    return Int(truncatingIfNeeded: UInt64(bitPattern: excess) &>> 63)
  }
}

// MARK: - Joining

extension RadiusList {
  /// Merges other items into the list and drops the absorbed ones of both; of equal keys the list's own come
  /// first. There must be room for all free items.
  ///
  /// Works in place, as the columns of large lists are larger than caches. Each thread merges a range of keys
  /// into the places of its own items.
  mutating func join<Others: MortonSorted>(_ others: Others, threads: Int) {
    let (shares, list) = (shares(with: others, threads), self)
    let ends = Lanes(shares.count) { 0 }
    Parallel.forEach(parts: shares.count, threads: threads) { part in
      ends[part] = list.merge(shares[part].others, of: others, into: shares[part].own)
    }
    count = ends[0]
    for part in 1..<shares.count {
      let range = shares[part].own.lowerBound..<ends[part]
      let target = count..<count + range.count
      keys[target].copy(keys[range])
      positions[target].copy(positions[range])
      nodes[target].copy(nodes[range])
      free[target].copy(free[range])
      count = target.upperBound
    }
  }

  /// Drops the absorbed items of a range, merges others into it, and returns where it ends then.
  private func merge(_ range: Range<Int>, of others: some MortonSorted, into own: Range<Int>) -> Int {
    // Absorbed items are overwritten rather than skipped: a branch would be unpredictable.
    var left = own.lowerBound
    for index in own {
      let size = Int(free[index])
      set(left, keys[index], positions[index], nodes[index])
      left &+= size
    }
    // From the back, so that no item is overwritten before it has moved.
    let end = range.reduce(left) { others[$1].index == Self.absorbed ? $0 : $0 &+ 1 }
    var place = end
    for index in range.reversed() {
      let other = others[index]
      if other.index == Self.absorbed { continue }
      while left > own.lowerBound, keys[left &- 1] > other.key {
        left &-= 1
        place &-= 1
        set(place, keys[left], positions[left], nodes[left])
      }
      place &-= 1
      set(place, other)
    }
    return end
  }

  /// Ranges of both lists that go together; one of each unless all have room in the places of their own
  /// items.
  private func shares<Others: MortonSorted>(
    with others: Others, _ threads: Int
  ) -> [(own: Range<Int>, others: Range<Int>)] {
    let owns = Parallel.shares(of: 0..<count, threads: threads)
    let all = [(own: 0..<count, others: 0..<others.count)]
    if owns.count == 1 { return all }
    var start = 0
    let shares = owns.map { own in
      let end =
        own.upperBound == count
        ? others.count : (start..<others.count).partitioningIndex { others[$0].key >= keys[own.upperBound] }
      defer { start = end }
      return (own: own, others: start..<end)
    }
    let haveRoom = shares.allSatisfy { own, others in
      own.reduce(0) { $0 &+ Int(free[$1]) } + others.count <= own.count
    }
    return haveRoom ? shares : all
  }
}
