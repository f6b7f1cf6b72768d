/// Merges the items of one group after another, level by level, until no two are within a radius of each
/// other; see ``RadiusStrategy``.
///
/// A level is merged in rounds. In a round every seed absorbs its neighborhood: the items within the radius
/// that are not absorbed yet. The seeds of the first round are all items; those of later rounds are the
/// clusters formed in the round before.
///
/// Items are visited by square cells of at least two radii, colored like a board with four colors. A
/// neighborhood reaches no farther than a radius beyond its seed's cell, so seeds in cells of one color never
/// compete for an item, and cores share these cells as they get to them: any order gives the same merges.
///
/// Bound by computing, not by one phase: of a million points spread evenly, on two threads, a third of the
/// processor time is the turns of items, an eighth the searches of later rounds, a seventh forming clusters,
/// a fifth cells and lists, a seventh the layout, and a tenth the kernel, which clears pages. The look at an
/// item that is alone takes some 30 ns. A quarter of the later searches is waiting for positions, and a third
/// of forming for sums of items; to fetch either a block ahead costs what it saves.
final class RadiusMerging {
  private let scratch = Scratch()

  /// The memory of lists and sums, which nobody needs any more when all is merged.
  private let memory: DendrogramMemory

  /// The memory of lists that have room for all, but mostly hold few: what a level forms.
  private let sparseScratch = Scratch(isSparse: true)

  /// The memory of cells, of which there are as many as items at first, but soon few.
  private let cellScratch = Scratch()

  /// How many clusters there were when the memory of these two was last given back.
  private var emptiedCount = 0
  let points: PointSet
  private let minPoints: Int
  private let context: RunContext
  private let workers: RadiusWorkers
  var clusters: RadiusClusters
  var windings: [NodeWinding] = []

  /// What a zoom began with, the clusters of its first round, and those of later rounds; where the first
  /// round has formed many, these join what it left, and each list holds those of a round later.
  let tiers: UnsafeMutablePointer<RadiusTier>

  /// The clusters of a later round.
  private var fresh: RadiusItems

  /// The keys of the means that a round has formed, with their nodes.
  private let formed: UnsafeMutablePointer<RadixSort.Item>
  private var sleepers: RadiusSleepers
  private let turns: RadiusTurns

  /// Makes room for all points of a set.
  convenience init(_ points: PointSet, minPoints: Int, context: RunContext) {
    self.init(
      points, minPoints: minPoints,
      most: points.sections.lazy.filter(\.mergeable).map(\.range.count).max() ?? 0,
      context: context
    ) { RadiusClusters(over: points, capacity: points.count, in: $0, $1) }
  }

  /// Makes room for some items at a time.
  ///
  /// - Parameter clusters: the columns of all of them.
  init(
    _ points: PointSet, minPoints: Int, most: Int, context: RunContext,
    clusters: (Scratch, Scratch) -> RadiusClusters
  ) {
    self.points = points
    self.minPoints = minPoints
    self.context = context
    workers = RadiusWorkers(count: context.threads)
    memory = DendrogramMemory(for: most)
    self.clusters = clusters(memory.merges, memory.sums)
    sleepers = RadiusSleepers(capacity: most)
    let items = RadiusItems(capacity: most, in: memory.nodes)
    turns = RadiusTurns(capacity: most, in: memory.nodes)
    tiers = scratch.allocate(3)
    (tiers + 0).initialize(
      to: RadiusTier(items: items, cells: CellIndex(capacity: most, in: cellScratch)))
    // Each of these holds two items or more that the zoom began with.
    for tier in 1...2 {
      (tiers + tier).initialize(to: RadiusTier(capacity: most / 2, in: sparseScratch))
    }
    fresh = RadiusItems(capacity: most / 2, in: sparseScratch)
    formed = sparseScratch.allocate(most / 2)
  }

  /// A step of merging.
  struct Level {
    /// In fixed-point units, at most half the world.
    let radius: Double

    /// The time of the merges in the dendrogram.
    let time: Int32
  }

  /// Merges every section through all levels, and returns the dendrogram; only once, as it frees the lists.
  func dendrogram(of levels: [Level]) throws(ClusteringError) -> Dendrogram {
    let sections = try clusters.addLeaves(of: points, stacks: true, context)
    for leaves in sections {
      tiers[0].items.list(leaves, of: clusters, points, threads: context.threads)
      try merge(levels)
    }
    workers.release()
    sparseScratch.release()
    cellScratch.release()
    return try DendrogramLayout.dendrogram(
      of: clusters.merges(windings: windings), over: points, in: memory, context)
  }
}

// MARK: - Levels

extension RadiusMerging {
  private func merge(_ levels: [Level]) throws(ClusteringError) {
    sendToSleep(before: levels)
    for level in levels {
      try context.check()
      let radius = min(level.radius, 0x1p31)
      // A round adds to drift up to a radius.
      if sleepers.areReachable(within: 2 * radius, drift: workers.drift) { wakeSleepers() }
      if radius >= 1, tiers[0].items.count > 1 { try merge(within: radius, at: level.time) }
      emptyLists()
    }
    sleepers.forget()
  }

  /// No more than this part of the items that a zoom began with are too few clusters to list those anew.
  private static let fewFormed = 8

  /// Merges until no two items are within a radius, or would have too few points together.
  func merge(within radius: Double, at time: Int32) throws(ClusteringError) {
    let reach = CellReach(radius: UInt32(radius), wraps: points.projection.wraps)
    fill(0, reach)
    tiers[1].items.count = 0
    tiers[2].items.count = 0
    var (firstSeed, seedTier) = (0, 0)
    while true {
      let round = RadiusRound(
        reach: reach, squared: UInt64(radius * radius), minPoints: minPoints,
        phase: points.projection.gridPhase, tiers: tiers, tierCount: seedTier + 1,
        firstSeed: UInt32(firstSeed), clusters: clusters, keepsDrift: !sleepers.isEmpty)
      firstSeed = clusters.leafCount + clusters.count
      let formed = try form(round, at: time)
      if formed.isEmpty { break }
      if sleepers.areReachable(within: radius, drift: workers.drift) {
        wakeSleepers()
        fill(0, reach)
      }
      if round.isFirst, formed.count > tiers[0].items.count / Self.fewFormed {
        // In one list with what is left, later rounds search half as much, and see at once who is alone.
        fresh.list(formed)
        tiers[0].items.join(fresh, threads: context.threads)
      } else if seedTier == 0 {
        tiers[1].items.list(formed)
        seedTier = 1
      } else {
        fresh.list(formed)
        tiers[2].items.join(fresh, threads: context.threads)
        seedTier = 2
      }
      fill(seedTier, reach)
    }
    guard seedTier > 0 else { return }
    tiers[1].items.join(tiers[2].items, threads: context.threads)
    tiers[0].items.join(tiers[1].items, threads: context.threads)
  }

  /// Gives back what the lists and cells of a level take, where it may be much.
  private func emptyLists() {
    // The next level writes them anew, but takes less.
    guard clusters.count - emptiedCount > clusters.leafCount / 4 else { return }
    sparseScratch.emptyBlocks()
    cellScratch.emptyBlocks()
    emptiedCount = clusters.count
  }

  private func sendToSleep(before levels: [Level]) {
    workers.resetDrift()
    guard let radius = RadiusSleepers.radius(for: tiers[0].items, before: levels.map(\.radius))
    else {
      return
    }
    let reach = CellReach(radius: UInt32(radius), wraps: points.projection.wraps)
    fill(0, reach)
    sleepers.fallAsleep(from: &tiers[0], reach, radius: radius, threads: context.threads)
  }

  private func wakeSleepers() {
    sleepers.wake(into: &tiers[0].items, of: clusters, points)
  }

  private func fill(_ tier: Int, _ reach: CellReach) {
    tiers[tier].cells.fill(
      tiers[tier].items.keys, count: tiers[tier].items.count, sideBits: reach.sideBits,
      threads: context.threads)
  }

  /// Forms and numbers the clusters of a round, and returns the keys of their means, ascending, with their
  /// nodes.
  private func form(
    _ round: RadiusRound, at time: Int32
  ) throws(ClusteringError) -> UnsafeMutableBufferPointer<RadixSort.Item> {
    let before = clusters.count
    try workers.absorb(round, turns, context) {
      let count = workers.number(clusters, at: time, into: formed + (clusters.count - before))
      windings += workers.windings
      clusters.count += count
    }
    let items = UnsafeMutableBufferPointer(start: formed, count: clusters.count - before)
    try RadixSort.sort(items, spare: turns.sorting, threads: context.threads, context.check)
    return items
  }
}
