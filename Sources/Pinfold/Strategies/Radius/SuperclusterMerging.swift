import Synchronization

/// Merges the items of one group after another, zoom by zoom, as mapbox/supercluster does: in the order of
/// the input, in floating point, with longitudes as they are; see ``RadiusStrategy/Order/input``.
///
/// At each zoom every item that was not visited yet absorbs the unvisited ones within the radius. If they
/// have too few points together, they all stay as they are and count as visited at this zoom. A new cluster
/// absorbs nothing more at its zoom, even if other items are near its mean.
///
/// Source: V. Agafonkin, "Clustering millions of points on a map with Supercluster", Mapbox, 2016. The
/// original keeps the positions that it searches as 32-bit floats; here they have all their bits. It lists
/// neighbours in the order of its tree; here they are in the order of the items.
final class SuperclusterMerging: @unchecked Sendable {
  /// What an item is merged by: shares of the world, not reduced.
  struct Item: BitwiseCopyable {
    var x: Double
    var y: Double

    /// The order of items, in the upper half; the lower half is 0 but for items that have followed another.
    var rank: UInt64
    var count: UInt32
  }

  /// The memory of lists and sums, which nobody needs any more when all is merged.
  private let memory: DendrogramMemory
  private let points: PointSet
  private let minPoints: Int
  private let context: RunContext
  private var clusters: RadiusClusters
  private var windings: [NodeWinding] = []

  /// By node.
  private let items: UnsafeMutablePointer<Item>

  /// What is left to merge, and its clusters of the zoom at hand.
  private var tier: RadiusTier
  private var fresh: RadiusItems

  private let turns: SuperclusterTurns

  private var sleepers: RadiusSleepers

  /// How far a cluster's mean may be from the nearest of its points.
  private var drift = 0.0

  /// Of each thread.
  private let workers: UnsafeMutablePointer<Worker>

  private struct Worker: ~Copyable {
    /// What goes to the seed at hand: the rank above the place in the list.
    var followers = GrowingBuffer<UInt64>()

    var windings: [NodeWinding] = []

    /// How far leaves are from the corner at which shares are counted from, or 1.
    var farthest = (x: 1.0, y: 1.0)
  }

  /// How much farther than the radius to search: positions of lists are rounded, and longitudes that go
  /// around many times lose digits.
  private var slack = 0.0

  /// How much a mean may be off, in fixed-point units.
  private var rounding = 0.0

  /// Makes room for all points of a set.
  init(_ points: PointSet, minPoints: Int, context: RunContext) {
    (self.points, self.minPoints, self.context) = (points, minPoints, context)
    let most = points.sections.lazy.filter(\.mergeable).map(\.range.count).max() ?? 0
    memory = DendrogramMemory(for: points.count)
    clusters = RadiusClusters(over: points, capacity: points.count, in: memory.merges, memory.sums)
    items = memory.nodes.allocate(2 * points.count)
    tier = RadiusTier(capacity: most, in: memory.sums)
    fresh = RadiusItems(capacity: most / 2, in: memory.sums)
    turns = SuperclusterTurns(capacity: most, in: memory.sums)
    sleepers = RadiusSleepers(capacity: most)
    workers = .allocate(capacity: context.threads)
    for worker in 0..<context.threads { (workers + worker).initialize(to: Worker()) }
  }

  deinit {
    workers.deinitialize(count: context.threads)
    workers.deallocate()
  }

  /// Merges every section through all levels, and returns the dendrogram; only once, as it frees the lists.
  ///
  /// - Parameter levels: radii as shares of the world's width, and times in the dendrogram.
  func dendrogram(of levels: [(radius: Double, time: Int32)]) throws(ClusteringError) -> Dendrogram {
    let sections = try clusters.addLeaves(of: points, stacks: false, context)
    try placeLeaves()
    for leaves in sections {
      tier.items.list(leaves, of: clusters, points, threads: context.threads)
      sendToSleep(before: levels.map { searched(within: $0.radius) })
      for level in levels { try merge(within: level.radius, at: level.time) }
      sleepers.forget()
    }
    return try DendrogramLayout.dendrogram(
      of: clusters.merges(windings: windings), over: points, in: memory, context)
  }

  private func placeLeaves() throws(ClusteringError) {
    let (rows, longitude, latitude) = (points.rows, points.longitude, points.latitude)
    let (projection, leafStarts, items) = (points.projection, clusters.leafStarts, items)
    nonisolated(unsafe) let (starts, places) = (leafStarts, items)
    let (lanes, workers) = (context.lanes(for: clusters.leafCount), workers)
    nonisolated(unsafe) let shares = workers
    try Parallel.deal(clusters.leafCount, to: lanes, context) { (lane, leaves) in
      var farthest = shares[lane].farthest
      for leaf in leaves {
        let point = Int(starts[leaf])
        let (x, y) = projection.unreducedUnit(
          Coordinate(longitude: longitude[point], latitude: latitude[point]))
        places[leaf] = Item(x: x, y: y, rank: UInt64(rows[point]) << 32, count: 1)
        farthest = (max(farthest.x, abs(x)), max(farthest.y, abs(y)))
      }
      shares[lane].farthest = farthest
    }
    let farthest = (0..<context.threads).reduce(into: (x: 1.0, y: 1.0)) {
      $0 = (max($0.x, workers[$1].farthest.x), max($0.y, workers[$1].farthest.y))
    }
    // From 2⁵² on a unit in the last place is all of the world.
    slack = 4 + 2 * min(farthest.x, 0x1p52).ulp * WorldPoint.worldSize
    rounding = Double(clusters.leafCount) * max(farthest.x, farthest.y).ulp * WorldPoint.worldSize
  }
}

// MARK: - Zooms

extension SuperclusterMerging {
  /// Visits every item once.
  ///
  /// - Parameters:
  ///   - radius: a share of the world's width.
  ///   - time: the time of the merges in the dendrogram.
  private func merge(within radius: Double, at time: Int32) throws(ClusteringError) {
    try context.check()
    let searched = searched(within: radius)
    if sleepers.areReachable(within: searched + drift, drift: 0) { wakeSleepers() }
    // No mean is farther from its seed, but for rounding.
    drift += searched + rounding
    let reach = CellReach(radius: UInt32(min(searched, 0x1p31)), wraps: points.projection.wraps)
    let squared = searched < 0x1p32 ? UInt64(searched * searched) : .max
    fill(reach)
    let followed = try turns.take(tier, within: radius, reach, squared: squared, items, context)
    let left = minPoints > 2 ? orderFollowers() : 0
    let keys = try absorb(followed - left, at: time)
    if !keys.isEmpty {
      try fresh.list(keys, context)
      tier.items.join(fresh, threads: context.threads)
    }
    if left > 0 { rankAnew() }
  }

  /// How far apart may lie what a level merges, in fixed-point units.
  private func searched(within radius: Double) -> Double { radius * WorldPoint.worldSize + slack }

  private func fill(_ reach: CellReach) {
    tier.cells.fill(
      tier.items.keys, count: tier.items.count, sideBits: reach.sideBits, threads: context.threads)
  }

  private func sendToSleep(before radii: [Double]) {
    drift = 0
    // Where few points stay by themselves, ranks are counted anew, among all.
    guard minPoints <= 2, let radius = RadiusSleepers.radius(for: tier.items, before: radii) else { return }
    let reach = CellReach(radius: UInt32(radius), wraps: points.projection.wraps)
    fill(reach)
    sleepers.fallAsleep(from: &tier, reach, radius: radius, threads: context.threads)
  }

  private func wakeSleepers() { sleepers.wake(into: &tier.items, of: clusters, points) }

  /// Lets what has too few points together stay, in the order of its seed; returns how many seeds stay so.
  private func orderFollowers() -> Int {
    var left = 0
    for cell in 0..<tier.cells.cellCount {
      turns.forEachSeed(of: cell) { seed in
        if isEnough(seed) { return }
        left += 1
        listFollowers(of: seed, in: workers)
        for number in 0..<workers.pointee.followers.count {
          let index = Int(UInt32(truncatingIfNeeded: workers.pointee.followers[number]))
          tier.items.isAbsorbed[index] = false
          items[Int(tier.items.nodes[index])].rank =
            UInt64(seed.rank) &<< 32 + UInt64(number) + 1
        }
      }
    }
    return left
  }

  /// Whether a seed and what goes to it have enough points for a cluster.
  @inline(__always)
  private func isEnough(_ seed: SuperclusterTurns.Candidate) -> Bool {
    if minPoints <= 2 { return true }
    var count = pointCount(at: Int(seed.index))
    turns.forEachFollower(of: seed) { count &+= pointCount(at: $0) }
    return count >= minPoints
  }

  @inline(__always)
  private func pointCount(at index: Int) -> Int { Int(items[Int(tier.items.nodes[index])].count) }

  /// Lists what goes to a seed, in order.
  @inline(__always)
  private func listFollowers(of seed: SuperclusterTurns.Candidate, in worker: UnsafeMutablePointer<Worker>) {
    let nodes = tier.items.nodes
    worker.pointee.followers.count = 0
    turns.forEachFollower(of: seed) { index in
      worker.pointee.followers.append(items[Int(nodes[index])].rank | UInt64(truncatingIfNeeded: index))
    }
    worker.pointee.followers.sortByUpperHalf()
  }

  /// Calls `body` with each seed of some cells whose cluster has enough points.
  @inline(__always)
  private func forEachSeed(of cells: Range<Int>, _ body: (SuperclusterTurns.Candidate) -> Void) {
    for cell in cells {
      turns.forEachSeed(of: cell) { seed in
        if isEnough(seed) { body(seed) }
      }
    }
  }

  /// The number of clusters of some cells, whose items this fetches.
  private func fetchItems(of cells: Range<Int>) -> Int {
    let (nodes, sums, leafCount) = (tier.items.nodes, clusters.sums, clusters.leafCount)
    var count = 0
    forEachSeed(of: cells) { seed in
      count &+= 1
      turns.forEachFollower(of: seed) { index in
        let node = Int(nodes[index])
        items.fetch(node)
        if node >= leafCount { sums.fetch(node &- leafCount) }
      }
    }
    return count
  }

  /// Makes clusters of seeds and what goes to them, and returns the keys of their means.
  ///
  /// - Parameter count: how many there are.
  private func absorb(_ count: Int, at time: Int32) throws(ClusteringError) -> [RadixSort.Item] {
    let first = clusters.count
    let keys = try [RadixSort.Item](count: count) { (keys) throws(ClusteringError) in
      // Cells take numbers as they come; what is merged does not depend on the numbers.
      let taken = Atomic(first)
      try Parallel.deal(tier.cells.cellCount, to: context.lanes(for: tier.items.count), context) {
        (lane, cells) in
        var number = taken.wrappingAdd(fetchItems(of: cells), ordering: .relaxed).oldValue
        forEachSeed(of: cells) { seed in
          keys[number &- first] = absorb(around: seed, into: number, at: time, workers + lane)
          number &+= 1
        }
      }
    }
    clusters.count += count
    for worker in 0..<context.threads {
      windings += workers[worker].windings
      workers[worker].windings.removeAll(keepingCapacity: true)
    }
    return keys
  }

  /// Makes a cluster of a seed and what goes to it, and returns the key of its mean.
  private func absorb(
    around seed: SuperclusterTurns.Candidate, into cluster: Int, at time: Int32,
    _ worker: UnsafeMutablePointer<Worker>
  ) -> RadixSort.Item {
    listFollowers(of: seed, in: worker)
    let (list, clusters, wraps) = (tier.items, clusters, points.projection.wraps)
    let parent = UInt32(truncatingIfNeeded: clusters.leafCount &+ cluster)
    var (x, y) = (seed.x * Double(seed.count), seed.y * Double(seed.count))
    let (node, position) = (list.nodes[Int(seed.index)], list.positions[Int(seed.index)])
    var sum = clusters.positions(of: node, at: position)
    var (count, weight) = (seed.count, clusters.weighted?[Int(node)] ?? WeightedSum())
    let meridian = wraps ? clusters.mean(of: node, at: position).x : 0
    clusters.parents[Int(node)] = parent
    list.isAbsorbed[Int(seed.index)] = true
    for number in 0..<worker.pointee.followers.count {
      let index = Int(UInt32(truncatingIfNeeded: worker.pointee.followers[number]))
      let (node, position) = (list.nodes[index], list.positions[index])
      let item = items[Int(node)]
      x += item.x * Double(item.count)
      y += item.y * Double(item.count)
      count &+= item.count
      var winding: Int64 = 0
      if wraps {
        // By the short way from the seed.
        let mean = clusters.mean(of: node, at: position).x
        winding = PositionSum.windings(from: mean, to: meridian)
        if winding != 0 { worker.pointee.windings.append(NodeWinding(node: node, windings: Int32(winding))) }
      }
      sum = sum + clusters.positions(of: node, at: position).wound(by: winding)
      if let weighted = clusters.weighted { weight = weight + weighted[Int(node)].wound(by: winding) }
      clusters.parents[Int(node)] = parent
    }
    (x, y) = (x / Double(count), y / Double(count))
    items[Int(parent)] = Item(x: x, y: y, rank: UInt64(seed.rank) << 32, count: count)
    clusters.parents[Int(parent)] = .max
    clusters.sums[cluster] = RadiusClusters.Sums(positions: sum)
    clusters.times[cluster] = time
    clusters.weighted?[Int(parent)] = weight
    // On the plane nothing is reduced.
    let mean = WorldPoint(unitX: wraps ? x : max(0, min(x, 1 - 0x1p-32)), unitY: y)
    return RadixSort.Item(key: Morton.key(x: mean.x &+ points.projection.gridPhase, y: mean.y), index: parent)
  }

  /// Counts ranks anew, in the same order.
  private func rankAnew() {
    let list = tier.items
    let sorted = RadixSort.sorted(
      (0..<list.count).map { RadixSort.Item(key: items[Int(list.nodes[$0])].rank, index: list.nodes[$0]) })
    for (rank, item) in sorted.enumerated() { items[Int(item.index)].rank = UInt64(rank) << 32 }
  }
}

extension Projection {
  /// A coordinate as shares of the world's width and height, longitudes not reduced: past 0 or 1 beyond
  /// ±180°.
  fileprivate func unreducedUnit(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    switch self {
    case .mercator:
      let sine = Double.sin(coordinate.latitude * .pi / 180)
      let y = 0.5 - 0.25 * Double.log((1 + sine) / (1 - sine)) / .pi
      return (coordinate.longitude / 360 + 0.5, max(0, min(y, 1)))
    case .planar(let extent): return extent.unit(coordinate)
    }
  }
}
