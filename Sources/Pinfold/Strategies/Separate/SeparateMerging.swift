// How markers merge. Each word in quotes is explained by the type or function named beside it:
//
//   for each section of points that may merge                     dendrogram(of:)
//     "list" its stacks in Morton order, each a marker            RadiusList, MergedClusters.addLeaves
//     for each level, the deepest first                           merge(_:snaps:)
//       find the "collisions" of markers with near ones           MarkerWorker.enter
//       merge at once those that share a "snap cell"              snap(_:_:at:)
//       deal collisions into "buckets", the deepest first         makeBuckets
//       for each bucket
//         sort its collisions into "components"                   CollisionComponents
//         in each, merge the two markers that lie deepest in      MarkerWorker.run
//           one another, and find what the new marker meets,
//           until none in it collide as deeply
//         components of which one meets the other's markers are   join(_:in:_:)
//           joined, and merged again
//       make nodes of the markers formed, and list what is left   commit, listLeft
//   write the merges as a dendrogram                              DendrogramLayout

/// Merges the markers of one group after another, level by level, until none collide; see
/// ``SeparateStrategy``.
///
/// Components of a bucket are small and share no marker, so threads merge them independently. The result
/// equals the sequential one unless a new marker meets another component of this bucket; those components are
/// then joined and merged again.
final class SeparateMerging {
  private let points: PointSet
  private let context: RunContext

  /// Scratch memory for lists and sums, freed after the last level.
  private let memory: DendrogramMemory
  var windings: [NodeWinding] = []
  var level: MarkerLevel

  /// The markers that a level has formed and kept.
  private var formed: [UInt32] = []
  private let workers: Lanes<MarkerWorker>

  /// The number of points of the largest marker.
  var most = 1

  private let numberLimit: Int
  private let bucketSize: Int
  private let roundLimit: Int

  /// A step of merging.
  struct Step {
    let room: CollisionGeometry

    /// The time of the merges in the dendrogram.
    let time: Int32
  }

  /// - Parameters:
  ///   - most: the most markers at a time; default: the points of the largest section.
  ///   - capacity: the most leaves, and the most clusters; default: the points of the set.
  ///   - bucketSize: the least number of collisions in each of several buckets.
  ///   - roundLimit: how often the components of a bucket are merged before all of them are joined.
  init(
    _ points: PointSet, most: Int? = nil, capacity: Int? = nil, bucketSize: Int = 1 << 12,
    roundLimit: Int = 8, context: RunContext
  ) {
    (self.points, self.bucketSize, self.roundLimit, self.context) = (points, bucketSize, roundLimit, context)
    let most = most ?? points.sections.lazy.filter { $0.mergeable }.map { $0.range.count }.max() ?? 0
    let capacity = capacity ?? points.count
    numberLimit = 4 * most + Self.spareNumbers(context)
    memory = DendrogramMemory(for: capacity)
    let clusters = MergedClusters(over: points, capacity: capacity, in: memory.merges, memory.sums)
    let items = RadiusList(
      capacity: numberLimit, cellCapacity: most, in: memory.nodes, cells: memory.sums)
    level = MarkerLevel(
      items, clusters, capacity: most, nodes: 2 * capacity, numberLimit: numberLimit, over: points,
      in: memory.sums)
    workers = Lanes(context.threads) { MarkerWorker() }
  }

  /// More numbers than threads take and leave unused.
  private static func spareNumbers(_ context: RunContext) -> Int { 1 << 12 + context.threads << 8 }

  private var lanes: Range<Int> { 0..<context.threads }

  /// Merges every section through all levels, and returns the dendrogram; only once, as it frees the lists.
  func dendrogram(of steps: [Step]) throws(ClusteringError) -> Dendrogram {
    let sections = try level.clusters.addLeaves(of: points, stacks: true, context)
    let (ranks, clusters, tally) = (points.idRanks, level.clusters, points.tally)
    for leaf in 0..<clusters.leafCount {
      if leaf & 0xFFFFF == 0 { try context.check() }
      // Coincident points are in the order of their ids.
      let (start, end) = (Int(clusters.leafStarts[leaf]), Int(clusters.leafStarts[leaf + 1]))
      let count = tally?.markerSize(of: CollectionOfOne(start..<end), in: points.order) ?? end - start
      level.sizes[leaf] = MarkerSize(count: UInt32(count), lowestRank: ranks[start])
    }
    for leaves in sections {
      level.items.list(leaves, threads: context.threads)
      most = leaves.range.reduce(1) { max($0, Int(level.sizes[$1].count)) }
      for step in steps where level.items.count > 1 {
        try context.check()
        try merge(step, snaps: true)
      }
    }
    return try DendrogramLayout.dendrogram(
      of: level.clusters, windings: windings, over: points, in: memory, context)
  }

  /// Calls `body` for ranges of some work on the threads there are.
  private func deal(
    _ count: Int, _ body: @Sendable (Lanes<MarkerWorker>, _ lane: Int, Range<Int>) -> Void
  ) throws(ClusteringError) {
    let workers = workers
    try Parallel.deal(count, to: count > 1 << 8 ? context.threads : 1, context) { (lane, range) in
      body(workers, lane, range)
    }
  }
}

// MARK: - Levels

extension SeparateMerging {
  /// Merges what collides at a level.
  ///
  /// - Parameter snaps: whether to merge what shares a snap cell.
  func merge(_ step: Step, snaps: Bool) throws(ClusteringError) {
    level.begin(step.room, most: most, threads: context.threads)
    for lane in lanes { workers[lane].reset() }
    let (crowded, snapping) = try enter()
    let count = enteredCount + crowded.count
    if count == 0, snapping.isEmpty { return }
    level.clear(count: count)
    formed.removeAll(keepingCapacity: true)
    let numbers = MarkerNumbers(from: level.items.count)
    if snaps {
      try snap(crowded + snapping, numbers, at: step.time)
      // Rebuild the list once a quarter is gone, so that searches do not visit gone markers repeatedly.
      if formed.count > level.items.count / 4 {
        try listLeft()
        return try merge(step, snaps: false)
      }
    }
    try enter(crowded)
    try enter(formed)
    var firstNumber = numbers.end
    for bucket in makeBuckets() { firstNumber = try merge(bucket, from: firstNumber, at: step.time) }
    try listLeft()
  }

  private var enteredCount: Int { lanes.reduce(0) { $0 + workers[$1].entered.count } }

  /// Finds the collisions of what the level begins with; returns the markers with too many around them, and
  /// those that share a snap cell.
  private func enter() throws(ClusteringError) -> (crowded: [UInt32], snapping: [UInt32]) {
    let (level, context) = (level, context)
    try deal(level.items.cells.blockCount) { workers, lane, blocks in
      workers[lane].enter(blocks, level, context)
    }
    try context.check()
    return lanes.reduce(into: ([], [])) { listed, lane in
      listed.0 += workers[lane].crowded.takeAll()
      listed.1 += workers[lane].snapping.takeAll()
    }
  }

  private func enter(_ markers: [UInt32]) throws(ClusteringError) {
    let level = level
    try deal(markers.count) { workers, lane, range in
      for index in range { workers[lane].enter(Int(markers[index]), level) }
    }
  }

  /// Merges markers that share a snap cell, a small square of the world: all points of a city on one screen
  /// would be millions of pairs.
  private func snap(
    _ markers: [UInt32], _ numbers: MarkerNumbers, at time: Int32
  ) throws(ClusteringError) {
    let (level, context) = (level, context)
    let cells = try [RadixSort.Item](count: markers.count, threads: context.threads, context.check) {
      cells, rows in
      for row in rows {
        let position = level.items.positions[Int(markers[row])]
        cells[row] = RadixSort.Item(key: level.snapCell(of: position), index: markers[row])
      }
    }
    let sorted = try RadixSort.sorted(cells, threads: context.threads, context.check)
    var shared: [Range<Int>] = []
    var start = 0
    for end in 1..<sorted.count + 1 where end == sorted.count || sorted[end].key != sorted[start].key {
      if end - start > 1 { shared.append(start..<end) }
      start = end
    }
    let snapped = shared
    try deal(snapped.count) { workers, lane, cells in
      for cell in cells { workers[lane].snap(sorted[snapped[cell]], level, numbers, context) }
    }
    try context.check()
    try commit(newest(), at: time)
  }

  /// Deals collisions into buckets of about as many each, and returns those there are.
  private func makeBuckets() -> Range<Int> {
    let count = enteredCount
    let bucketCount = max(1, min(MarkerWorker.bucketLimit, count / bucketSize))
    let step = 1 + count >> 10
    var sample: [Double] = []
    for lane in lanes {
      for index in stride(from: 0, to: workers[lane].entered.count, by: step) {
        sample.append(workers[lane].entered[index].depth)
      }
    }
    sample.sort(by: >)
    level.setEnds((1..<bucketCount).map { sample[sample.count * $0 / bucketCount] } + [0])
    for lane in lanes { workers[lane].dealEntered(level) }
    return 0..<bucketCount
  }

  /// The markers that threads have formed since they began, up to which others look from now on.
  private func newest() -> [UInt32] {
    level.formedReach = lanes.reduce(level.formedReach) { max($0, workers[$1].reach) }
    return lanes.flatMap { workers[$0].newest }
  }
}

// MARK: - Buckets

extension SeparateMerging {
  /// Merges what collides in a bucket, and returns the number from which the next may go on.
  private func merge(
    _ bucket: Int, from firstNumber: Int, at time: Int32
  ) throws(ClusteringError) -> Int {
    level.owners.beginBucket()
    let level = level
    var collisions: [Collision] = []
    for lane in lanes {
      workers[lane].beginBucket()
      workers[lane].forEachPending(in: bucket) { if !level.isGone($0) { collisions.append($0) } }
    }
    let numbers = MarkerNumbers(from: firstNumber)
    var components = CollisionComponents(collisions, level.owners)
    var runs = [MarkerRun?](repeating: nil, count: collisions.count)
    var left = components.all
    var round = 0
    while !left.isEmpty {
      // After `roundLimit` rounds, or if numbers run out, all components are joined.
      let isShort = numbers.end + 2 * level.items.count + Self.spareNumbers(context) / 2 > numberLimit
      let all = components.all
      if round >= roundLimit || isShort, all.count > 1 {
        left = join(all.map { (all[0], $0) }, in: &components, &runs)
      }
      round += 1
      let conflicts = try run(left, of: components, &runs, in: bucket, numbers)
      left = join(conflicts, in: &components, &runs)
    }
    var markers: [UInt32] = []
    for case .some(let run) in runs {
      for index in run.formed { markers.append(workers[run.lane].formed[index]) }
    }
    try commit(markers, at: time)
    return numbers.end
  }

  /// Merges components, and returns which of them are in conflict.
  private func run(
    _ left: [Int], of components: CollisionComponents, _ runs: inout [MarkerRun?], in bucket: Int,
    _ numbers: MarkerNumbers
  ) throws(ClusteringError) -> [(Int, Int)] {
    for lane in lanes { workers[lane].begin() }
    let (context, before) = (
      context, MarkerRound(level: level, components: components, bucket: bucket, numbers: numbers)
    )
    try deal(left.count) { workers, lane, range in
      for index in range { workers[lane].run(left[index], lane, before, context) }
    }
    try context.check()
    for lane in lanes {
      for run in workers[lane].runs { runs[run.component] = run }
    }
    let formed = newest()
    let after = MarkerRound(level: level, components: components, bucket: bucket, numbers: numbers)
    try deal(formed.count) { workers, lane, range in
      for index in range { workers[lane].meetOthers(Int(formed[index]), after) }
    }
    return lanes.flatMap { workers[$0].conflicts }
  }

  /// Joins components, undoes their merges, and returns those that must be merged again.
  private func join(
    _ conflicts: [(Int, Int)], in components: inout CollisionComponents, _ runs: inout [MarkerRun?]
  ) -> [Int] {
    let (before, after) = components.join(conflicts)
    for component in before {
      guard let run = runs[component] else { continue }
      for index in run.formed.reversed() { level.undo(Int(workers[run.lane].formed[index])) }
      runs[component] = nil
    }
    return after.sorted()
  }

  private func commit(_ markers: [UInt32], at time: Int32) throws(ClusteringError) {
    // Copies, as each access to a property of a class checks exclusivity.
    var (clusters, most) = (level.clusters, most)
    let (items, level) = (level.items, level)
    for (index, marker) in markers.enumerated() {
      if index & 0xFFFF == 0 { try context.check() }
      let marker = Int(marker)
      let node = UInt32(truncatingIfNeeded: clusters.leafCount &+ clusters.count)
      let own = level.formed[marker &- items.count]
      let parts = (Int(own.parts.0), Int(own.parts.1))
      clusters.parents[Int(items.nodes[parts.0])] = node
      clusters.parents[Int(items.nodes[parts.1])] = node
      let weight = level.weighted?[marker &- items.count] ?? WeightedSum()
      clusters.set(clusters.count, MergedClusters.Sums(positions: own.sum), weight, at: time)
      clusters.count &+= 1
      if own.windings != 0 {
        windings.append(NodeWinding(node: items.nodes[parts.1], windings: own.windings))
      }
      items.nodes[marker] = node
      level.sizes[Int(node)] = own.size
      level.owners.remove(parts.0)
      level.owners.remove(parts.1)
      most = max(most, Int(own.size.count))
    }
    (self.level.clusters, self.most) = (clusters, most)
    formed += markers
  }

  /// Lists what is left for the next level.
  private func listLeft() throws(ClusteringError) {
    let items = level.items
    let left = formed.filter { items.free[Int($0)] != 0 }
    if left.isEmpty { return }
    let keys = left.map { marker in
      let position = items.positions[Int(marker)]
      return RadixSort.Item(key: Morton.key(x: position.x, y: position.y), index: items.nodes[Int(marker)])
    }
    level.items.join(
      try RadixSort.sorted(keys, threads: context.threads, context.check), threads: context.threads)
  }
}
