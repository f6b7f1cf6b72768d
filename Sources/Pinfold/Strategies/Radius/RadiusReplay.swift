extension RadiusMerging {
  /// Room to merge some items over and over.
  convenience init(replaying most: Int, of points: PointSet, minPoints: Int, context: RunContext) {
    self.init(points, minPoints: minPoints, most: most, context: context) {
      RadiusClusters(over: points, capacity: 2 * most, in: $0, $1)
    }
  }

  /// Merges some items of one group at one level, as if there were no others.
  ///
  /// Which items absorb which depends on those within a radius that are left when a seed takes its turn. So
  /// all items of a cluster merge by themselves as they did among all others.
  ///
  /// - Parameter numbers: no more than there is room for, each once.
  /// - Returns: what each ends in, and the windings by which it lies east when seen from there.
  func replay(
    _ numbers: [Int], of items: [RadiusEdit.Item], within radius: Double
  ) throws(ClusteringError) -> [(node: Int, windings: Int64)] {
    clusters.leafCount = 0
    clusters.count = numbers.count
    windings.removeAll(keepingCapacity: true)
    var keys: [RadixSort.Item] = []
    keys.reserveCapacity(numbers.count)
    for (number, item) in numbers.enumerated() {
      keys.append(RadixSort.Item(key: items[item].key, index: UInt32(number)))
      clusters.parents[number] = .max
      clusters.sums[number] = RadiusClusters.Sums(positions: items[item].sums.positions)
      clusters.weighted?[number] = items[item].sums.weighted
    }
    for (place, key) in RadixSort.sorted(keys).enumerated() {
      tiers[0].items.set(place, key: key.key, node: key.index)
    }
    tiers[0].items.count = numbers.count
    if radius >= 1, numbers.count > 1 { try merge(within: radius, at: 0) }
    var ends = (0..<clusters.count).map { (node: $0, windings: 0 as Int64) }
    for node in windings { ends[Int(node.node)].windings = Int64(node.windings) }
    // Clusters have higher numbers than what they are made of.
    for node in ends.indices.reversed() where clusters.parents[node] != .max {
      let parent = ends[Int(clusters.parents[node])]
      ends[node] = (parent.node, ends[node].windings + parent.windings)
    }
    ends.removeLast(ends.count - numbers.count)
    return ends
  }
}

/// Room for replays, and how many items they may still be of before a build is the better way.
struct RadiusReplays: ~Copyable {
  private let points: PointSet
  let minPoints: Int
  let context: RunContext
  private var merging: RadiusMerging
  private var room = 256
  private var budget: Int

  init(of points: PointSet, minPoints: Int, context: RunContext) {
    self.points = points
    self.minPoints = minPoints
    self.context = context
    merging = RadiusMerging(replaying: room, of: points, minPoints: minPoints, context: context)
    // Where no few points are enough for a cluster, everything may meet everything.
    budget = 20_000 + points.count
  }

  /// Merges some items; see ``RadiusMerging/replay(_:of:within:)``; nil once the budget is spent.
  mutating func replay(
    _ numbers: [Int], of items: [RadiusEdit.Item], within radius: Double
  ) throws(ClusteringError) -> [(node: Int, windings: Int64)]? {
    budget -= numbers.count
    guard budget > 0 else { return nil }
    if numbers.count > room {
      room = 2 * numbers.count
      merging = RadiusMerging(replaying: room, of: points, minPoints: minPoints, context: context)
    }
    return try merging.replay(numbers, of: items, within: radius)
  }
}
