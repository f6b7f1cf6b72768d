// How the points of a map merge. Each word in quotes is explained by the type or function named beside it:
//
//   for each section of points that may merge                   dendrogram(of:)
//     "list" its stacks in Morton order, each a leaf            RadiusList, MergedClusters.addLeaves
//     set aside "isolated" points, far from all others          IsolatedItems
//     for each "level", the deepest and smallest radius first   merge(_:)
//       for each "round", until one forms no cluster            merge(within:at:), RadiusRound
//         for each "color" of a board of square cells,          form(_:within:)
//           for each cell of it, for each "seed" in the cell    CellIndex.forEachCell
//             the seed "absorbs" the free items in reach        RadiusWorker.absorb; round 1: RadiusBoard
//             which "form" a cluster at their mean              RadiusWorker.form
//         the new clusters, the next seeds, "join" the lists    RadiusList.join
//   write the merges as a dendrogram                            DendrogramLayout
//
// In the order of the input a level has one round, and SuperclusterOrder finds the seed that each item joins.

/// Merges the items of each section, level by level, until no two are within a radius of each other.
///
/// The cells of the board are at least two radii wide and have four colors, two by two. A seed reaches no
/// farther than a radius beyond its cell, so seeds in different cells of one color never compete for an item,
/// and threads process the cells of a color in any order.
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

  private let memory: DendrogramMemory

  /// Memory for columns with room for all items, of which usually few are used.
  private let sparse = Scratch(isSparse: true)
  private let cellScratch = Scratch()

  /// The number of clusters when the memory of both was last returned to the system.
  private var emptiedCount = 0

  private var clusters: MergedClusters

  /// Two lists: the level's items, and the clusters that it forms while they are few.
  private let lists: Column<RadiusList>
  private let board: RadiusBoard
  private let formed: RadiusFormed

  /// Nil in canonical order.
  private var input: SuperclusterOrder?
  private var isolatedItems: IsolatedItems
  private let workers: Lanes<RadiusWorker>

  /// - Parameters:
  ///   - most: the most items at a time; default: the points of the largest section.
  ///   - capacity: the most leaves, and the most clusters; default: the points of the set.
  init(
    _ points: PointSet, order: RadiusStrategy.Order = .canonical, minPoints: Int, most: Int? = nil,
    capacity: Int? = nil, context: RunContext
  ) {
    (self.points, self.minPoints, self.context) = (points, minPoints, context)
    let most = most ?? points.sections.lazy.filter { $0.mergeable }.map { $0.range.count }.max() ?? 0
    let capacity = capacity ?? points.count
    memory = DendrogramMemory(for: order == .input ? capacity : most)
    clusters = MergedClusters(over: points, capacity: capacity, in: memory.merges, memory.sums)
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
    isolatedItems = IsolatedItems(capacity: most)
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
      of: clusters, windings: windings, over: points, in: memory, context)
  }

  /// Merges some items of one group at one level, as if there were no others.
  ///
  /// Which items a seed absorbs depends on what is within its radius. So all items of a cluster merge by
  /// themselves as they did among all others.
  func replay(
    _ numbers: [Int], of items: [DendrogramEdit.Item], within radius: Double
  ) throws(ClusteringError) -> ReplayedEnds {
    clusters.begin(with: numbers, of: items)
    lists[0].list(numbers, of: items)
    if numbers.count > 1 { try merge(within: radius, at: 0) }
    return clusters.ends(of: numbers.count, takeWindings())
  }

  private func takeWindings() -> [NodeWinding] {
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
      isolatedItems.take(
        from: &lists[0], before: radii, wraps: points.projection.wraps, threads: context.threads)
    }
    for (level, radius) in zip(levels, radii) {
      try context.check()
      // Means move by up to a radius in a round.
      returnIsolated(reachableWithin: 2 * radius)
      if radius >= 1, lists[0].count > 1 { try merge(within: level.radius, at: level.time) }
      emptyScratches()
    }
    isolatedItems.drop()
  }

  /// The radius to search for what is within a radius.
  private func searched(within radius: Double) -> Double { min(radius + (input?.slack ?? 0), 0x1p31) }

  /// A first round that forms fewer clusters than this part of the items keeps them in a list of their own.
  private static let fewFormed = 8

  /// Merges until no two items are within a radius of each other, or would have too few points together.
  private func merge(within radius: Double, at time: Int32) throws(ClusteringError) {
    let searched = searched(within: radius)
    let reach = CellReach(radius: UInt32(searched), wraps: points.projection.wraps)
    index(0, reach)
    lists[1].removeAll()
    var (firstSeed, seedList) = (0, 0)
    while true {
      let round = RadiusRound(
        reach: reach, squared: UInt64(searched * searched), minPoints: minPoints, time: time,
        phase: points.projection.gridPhase, lists: lists[0..<seedList + 1], seeds: lists[seedList],
        firstSeed: UInt32(firstSeed), clusters: clusters, keepsDrift: !isolatedItems.isEmpty, board: board,
        formed: formed, input: input)
      let new = try form(round, within: radius)
      if let input {
        lists[0].join(new, threads: context.threads)
        if minPoints > 2 { input.renumber(lists[0]) }
        return
      }
      if new.count == 0 { break }
      if returnIsolated(reachableWithin: radius) { index(0, reach) }
      // If a first round forms many, the next one searches a single list, and recognizes isolated items.
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

  /// Returns memory to the system that the next level overwrites, if there is much of it.
  private func emptyScratches() {
    guard clusters.count - emptiedCount > clusters.leafCount / 4 else { return }
    sparse.emptyBlocks()
    cellScratch.emptyBlocks()
    emptiedCount = clusters.count
  }

  /// Moves isolated items back to the first list if a cluster may come near them; returns whether it did.
  @discardableResult
  private func returnIsolated(reachableWithin radius: Double) -> Bool {
    let drift = (0..<workers.count).reduce(0) { max($0, workers[$1].drift) }
    guard isolatedItems.mayMeet(within: radius, drift) else { return false }
    lists[0].join(isolatedItems.all, threads: context.threads)
    isolatedItems.drop()
    return true
  }
}

// MARK: - Isolated items

/// Points so far from all others that no cluster comes near them for many levels. Searches skip them until
/// one might. This does not change results and saves much time for evenly distributed points.
///
/// Each starts farther than a safe radius from every other point. The mean of a cluster is at most its drift
/// away from one of its points. So while drift plus radius is less than the safe radius, no cluster absorbs
/// an isolated item, and an isolated item absorbs nothing.
struct IsolatedItems: Sendable {
  private let scratch = Scratch(isSparse: true)

  /// In Morton order.
  private let items: Column<RadixSort.Item>
  private var count = 0
  private var safeRadius = 0.0

  init(capacity: Int) { items = scratch.column(capacity) }

  var isEmpty: Bool { count == 0 }
  var all: Column<RadixSort.Item> { items[0..<count] }

  /// Takes isolated items out of a list of leaves if that saves more searches than it costs.
  mutating func take(from list: inout RadiusList, before radii: [Double], wraps: Bool, threads: Int) {
    guard let radius = Self.radius(for: list, before: radii) else { return }
    let reach = CellReach(radius: UInt32(radius), wraps: wraps)
    list.index(reach, threads: threads)
    let indexed = list
    Parallel.share(0..<indexed.cells.blockCount, threads: threads) { blocks in
      indexed.cells.forEachCell(of: blocks) { cell in
        if indexed.isIsolated(cell, reach) { indexed.free[cell.items.lowerBound] = 0 }
      }
    }
    for index in 0..<list.count {
      items[count] = RadixSort.Item(key: list.keys[index], index: list.nodes[index])
      count &+= 1 &- Int(list.free[index])
    }
    list.join([], threads: threads)
    safeRadius = radius
  }

  /// The radius within which isolated items must have no neighbor; nil if setting items aside does not pay.
  private static func radius(for list: RadiusList, before radii: [Double]) -> Double? {
    guard list.count > 1000 else { return nil }
    let step = 1 + list.count >> 12
    var best: (radius: Double, gain: Double)?
    for radius in radii where radius >= 1 && radius < 0x1p28 {
      let sideBits = UInt64(CellReach(radius: UInt32(radius), wraps: true).sideBits)
      // Estimates from a sample how many items share a cell with the next one in Morton order.
      let sample = stride(from: 1, to: list.count, by: step)
      let shared = sample.count { (list.keys[$0] ^ list.keys[$0 - 1]) &>> (2 * sideBits) == 0 }
      // Items reach 2.6 cells on average.
      let isolated = max(0, 1 - 2.6 * Double(shared * step) / Double(list.count))
      // Each level saves a search; the cost is one search, and joining the lists again.
      let levels = radii.prefix { 2 * $0 < radius }.count
      let gain = isolated * Double(levels) - 1
      if gain > best?.gain ?? 0.5 { best = (radius, gain) }
    }
    return best?.radius
  }

  /// Returns whether a seed may reach an isolated item, or vice versa.
  func mayMeet(within radius: Double, _ drift: UInt32) -> Bool {
    // Radius and drift are rounded to whole units.
    !isEmpty && radius + Double(drift) + 2 > safeRadius
  }

  mutating func drop() {
    if count > 0 { scratch.emptyBlocks() }
    count = 0
  }
}
