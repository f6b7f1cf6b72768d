// How the points of a map merge. Each word in quotes is explained by the type or function named beside it:
//
//   for each section of points that may merge                   dendrogram(of:)
//     "list" its stacks in Morton order, each a leaf            RadiusList, RadiusClusters.addLeaves
//     set aside "sleepers", points far from all others          RadiusSleepers
//     for each "level", the deepest and smallest radius first   merge(_:)
//       for each "round", until one forms no cluster            merge(within:at:), RadiusRound
//         for each "color" of a board of square cells,          form(_:within:)
//           for each cell of it, for each "seed" in the cell    CellIndex.forEachCell
//             the seed "absorbs" the free items in reach        RadiusWorker.absorb; round 1: RadiusBoard
//             which "form" a cluster at their mean              RadiusWorker.form
//         the new clusters "join" the lists                     RadiusList.join
//         and are the seeds of the next round
//   write the merges as a dendrogram                            DendrogramLayout
//
// In the order of the input a level has one round, and SuperclusterOrder finds the seed that each item joins.

/// Merges the items of one section after another, level by level, until no two are within a radius of each
/// other; see ``RadiusStrategy``.
///
/// The cells of the board are at least two radii wide and have four colors, two by two. A seed reaches no
/// farther than a radius beyond its cell, so seeds in different cells of one color never compete for an item.
/// Threads process the cells of one color in any order, with the same result.
final class RadiusMerging {
  /// A step of merging.
  struct Level {
    /// In fixed-point units.
    let radius: Double

    /// The time of the merges in the dendrogram.
    let time: Int32
  }

  private let points: PointSet
  private let minPoints: Int
  private let context: RunContext

  /// Memory for the merges, and scratch memory for lists and sums, which the layout takes over.
  private let memory: DendrogramMemory

  /// Memory for columns that have room for all items but mostly hold few: those that a level forms.
  private let sparse = Scratch(isSparse: true)

  /// Memory for cells, of which there are at first as many as items, but soon few.
  private let cellScratch = Scratch()

  /// The number of clusters when the memory of both was last returned to the system.
  private var emptiedCount = 0

  private(set) var clusters: RadiusClusters

  /// Two lists: the level's items, and the clusters that it forms while they are few.
  private let lists: Column<RadiusList>
  private let board: RadiusBoard
  private let formed: RadiusFormed

  /// Decides which items absorb which in the order of the input; nil in canonical order.
  private var input: SuperclusterOrder?
  private var sleepers: RadiusSleepers
  private let workers: Lanes<RadiusWorker>

  /// - Parameters:
  ///   - most: the most items at a time; default: the points of the largest section.
  ///   - capacity: the most leaves, and the most clusters; default: the points of the set.
  init(
    _ points: PointSet, order: RadiusStrategy.Order = .canonical, minPoints: Int, most: Int? = nil,
    capacity: Int? = nil, context: RunContext
  ) {
    (self.points, self.minPoints, self.context) = (points, minPoints, context)
    let most = most ?? points.sections.lazy.filter(\.mergeable).map(\.range.count).max() ?? 0
    let capacity = capacity ?? points.count
    memory = DendrogramMemory(for: order == .input ? capacity : most)
    clusters = RadiusClusters(over: points, capacity: capacity, in: memory.merges, memory.sums)
    input =
      order == .input
      ? SuperclusterOrder(nodes: 2 * capacity, most: most, in: memory.nodes, memory.sums) : nil
    lists = memory.merges.column(2)
    lists[0] = RadiusList(
      capacity: most, in: order == .input ? memory.sums : memory.nodes, cells: cellScratch)
    // Each cluster of a level holds two of its items or more.
    lists[1] = RadiusList(capacity: most / 2, in: sparse, cells: sparse)
    board = RadiusBoard(capacity: most, in: memory.nodes)
    formed = RadiusFormed(capacity: most / 2, in: sparse)
    sleepers = RadiusSleepers(capacity: most)
    workers = Lanes(context.threads) { RadiusWorker() }
  }

  /// Merges every section through all levels, and returns the dendrogram; only once, as it frees the lists.
  func dendrogram(of levels: [Level]) throws(ClusteringError) -> Dendrogram {
    let sections = try clusters.addLeaves(of: points, stacks: input == nil, context)
    try input?.place(clusters, points, context)
    for leaves in sections {
      lists[0].list(leaves, threads: context.threads)
      try merge(levels)
    }
    let windings = takeWindings()
    sparse.release()
    cellScratch.release()
    return try DendrogramLayout.dendrogram(
      of: clusters.merges(windings: windings), over: points, in: memory, context)
  }

  /// Makes some items the first clusters and the first list, for ``merge(within:at:)``.
  func begin(with numbers: [Int], of items: [DendrogramEdit.Item]) {
    clusters.begin(with: numbers, of: items)
    lists[0].list(numbers, of: items)
  }

  /// The nodes that lie some windings away from their clusters, since the last call.
  func takeWindings() -> [NodeWinding] {
    (0..<workers.count).flatMap { workers[$0].takeWindings() }
  }
}

// MARK: - Levels

extension RadiusMerging {
  /// Merges the items of the first list through all levels.
  private func merge(_ levels: [Level]) throws(ClusteringError) {
    let radii = levels.map { searched(within: $0.radius) }
    for lane in 0..<workers.count { workers[lane].drift = 0 }
    // In the order of the input and above two points, ranks change, of all items.
    if input == nil || minPoints <= 2 {
      sleepers.take(
        from: &lists[0], before: radii, wraps: points.projection.wraps, threads: context.threads)
    }
    for (level, radius) in zip(levels, radii) {
      try context.check()
      // Means move by up to a radius in a round.
      wakeSleepers(reachableWithin: 2 * radius)
      if radius >= 1, lists[0].count > 1 { try merge(within: level.radius, at: level.time) }
      emptyScratches()
    }
    sleepers.drop()
  }

  /// The radius to search for what is within a radius.
  private func searched(within radius: Double) -> Double {
    input.map { radius + $0.slack } ?? min(radius, 0x1p31)
  }

  /// A first round that forms clusters of less than this part of the items keeps them in a list of their own.
  private static let fewFormed = 8

  /// Merges until no two items are within a radius of each other, or would have too few points together.
  func merge(within radius: Double, at time: Int32) throws(ClusteringError) {
    let searched = searched(within: radius)
    let reach = CellReach(radius: UInt32(min(searched, 0x1p31)), wraps: points.projection.wraps)
    index(0, reach)
    lists[1].removeAll()
    var (firstSeed, seedList) = (0, 0)
    while true {
      let round = RadiusRound(
        reach: reach, squared: searched < 0x1p32 ? UInt64(searched * searched) : .max, minPoints: minPoints,
        time: time, phase: points.projection.gridPhase, lists: lists[0..<seedList + 1],
        seeds: lists[seedList], firstSeed: UInt32(firstSeed), clusters: clusters,
        keepsDrift: !sleepers.isEmpty, board: board, formed: formed, input: input)
      let new = try form(round, within: radius)
      if let input {
        lists[0].join(new, threads: context.threads)
        if minPoints > 2 { input.renumber(lists[0]) }
        return
      }
      if new.count == 0 { break }
      if wakeSleepers(reachableWithin: radius) { index(0, reach) }
      // In a list of their own, unless a first round forms many: then the next one searches a single list,
      // and recognizes isolated items.
      if firstSeed > 0 || new.count <= lists[0].count / Self.fewFormed { seedList = 1 }
      lists[seedList].join(new, threads: context.threads)
      index(seedList, reach)
      firstSeed = clusters.leafCount + clusters.count - new.count
    }
    if seedList > 0 { lists[0].join(lists[1], threads: context.threads) }
  }

  /// Forms the clusters of a round, and returns the keys of their means, ascending, with their nodes.
  private func form(
    _ round: RadiusRound, within radius: Double
  ) throws(ClusteringError) -> Column<RadixSort.Item> {
    let (lanes, cells, workers) = (context.lanes(for: round.seeds.count), round.seeds.cells, workers)
    formed.removeAll()
    if let input {
      try input.settle(round, within: radius, context)
    } else {
      for color in 0..<4 as Range<UInt64> {
        try Parallel.deal(cells.blockCount, to: lanes, context) { (lane, blocks) in
          if round.isSettled {
            round.settle(blocks, color: color)
          } else {
            workers[lane].absorb(blocks, color: color, round)
          }
        }
      }
    }
    if round.isSettled {
      try Parallel.deal(cells.cellCount, to: lanes, context) { (lane, cells) in
        workers[lane].form(cells, round)
      }
    }
    let new = formed.all
    clusters.count += new.count
    try RadixSort.sort(new, spare: formed.spare[0..<new.count], threads: context.threads, context.check)
    return new
  }

  private func index(_ list: Int, _ reach: CellReach) { lists[list].index(reach, threads: context.threads) }

  /// Returns memory that the next level writes anew to the system, if that is much.
  private func emptyScratches() {
    guard clusters.count - emptiedCount > clusters.leafCount / 4 else { return }
    sparse.emptyBlocks()
    cellScratch.emptyBlocks()
    emptiedCount = clusters.count
  }

  /// Moves the sleepers back to the first list if a cluster may come near them; returns whether it did.
  @discardableResult
  private func wakeSleepers(reachableWithin radius: Double) -> Bool {
    let drift = (0..<workers.count).reduce(0) { max($0, workers[$1].drift) }
    return sleepers.wake(
      into: &lists[0], reachableWithin: radius, drift: drift, of: clusters, points, threads: context.threads)
  }
}
