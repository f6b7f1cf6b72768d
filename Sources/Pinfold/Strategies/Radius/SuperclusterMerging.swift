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

  private let scratch = Scratch()

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

  /// The seeds of the zoom at hand whose clusters have enough points.
  private var seeds = GrowingBuffer<SuperclusterTurns.Candidate>()

  /// Of each thread.
  private let workers: UnsafeMutablePointer<Worker>

  private struct Worker {
    /// What goes to the seed at hand, by place in the list.
    var followers: [(rank: UInt64, index: Int)] = []

    var windings: [NodeWinding] = []
  }

  /// How much farther than the radius to search: positions of lists are rounded, and longitudes that go
  /// around many times lose digits.
  private var slack = 0.0

  /// Makes room for all points of a set.
  init(_ points: PointSet, minPoints: Int, context: RunContext) {
    (self.points, self.minPoints, self.context) = (points, minPoints, context)
    let most = points.sections.lazy.filter(\.mergeable).map(\.range.count).max() ?? 0
    memory = DendrogramMemory(for: points.count)
    clusters = RadiusClusters(over: points, capacity: points.count, in: scratch, memory.sums)
    items = memory.nodes.allocate(2 * points.count)
    tier = RadiusTier(capacity: most, in: memory.sums)
    fresh = RadiusItems(capacity: most / 2, in: memory.sums)
    turns = SuperclusterTurns(capacity: most, in: memory.sums)
    workers = .allocate(capacity: context.threads)
    workers.initialize(repeating: Worker(), count: context.threads)
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
      tier.items.list(leaves, of: clusters, points)
      for level in levels { try merge(within: level.radius, at: level.time) }
    }
    return try DendrogramLayout.dendrogram(
      of: clusters.merges(windings: windings), over: points, in: memory, context)
  }

  private func placeLeaves() throws(ClusteringError) {
    let (rows, longitude, latitude) = (points.rows, points.longitude, points.latitude)
    let (projection, leafStarts, items) = (points.projection, clusters.leafStarts, items)
    nonisolated(unsafe) let (starts, places) = (leafStarts, items)
    let lanes = context.lanes(for: clusters.leafCount)
    try Parallel.deal(clusters.leafCount, to: lanes, context) { (_, leaves) in
      for leaf in leaves {
        let point = Int(starts[leaf])
        let (x, y) = projection.unreducedUnit(
          Coordinate(longitude: longitude[point], latitude: latitude[point]))
        places[leaf] = Item(x: x, y: y, rank: UInt64(rows[point]) << 32, count: 1)
      }
    }
    var farthest = 1.0
    for leaf in 0..<clusters.leafCount { farthest = max(farthest, abs(items[leaf].x)) }
    // From 2⁵² on a unit in the last place is all of the world.
    slack = 4 + 2 * min(farthest, 0x1p52).ulp * WorldPoint.worldSize
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
    let searched = radius * WorldPoint.worldSize + slack
    let reach = CellReach(radius: UInt32(min(searched, 0x1p31)), wraps: points.projection.wraps)
    let squared = searched < 0x1p32 ? UInt64(searched * searched) : .max
    tier.cells.fill(
      tier.items.keys, count: tier.items.count, sideBits: reach.sideBits, threads: context.threads)
    try turns.take(tier, within: radius, reach, squared: squared, items, context)
    let hasFollowers = listSeeds()
    let keys = try absorb(at: time)
    if !keys.isEmpty {
      try fresh.list(keys, context)
      tier.items.join(fresh, threads: context.threads)
    }
    if hasFollowers { rankAnew() }
  }

  /// Lists the seeds of clusters. What has too few points together stays, in the order of its seed; returns
  /// whether there is such.
  private func listSeeds() -> Bool {
    seeds.count = 0
    var hasFollowers = false
    for cell in 0..<tier.cells.cellCount {
      turns.forEachSeed(of: cell) { seed in
        if seed.count >= minPoints {
          seeds.append(seed)
          return
        }
        hasFollowers = true
        listFollowers(of: seed, in: workers)
        for (number, follower) in workers.pointee.followers.enumerated() {
          tier.items.isAbsorbed[follower.index] = false
          items[Int(tier.items.nodes[follower.index])].rank = UInt64(seed.rank) &<< 32 + UInt64(number) + 1
        }
      }
    }
    return hasFollowers
  }

  /// Lists what goes to a seed, in order.
  @inline(__always)
  private func listFollowers(of seed: SuperclusterTurns.Candidate, in worker: UnsafeMutablePointer<Worker>) {
    worker.pointee.followers.removeAll(keepingCapacity: true)
    turns.forEachFollower(of: seed) { index in
      worker.pointee.followers.append((items[Int(tier.items.nodes[index])].rank, index))
    }
    worker.pointee.followers.sort { $0.rank < $1.rank }
  }

  /// Makes clusters of seeds and what goes to them, and returns the keys of their means.
  private func absorb(at time: Int32) throws(ClusteringError) -> [RadixSort.Item] {
    let count = seeds.count
    let keys = try [RadixSort.Item](count: count) { (keys) throws(ClusteringError) in
      nonisolated(unsafe) let keys = keys
      try Parallel.deal(count, to: context.lanes(for: count), context) { (lane, numbers) in
        for number in numbers {
          keys[number] = absorb(
            around: seeds[number], into: clusters.count &+ number, at: time, workers + lane)
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
    let (list, wraps) = (tier.items, points.projection.wraps)
    let parent = UInt32(truncatingIfNeeded: clusters.leafCount &+ cluster)
    let center = items[Int(list.nodes[Int(seed.index)])]
    var (x, y) = (center.x * Double(center.count), center.y * Double(center.count))
    let (node, position) = (list.nodes[Int(seed.index)], list.positions[Int(seed.index)])
    var sum = clusters.positions(of: node, at: position)
    var weight = clusters.weighted?[Int(node)] ?? WeightedSum()
    let meridian = wraps ? clusters.mean(of: node, at: position).x : 0
    clusters.parents[Int(node)] = parent
    list.isAbsorbed[Int(seed.index)] = true
    for follower in worker.pointee.followers {
      let (node, position) = (list.nodes[follower.index], list.positions[follower.index])
      let item = items[Int(node)]
      x += item.x * Double(item.count)
      y += item.y * Double(item.count)
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
    (x, y) = (x / Double(seed.count), y / Double(seed.count))
    items[Int(parent)] = Item(x: x, y: y, rank: center.rank, count: seed.count)
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
