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

  /// - Parameters:
  ///   - cellCapacity: the most items that are searched; default: `capacity`.
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

  /// Lists items that are the first clusters.
  mutating func list(_ numbers: [Int], of items: [DendrogramEdit.Item]) {
    list(
      RadixSort.sorted(
        numbers.enumerated().map { RadixSort.Item(key: items[$1].key, index: UInt32($0)) }))
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

  /// An item; its index is ``RadiusList/absorbed`` if it is to be left out.
  subscript(index: Int) -> RadixSort.Item { get }
}

extension Column: MortonSorted where Element == RadixSort.Item {}
extension Array: MortonSorted where Element == RadixSort.Item {}
extension MergedClusters.Leaves: MortonSorted {}

extension RadiusList: MortonSorted {
  static var absorbed: UInt32 { .max }

  @inline(__always)
  subscript(index: Int) -> RadixSort.Item {
    RadixSort.Item(key: keys[index], index: free[index] == 0 ? Self.absorbed : nodes[index])
  }
}

// MARK: - Searching

extension RadiusList {
  /// Indexes the cells of a reach.
  mutating func index(_ reach: CellReach, threads: Int) {
    cells.fill(keys[0..<count], sideBits: reach.sideBits, threads: threads)
  }

  /// Whether a cell has one item and the others in this one's reach have none; see ``CellIndex``.
  @inline(__always)
  func isIsolated(_ part: UInt64, of block: Int, _ number: Int, _ reach: CellReach) -> Bool {
    cells.isAlone(in: part, of: block, number, positions, reach)
  }

  /// Finds the items within a radius of a position.
  ///
  /// - Parameters:
  ///   - key: the position's.
  ///   - squared: the square of the radius.
  ///   - tag: the upper half of each index found.
  ///   - block: in: a block that may be near; out: one that is.
  @inline(__always)
  func find(
    around position: WorldPoint, _ key: UInt64, _ reach: CellReach, squared: UInt64, tag: UInt64,
    near block: inout Int, into found: inout GrowingBuffer<UInt64>
  ) {
    if !reach.squaresFit {
      findFar(around: position, key, reach, squared: squared, tag: tag, near: &block, into: &found)
      return
    }
    let positions = positions
    cells.forEachRun(around: position, key, reach, near: &block) { start, end in
      found.reserve(end &- start)
      let target = found.reserved
      var count = found.count
      for index in start..<end {
        target[count] = tag | UInt64(truncatingIfNeeded: index)
        count &+= positions[index].countNear(position, squared: squared)
      }
      found.count = count
    }
  }

  @inline(never)
  private func findFar(
    around position: WorldPoint, _ key: UInt64, _ reach: CellReach, squared: UInt64, tag: UInt64,
    near block: inout Int, into found: inout GrowingBuffer<UInt64>
  ) {
    cells.forEachRun(around: position, key, reach, near: &block) { start, end in
      for index in start..<end {
        let (east, south) = positions[index].offsets(from: position, wraps: reach.wraps)
        let (sum, overflow) = (UInt64(east) * UInt64(east)).addingReportingOverflow(
          UInt64(south) * UInt64(south))
        if !overflow, sum <= squared { found.append(tag | UInt64(truncatingIfNeeded: index)) }
      }
    }
  }
}

extension CellReach {
  /// Whether the squares of distances in reach fit into 63 bits.
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
  /// It works in place, as the columns of large lists are larger than caches. Each thread merges a range of
  /// keys into the places of its own items.
  mutating func join<Others: MortonSorted>(_ others: Others, threads: Int) {
    let (shares, list) = (shares(with: others, threads), self)
    let ends = Lanes(shares.count) { 0 }
    Parallel.forEach(parts: shares.count, threads: threads) { part in
      var merge = RadiusListMerge(list, shares[part].own)
      for index in shares[part].others {
        let other = others[index]
        if other.index == Self.absorbed { continue }
        merge.takeOwn(through: other.key)
        merge.append(other)
      }
      merge.takeOwn(through: .max)
      ends[part] = merge.end
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

/// Merges items into a range of a list, in place. Own items move toward the front, into the places of
/// absorbed ones; those that another item needs the place of wait in a queue.
private struct RadiusListMerge: ~Copyable {
  private let list: RadiusList

  /// The place of the next item.
  private(set) var end: Int

  /// The own items that have not been taken.
  private var own: Range<Int>

  /// Own items without a place, from ``firstQueued`` on.
  private var queue = GrowingBuffer<RadixSort.Item>(capacity: 16)
  private var firstQueued = 0

  init(_ list: RadiusList, _ own: Range<Int>) { (self.list, self.own, end) = (list, own, own.lowerBound) }

  @inline(__always)
  mutating func append(_ item: RadixSort.Item) {
    if end == own.lowerBound, !own.isEmpty {
      if list.free[end] != 0 {
        queue.append(RadixSort.Item(key: list.keys[end], index: list.nodes[end]))
      }
      own = end &+ 1..<own.upperBound
    }
    list.set(end, item)
    end &+= 1
  }

  /// Appends the own items through a key.
  @inline(__always)
  mutating func takeOwn(through key: UInt64) {
    if queue.count > 0 { takeQueue(through: key) }
    if queue.count > 0 { return }
    var next = own.lowerBound
    let limit = own.upperBound
    // Absorbed items are overwritten rather than skipped: a branch would be unpredictable.
    while next < limit, list.keys[next] <= key {
      let size = Int(list.free[next])
      list.set(end, list.keys[next], list.positions[next], list.nodes[next])
      end &+= size
      next &+= 1
    }
    own = next..<limit
  }

  private mutating func takeQueue(through key: UInt64) {
    while firstQueued < queue.count, queue[firstQueued].key <= key {
      let item = queue[firstQueued]
      firstQueued &+= 1
      append(item)
      // At most half of the queue is unused.
      if firstQueued > 1 << 8, 2 * firstQueued > queue.count { dropTaken() }
    }
    if firstQueued == queue.count { dropTaken() }
  }

  private mutating func dropTaken() {
    queue.drop(0..<firstQueued)
    firstQueued = 0
  }
}
