import Synchronization

/// The inputs of one round.
struct RadiusRound: BitwiseCopyable, Sendable {
  let reach: CellReach

  /// The square of the radius.
  let squared: UInt64
  let minPoints: Int
  let time: Int32
  let phase: UInt32

  /// The lists that are searched; the seeds are in the last one. See ``RadiusMerging``.
  let lists: Column<RadiusList>
  let listCount: Int

  /// The lowest node of a seed; lower ones were seeds in earlier rounds.
  let firstSeed: UInt32
  let clusters: RadiusClusters

  /// Whether the drift of means is needed.
  let keepsDrift: Bool

  let board: RadiusBoard
  let formed: RadiusFormed
  let input: SuperclusterOrder?

  /// Whether every item is a seed, and all are free.
  var isFirst: Bool { firstSeed == 0 }

  var seeds: RadiusList { lists[listCount &- 1] }

  /// Whether items look for seeds, and clusters form afterwards, rather than seeds for items.
  var isSettled: Bool { input != nil || isFirst && minPoints <= 2 && reach.squaresFit }

  /// A cell of the board with its items.
  struct Cell {
    let block: Int

    /// Its place in the block, in Morton order.
    let part: UInt64
    let number: Int
    let items: Range<Int>
  }

  /// The cells of the first color in a block: every other one of every other row, so every fourth in Morton
  /// order.
  static var firstColor: UInt64 { 0x1111_1111_1111_1111 }

  /// Calls `body` with the occupied cells of one color in some blocks.
  ///
  /// - Parameter color: 0 to 3.
  @inline(__always)
  func forEachCell(of blocks: Range<Int>, color: UInt64, _ body: (Cell) -> Void) {
    let cells = seeds.cells
    for block in blocks {
      let node = cells.blocks[block]
      var left = node.parts & Self.firstColor &<< color
      while left != 0 {
        let part = UInt64(truncatingIfNeeded: left.trailingZeroBitCount)
        left &= left &- 1
        let number = node.number(of: part)
        body(
          Cell(
            block: block, part: part, number: number,
            items: Int(cells.starts[number])..<Int(cells.starts[number &+ 1])))
      }
    }
  }
}

/// The clusters that a round has formed so far.
struct RadiusFormed: BitwiseCopyable, Sendable {
  /// The keys of their means with their nodes, and room to sort these.
  let keys: Column<RadixSort.Item>
  let spare: Column<RadixSort.Item>
  private let taken: AtomicColumn<Int>

  init(capacity: Int, in scratch: Scratch) {
    keys = scratch.column(capacity)
    spare = scratch.column(capacity)
    taken = scratch.atomics(1)
  }

  var all: Column<RadixSort.Item> { keys[0..<taken[0].load(ordering: .relaxed)] }

  func restart() { taken[0].store(0, ordering: .relaxed) }

  /// Takes numbers for some clusters, counted from the round's first.
  @inline(__always)
  func take(_ count: Int) -> Range<Int> {
    let first = taken[0].wrappingAdd(count, ordering: .relaxed).oldValue
    return first..<first &+ count
  }
}

// MARK: - First rounds

/// Which item joins which seed where every item looks for one: it joins the earliest seed within the radius,
/// or becomes a seed.
///
/// The result is that of seeds that absorb the free items around them, as long as any two items may form a
/// cluster. But an item compares only with the few seeds in reach, where a seed compares with all items in
/// reach.
struct RadiusBoard: BitwiseCopyable, Sendable {
  /// The seeds of each cell, from its first item's place on, and where they end.
  let seeds: Column<UInt32>
  let seedEnds: AtomicColumn<UInt32>

  /// Rings: from each seed to its last follower, from there to the one before, and so on back to the seed.
  /// Threads exchange links, as cells of one color may share a seed.
  private let links: AtomicColumn<UInt32>

  init(capacity: Int, in scratch: Scratch) {
    seeds = scratch.column(capacity)
    seedEnds = scratch.atomics(capacity)
    links = scratch.atomics(capacity)
  }

  /// Settles the items of some blocks' cells of one color; lower colors are settled.
  @inline(__always)
  func settle(_ blocks: Range<Int>, color: UInt64, _ round: RadiusRound) {
    let list = round.seeds
    round.forEachCell(of: blocks, color: color) { cell in
      let node = list.cells.blocks[cell.block]
      let earlier = node.parts & (RadiusRound.firstColor &* (1 &<< color &- 1))
      let start = cell.items.lowerBound
      var seedEnd = start
      for index in cell.items {
        let position = list.positions[index]
        let reached = round.reach.mask(around: position, in: Int(truncatingIfNeeded: cell.part))
        // Isolated; no other item compares with it.
        if cell.items.count == 1, reached & node.parts == 1 &<< cell.part { continue }
        let other =
          reached == 0
          ? seed(around: position, near: cell.block, before: color, list, round)
          : seed(around: position, in: reached & earlier, of: node, before: color, list, round)
        begin(index)
        if let seed = other ?? seed(around: position, start, seedEnd, list, round) {
          add(index, to: Int(seed))
        } else {
          seeds[seedEnd] = UInt32(truncatingIfNeeded: index)
          seedEnd &+= 1
        }
      }
      seedEnds[cell.number].store(UInt32(truncatingIfNeeded: seedEnd), ordering: .relaxed)
    }
  }

  /// The first seed within the radius in some cells of a block, each of another color.
  @inline(__always)
  private func seed(
    around position: WorldPoint, in parts: UInt64, of node: CellIndex.Node, before color: UInt64,
    _ list: RadiusList, _ round: RadiusRound
  ) -> UInt32? {
    if parts == 0 { return nil }
    for earlier in 0..<color {
      let part = parts & RadiusRound.firstColor &<< earlier
      if part == 0 { continue }
      let cell = node.number(of: UInt64(truncatingIfNeeded: part.trailingZeroBitCount))
      if let seed = seed(around: position, in: cell, list, round) { return seed }
    }
    return nil
  }

  /// The first seed within the radius of a position that reaches beyond its block.
  private func seed(
    around position: WorldPoint, near block: Int, before color: UInt64, _ list: RadiusList,
    _ round: RadiusRound
  ) -> UInt32? {
    // Cells of later colors have no seeds yet.
    if color == 0 { return nil }
    var (first, second, third): (Int?, Int?, Int?)
    list.cells.forEachCell(around: position, round.reach, near: block, where: { $0 & 3 < color }) {
      (_, part, cell) in
      switch part & 3 {
      case 0: first = cell
      case 1: second = cell
      default: third = cell
      }
    }
    if let first, let seed = seed(around: position, in: first, list, round) { return seed }
    if let second, let seed = seed(around: position, in: second, list, round) { return seed }
    if let third, let seed = seed(around: position, in: third, list, round) { return seed }
    return nil
  }

  @inline(__always)
  private func seed(around position: WorldPoint, in cell: Int, _ list: RadiusList, _ round: RadiusRound)
    -> UInt32?
  {
    let start = Int(list.cells.starts[cell])
    // Prefetch the first item: it is usually the first seed, and checking would miss the cache.
    list.positions.prefetch(start)
    return seed(around: position, start, Int(seedEnds[cell].load(ordering: .relaxed)), list, round)
  }

  /// The first seed within the radius among those of a cell.
  @inline(__always)
  private func seed(
    around position: WorldPoint, _ start: Int, _ end: Int, _ list: RadiusList, _ round: RadiusRound
  ) -> UInt32? {
    for place in start..<end {
      let other = list.positions[Int(seeds[place])]
      if UInt64(bitPattern: position.squaredDistance(to: other)) <= round.squared { return seeds[place] }
    }
    return nil
  }

  // MARK: Followers

  /// Starts a ring of an item alone.
  @inline(__always)
  func begin(_ index: Int) { links[index].store(UInt32(truncatingIfNeeded: index), ordering: .relaxed) }

  /// Adds an item to the ring of a seed.
  @inline(__always)
  func add(_ index: Int, to seed: Int) {
    let last = links[seed].exchange(UInt32(truncatingIfNeeded: index), ordering: .relaxed)
    links[index].store(last, ordering: .relaxed)
  }

  @inline(__always)
  private func link(of index: Int) -> Int { Int(links[index].load(ordering: .relaxed)) }

  /// Calls `body` with each seed of some cells of a list that has followers.
  @inline(__always)
  func forEachSeed(of cells: Range<Int>, in list: RadiusList, _ body: (Int) -> Void) {
    for cell in cells {
      for place in Int(list.cells.starts[cell])..<Int(seedEnds[cell].load(ordering: .relaxed)) {
        let seed = Int(seeds[place])
        if link(of: seed) != seed { body(seed) }
      }
    }
  }

  @inline(__always)
  func forEachFollower(of seed: Int, _ body: (Int) -> Void) {
    var index = link(of: seed)
    while index != seed {
      body(index)
      index = link(of: index)
    }
  }
}

// MARK: - Clusters

/// One thread's work in a round.
struct RadiusWorker: ~Copyable {
  /// The farthest that a mean may be from the nearest point of its cluster.
  var drift: UInt32 = 0

  private var windings: [NodeWinding] = []

  /// The items of the current cluster: the number of the list in the upper half, the index in the lower half.
  private var found = GrowingBuffer<UInt64>()

  /// A block of the first two lists near the previous seed.
  private var near = (0, 0)

  /// Numbers of clusters that the thread has taken.
  private var numbers = 0..<0

  /// The nodes that lie some windings away from their clusters, since the last call.
  mutating func takeWindings() -> [NodeWinding] {
    defer { windings = [] }
    return windings
  }

  /// Forms the clusters of the seeds of some cells that other items have joined.
  @inline(__always)
  mutating func form(_ cells: Range<Int>, _ round: RadiusRound) {
    let (list, board) = (round.seeds, round.board)
    var count = 0
    board.forEachSeed(of: cells, in: list) { seed in
      count &+= 1
      if let input = round.input {
        board.forEachFollower(of: seed) { input.prefetch(list.nodes[$0], round.clusters) }
      }
    }
    // Above two points some seeds form no cluster.
    if round.minPoints <= 2 { numbers = round.formed.take(count) }
    board.forEachSeed(of: cells, in: list) { seed in
      found.count = 0
      if let input = round.input {
        let mean = input.list(seed, round, into: &found)
        let node = form(around: seed, at: input.position(of: mean, round), round)
        input.finish(seed, mean, found, as: node, round)
      } else {
        board.forEachFollower(of: seed) { found.append(UInt64(truncatingIfNeeded: $0)) }
        found.append(UInt64(truncatingIfNeeded: seed))
        _ = form(around: seed, at: nil, round)
      }
    }
  }

  /// Makes the seeds in some blocks' cells of one color absorb the free items within the radius.
  @inline(__always)
  mutating func absorb(_ blocks: Range<Int>, color: UInt64, _ round: RadiusRound) {
    let list = round.seeds
    near = (0, 0)
    round.forEachCell(of: blocks, color: color) { cell in
      if round.listCount == 1, list.isIsolated(1 &<< cell.part, of: cell.block, cell.number, round.reach) {
        return
      }
      for seed in cell.items where list.free[seed] != 0 && list.nodes[seed] >= round.firstSeed {
        absorb(around: seed, in: cell.block, round)
      }
    }
  }

  @inline(__always)
  private mutating func absorb(around seed: Int, in block: Int, _ round: borrowing RadiusRound) {
    let (position, key) = (round.seeds.positions[seed], round.seeds.keys[seed])
    found.count = 0
    var (zeroth, first, home) = (near.0, near.1, block)
    if round.listCount > 1 { find(in: 0, around: position, key, round, near: &zeroth) }
    if round.listCount > 2 { find(in: 1, around: position, key, round, near: &first) }
    find(in: round.listCount &- 1, around: position, key, round, near: &home)
    near = (zeroth, first)
    guard found.count > 1 else { return }
    dropAbsorbed(round)
    guard found.count > 1 else { return }
    _ = form(around: seed, at: nil, round)
  }

  @inline(__always)
  private mutating func find(
    in list: Int, around position: WorldPoint, _ key: UInt64, _ round: borrowing RadiusRound,
    near block: inout Int
  ) {
    round.lists[list].find(
      around: position, key, round.reach, squared: round.squared,
      tag: UInt64(truncatingIfNeeded: list) &<< 32,
      near: &block, into: &found)
  }

  /// Drops absorbed items; only now, as other threads may write to items out of reach.
  @inline(__always)
  private mutating func dropAbsorbed(_ round: borrowing RadiusRound) {
    var kept = 0
    for place in 0..<found.count {
      let item = found[place]
      found[kept] = item
      kept &+= Int(round.lists[Int(item &>> 32)].free[Int(item & 0xFFFF_FFFF)])
    }
    found.count = kept
  }

  /// Forms a cluster of the items found, the seed among them, and returns its node; nil if these have too few
  /// points.
  ///
  /// - Parameter given: the position of the cluster, moved by the grid phase; nil for its mean, which then
  ///   lies within the world.
  private mutating func form(around seed: Int, at given: WorldPoint?, _ round: borrowing RadiusRound)
    -> UInt32?
  {
    let (clusters, phase, wraps) = (round.clusters, round.phase, round.reach.wraps)
    let (seedNode, seedPosition) = (round.seeds.nodes[seed], round.seeds.positions[seed])
    func x(of node: UInt32, at position: WorldPoint) -> Int64 {
      given == nil ? Int64(position.x &- phase) : clusters.mean(of: node, at: position).x
    }
    let center = x(of: seedNode, at: seedPosition)
    let firstWinding = windings.count
    var (sum, weight) = (PositionSum(count: 0, x: 0, y: 0), WeightedSum())
    for place in 0..<found.count {
      let (list, index) = (round.lists[Int(found[place] &>> 32)], Int(found[place] & 0xFFFF_FFFF))
      let (node, position) = (list.nodes[index], list.positions[index])
      // The short way from the seed.
      let winding = wraps ? PositionSum.windings(from: x(of: node, at: position), to: center) : 0
      var part = clusters.positions(of: node, at: position)
      if winding != 0 {
        part = part.wound(by: winding)
        windings.append(NodeWinding(node: node, windings: Int32(winding)))
      }
      sum = sum + part
      if let weighted = clusters.weighted { weight = weight + weighted[Int(node)].wound(by: winding) }
    }
    guard sum.count >= round.minPoints else {
      windings.removeLast(windings.count - firstWinding)
      return nil
    }
    var position = given ?? seedPosition
    if given == nil {
      let mean = (clusters.weighted == nil ? nil : weight.mean) ?? sum.mean
      let winding = mean.x >> 32
      if winding != 0 {
        sum = sum.wound(by: -winding)
        weight = weight.wound(by: -winding)
        unwind(by: winding, from: firstWinding, round)
      }
      position = WorldPoint(
        x: UInt32(truncatingIfNeeded: mean.x) &+ phase, y: UInt32(truncatingIfNeeded: mean.y))
    }
    var ownDrift: UInt32 = 0
    if round.keepsDrift {
      let (east, south) = position.offsets(from: seedPosition, wraps: wraps)
      let moved = (Double(east) * Double(east) + Double(south) * Double(south)).squareRoot()
      ownDrift = clusters.drift(of: seedNode) + UInt32(moved) + 1
      drift = max(drift, ownDrift)
    }
    if numbers.isEmpty { numbers = round.formed.take(1) }
    let number = numbers.lowerBound
    numbers = number &+ 1..<numbers.upperBound
    let cluster = clusters.count &+ number
    let parent = UInt32(truncatingIfNeeded: clusters.leafCount &+ cluster)
    for place in 0..<found.count {
      let (list, index) = (round.lists[Int(found[place] &>> 32)], Int(found[place] & 0xFFFF_FFFF))
      list.free[index] = 0
      clusters.parents[Int(list.nodes[index])] = parent
    }
    clusters.parents[Int(parent)] = .max
    clusters.sums[cluster] = RadiusClusters.Sums(positions: sum, drift: ownDrift)
    clusters.times[cluster] = round.time
    clusters.weighted?[Int(parent)] = weight
    round.formed.keys[number] = RadixSort.Item(key: Morton.key(x: position.x, y: position.y), index: parent)
    return parent
  }

  /// Counts the windings of the cluster's nodes from where its mean lies within the world.
  @inline(never)
  private mutating func unwind(by winding: Int64, from firstWinding: Int, _ round: borrowing RadiusRound) {
    var wound = ArraySlice(windings[firstWinding...])
    windings.removeLast(wound.count)
    for place in 0..<found.count {
      let node = round.lists[Int(found[place] &>> 32)].nodes[Int(found[place] & 0xFFFF_FFFF)]
      var own: Int32 = 0
      // They are in the order of the items found.
      if wound.first?.node == node { own = wound.removeFirst().windings }
      if Int64(own) != winding { windings.append(NodeWinding(node: node, windings: own - Int32(winding))) }
    }
  }
}
