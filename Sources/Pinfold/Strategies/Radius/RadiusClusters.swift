/// The clusters formed so far, as later merges and the dendrogram need them. Nodes are leaves, then clusters.
///
/// Sums of a cluster count x from where its mean lies within the world, so they depend on its points alone,
/// in any order of merging.
struct RadiusClusters: BitwiseCopyable, Sendable {
  /// A cluster's sums over its points.
  struct Sums: BitwiseCopyable {
    private let count: UInt32

    /// The farthest that the mean may be from the nearest of the points; kept while there are sleepers.
    let drift: UInt32
    private let x: Int64
    private let y: Int64

    var positions: PositionSum { PositionSum(count: Int(count), x: x, y: y) }

    init(positions: PositionSum, drift: UInt32 = 0) {
      count = UInt32(truncatingIfNeeded: positions.count)
      self.drift = drift
      (x, y) = (positions.x, positions.y)
    }
  }

  /// The index of each leaf's first point, and the end of the last leaf.
  let leafStarts: Column<UInt32>
  var leafCount = 0

  var count = 0

  /// By node; `UInt32.max` for none.
  let parents: Column<UInt32>

  /// By cluster.
  let sums: Column<Sums>
  let times: Column<Int32>

  /// Sums of weighted positions, by node; nil if every weight is 1.
  let weighted: Column<WeightedSum>?

  private let phase: UInt32

  /// - Parameters:
  ///   - capacity: the most leaves, and the most clusters.
  ///   - sumScratch: for what a dendrogram does not need.
  init(over points: PointSet, capacity: Int, in scratch: Scratch, _ sumScratch: Scratch) {
    phase = points.projection.gridPhase
    leafStarts = scratch.column(capacity + 1)
    parents = scratch.column(2 * capacity)
    sums = sumScratch.column(capacity)
    times = scratch.column(capacity)
    weighted = points.order.scale == nil ? nil : sumScratch.column(2 * capacity)
  }

  /// The sum of positions of a node.
  ///
  /// - Parameter position: the node's, moved by the grid phase.
  @inline(__always)
  func positions(of node: UInt32, at position: WorldPoint) -> PositionSum {
    if node >= leafCount { return sums[Int(node) &- leafCount].positions }
    let count = Int(leafStarts[Int(node) &+ 1] &- leafStarts[Int(node)])
    return PositionSum(
      count: count, x: Int64(position.x &- phase) &* Int64(count), y: Int64(position.y) &* Int64(count))
  }

  /// The mean position of a node, x unwrapped.
  @inline(__always)
  func mean(of node: UInt32, at position: WorldPoint) -> (x: Int64, y: Int64) {
    weighted?[Int(node)].mean ?? positions(of: node, at: position).mean
  }

  /// The farthest that the mean of a node may be from the nearest of its points.
  @inline(__always)
  func drift(of node: UInt32) -> UInt32 { node < leafCount ? 0 : sums[Int(node) &- leafCount].drift }

  /// Makes a leaf of every point that may merge, or of every stack, and returns the leaves of each section.
  mutating func addLeaves(
    of points: PointSet, stacks: Bool, _ context: RunContext
  ) throws(ClusteringError) -> [RadiusLeaves] {
    var sections: [RadiusLeaves] = []
    for section in points.sections where section.mergeable {
      try context.check()
      var count = leafCount
      points.keys.withColumn { keys in
        for index in section.range
        where !stacks || index == section.range.lowerBound || keys[index] != keys[index - 1] {
          leafStarts[count] = UInt32(truncatingIfNeeded: index)
          count &+= 1
        }
      }
      leafStarts[count] = UInt32(section.range.upperBound)
      sections.append(RadiusLeaves(range: leafCount..<count, starts: leafStarts, keys: points.keys))
      leafCount = count
    }
    parents[0..<leafCount].fill(.max)
    guard let weighted, let weights = points.weight, let scale = points.order.scale else { return sections }
    for leaf in 0..<leafCount {
      let start = Int(leafStarts[leaf])
      let total = weights[start..<Int(leafStarts[leaf + 1])].reduce(0 as UInt128) { $0 + scale.units($1) }
      weighted[leaf] = WeightedSum(total, x: Int64(points.x[start]), y: Int64(points.y[start]))
    }
    return sections
  }

  /// The merges, for the layout of a dendrogram.
  func merges(windings: [NodeWinding]) -> Merges {
    Merges(
      leafStarts: leafStarts[0..<leafCount + 1], leafCount: leafCount, clusterCount: count,
      parents: parents[0..<leafCount + count], times: times[0..<count], windings: windings)
  }
}

// MARK: - Edits

extension RadiusClusters {
  /// Begins anew, with items for the first clusters.
  mutating func begin(with numbers: [Int], of items: [DendrogramEdit.Item]) {
    leafCount = 0
    count = numbers.count
    for (node, number) in numbers.enumerated() {
      parents[node] = .max
      sums[node] = Sums(positions: items[number].sums.positions)
      weighted?[node] = items[number].sums.weighted
    }
  }

  /// What each of the first clusters ends in, and the windings by which it lies east when seen from there.
  ///
  /// - Parameter windings: those of clusters as seen from their parents.
  func ends(of first: Int, _ windings: [NodeWinding]) -> ReplayedEnds {
    var ends = (0..<count).map { (node: $0, windings: 0 as Int64) }
    for node in windings { ends[Int(node.node)].windings = Int64(node.windings) }
    // Clusters have higher numbers than what they are made of.
    for node in ends.indices.reversed() where parents[node] != .max {
      let parent = ends[Int(parents[node])]
      ends[node] = (parent.node, ends[node].windings + parent.windings)
    }
    ends.removeLast(ends.count - first)
    return ends
  }
}

/// Leaves that follow each other, in Morton order.
struct RadiusLeaves: MortonSorted {
  let range: Range<Int>

  /// The index of each leaf's first point, and the keys of points.
  let starts: Column<UInt32>
  let keys: [UInt64]

  var count: Int { range.count }

  @inline(__always)
  subscript(index: Int) -> RadixSort.Item {
    let leaf = range.lowerBound &+ index
    return RadixSort.Item(key: keys[Int(starts[leaf])], index: UInt32(truncatingIfNeeded: leaf))
  }
}

// MARK: - Forming

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
      if round.lists.count == 1, list.isIsolated(1 &<< cell.part, of: cell.block, cell.number, round.reach) {
        return
      }
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
    for place in 0..<found.count {
      let (list, index) = (round.lists[Int(found[place] &>> 32)], Int(found[place] & 0xFFFF_FFFF))
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
    if isWound {
      for place in 0..<found.count {
        let (list, index) = (round.lists[Int(found[place] &>> 32)], Int(found[place] & 0xFFFF_FFFF))
        let own = winding(of: list.nodes[index], at: list.positions[index]) - home
        if own != 0 { windings.append(NodeWinding(node: list.nodes[index], windings: Int32(own))) }
      }
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
}
