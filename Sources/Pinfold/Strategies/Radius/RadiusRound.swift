import Synchronization

/// The inputs of one round.
struct RadiusRound: BitwiseCopyable, Sendable {
  let reach: CellReach

  /// The square of the radius.
  let squared: UInt64
  let minPoints: Int
  let time: Int32
  let phase: UInt32

  /// The lists that are searched; see ``RadiusMerging``.
  let lists: Column<RadiusList>

  /// The last of them, which has the seeds.
  let seeds: RadiusList

  /// The lowest node of a seed; lower ones were seeds in earlier rounds.
  let firstSeed: UInt32
  let clusters: MergedClusters

  /// Whether the drift of means must be tracked.
  let keepsDrift: Bool

  let board: RadiusBoard
  let formed: RadiusFormed

  /// Decides which item joins which seed in the order of the input; nil in canonical order.
  let input: SuperclusterOrder?

  /// Whether items search for their seeds, instead of seeds for items: possible where every item is a seed
  /// and any two of them may form a cluster.
  var isSettled: Bool { input != nil || firstSeed == 0 && minPoints <= 2 && reach.squaresFit }

  /// The cells of a color in a block: every other one of every other row, so every fourth in Morton order.
  @inline(__always)
  static func cells(of color: UInt64) -> UInt64 { 0x1111_1111_1111_1111 &<< color }
}

/// The clusters that a round has formed so far.
struct RadiusFormed: BitwiseCopyable, Sendable {
  /// The keys of their means with their nodes, and memory to sort these.
  let keys: Column<RadixSort.Item>
  let spare: Column<RadixSort.Item>
  private let taken: AtomicColumn<Int>

  init(capacity: Int, in scratch: Scratch) {
    keys = scratch.column(capacity)
    spare = scratch.column(capacity)
    taken = scratch.atomics(1)
  }

  var all: Column<RadixSort.Item> { keys[0..<taken[0].load(ordering: .relaxed)] }

  func removeAll() { taken[0].store(0, ordering: .relaxed) }

  /// Takes numbers for some clusters, counted from the round's first.
  @inline(__always)
  func take(_ count: Int) -> Range<Int> {
    let first = taken[0].wrappingAdd(count, ordering: .relaxed).oldValue
    return first..<first &+ count
  }
}

// MARK: - Work

/// One thread's work in a round.
struct RadiusWorker: ~Copyable {
  /// The farthest that a mean may be from the nearest point of its cluster.
  var drift: UInt32 = 0

  private var windings: [NodeWinding] = []

  /// The items of the current cluster: the number of the list in the upper half, the index in the lower half.
  private var found = GrowingBuffer<UInt64>()

  /// Numbers of clusters that the thread has taken.
  private var numbers = 0..<0

  /// The nodes that lie some windings away from their clusters, since the last call.
  mutating func takeWindings() -> [NodeWinding] {
    defer { windings = [] }
    return windings
  }

  /// Makes the seeds in some blocks' cells of one color absorb the free items within the radius.
  @inline(__always)
  mutating func absorb(_ blocks: Range<Int>, color: UInt64, _ round: RadiusRound) {
    let list = round.seeds
    // A block of the first list near the previous seed.
    var near = 0
    list.cells.forEachCell(of: blocks, in: RadiusRound.cells(of: color)) { cell in
      if round.lists.count == 1, list.isIsolated(cell, round.reach) { return }
      for seed in cell.items where list.free[seed] != 0 && list.nodes[seed] >= round.firstSeed {
        found.count = 0
        if round.lists.count > 1 { find(in: 0, around: seed, round, near: &near) }
        var home = cell.block
        find(in: round.lists.count &- 1, around: seed, round, near: &home)
        if found.count > 1 { dropAbsorbed(round) }
        if found.count > 1 { _ = form(around: seed, at: nil, round) }
      }
    }
  }

  @inline(__always)
  private mutating func find(
    in list: Int, around seed: Int, _ round: borrowing RadiusRound, near block: inout Int
  ) {
    let seeds = round.seeds
    round.lists[list].find(
      around: seeds.positions[seed], seeds.keys[seed], round.reach, squared: round.squared,
      tag: UInt64(truncatingIfNeeded: list) &<< 32, near: &block, into: &found)
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

  /// Forms the clusters of the seeds of some cells that other items have joined.
  @inline(__always)
  mutating func form(_ cells: Range<Int>, _ round: RadiusRound) {
    let (list, board) = (round.seeds, round.board)
    var count = 0
    board.forEachSeed(of: cells) { seed in
      count &+= 1
      if let input = round.input {
        board.forEachFollower(of: seed) { input.prefetch(list.nodes[$0], round.clusters) }
      }
    }
    // Above two points some seeds form no cluster.
    if round.minPoints <= 2 { numbers = round.formed.take(count) }
    board.forEachSeed(of: cells) { seed in
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
    let (lists, items) = (round.lists, found.all)
    @inline(__always)
    func forEachItem(_ body: (_ list: RadiusList, _ index: Int) -> Void) {
      for place in 0..<items.count {
        body(lists[Int(items[place] &>> 32)], Int(items[place] & 0xFFFF_FFFF))
      }
    }
    func x(of node: UInt32, at position: WorldPoint) -> Int64 {
      given == nil || node < clusters.leafCount
        ? Int64(position.x &- phase) : clusters.mean(of: node, at: position).x
    }
    let center = x(of: seedNode, at: seedPosition)
    /// The short way from the seed.
    func winding(of node: UInt32, at position: WorldPoint) -> Int64 {
      wraps ? PositionSum.windings(from: x(of: node, at: position), to: center) : 0
    }
    var isWound = false
    var (sum, weight) = (PositionSum(count: 0, x: 0, y: 0), WeightedSum())
    forEachItem { list, index in
      let (node, position) = (list.nodes[index], list.positions[index])
      let winding = winding(of: node, at: position)
      var part = clusters.positions(of: node, at: position)
      if winding != 0 {
        part = part.wound(by: winding)
        isWound = true
      }
      sum = sum + part
      if let weighted = clusters.weighted { weight = weight + weighted[Int(node)].wound(by: winding) }
    }
    guard sum.count >= round.minPoints else { return nil }
    var position = given ?? seedPosition
    // The windings to where the mean lies within the world.
    var home: Int64 = 0
    if given == nil {
      let mean = (clusters.weighted == nil ? nil : weight.mean) ?? sum.mean
      home = mean.x >> 32
      if home != 0 {
        sum = sum.wound(by: -home)
        weight = weight.wound(by: -home)
        isWound = true
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
    forEachItem { list, index in
      let node = list.nodes[index]
      list.free[index] = 0
      clusters.parents[Int(node)] = parent
      if isWound {
        let own = winding(of: node, at: list.positions[index]) - home
        if own != 0 { windings.append(NodeWinding(node: node, windings: Int32(own))) }
      }
    }
    clusters.set(cluster, MergedClusters.Sums(positions: sum, drift: ownDrift), weight, at: round.time)
    round.formed.keys[number] = RadixSort.Item(key: Morton.key(x: position.x, y: position.y), index: parent)
    return parent
  }
}
