/// The levels of a ``RadiusStrategy``, merged again.
struct ReplayedRadiusLevels: ReplayedLevels {
  let times: [Int32]
  let context: RunContext
  private let levels: [RadiusMerging.Level]
  private let minPoints: Int
  private var room: ReplayRoom<RadiusMerging>

  init(_ levels: [RadiusMerging.Level], of points: PointSet, minPoints: Int, context: RunContext) {
    self.levels = levels
    self.minPoints = minPoints
    self.context = context
    times = levels.map(\.time)
    room = ReplayRoom(over: points.count, context) { most, context in
      RadiusMerging(points, minPoints: minPoints, most: most, capacity: 2 * most, context: context)
    }
  }

  func reach(of count: Int, _ other: Int, at level: Int) -> Double {
    let radius = radius(at: level)
    // A seed that found too few may find enough with an item of an open cluster and one beyond.
    return radius < 1 ? 0 : minPoints > 2 ? 2 * radius : radius
  }

  var reachIsRound: Bool { true }

  // A seed that found too few in either of two clusters may find enough in both.
  var meetsInPairs: Bool { minPoints <= 2 }

  mutating func replay(
    _ parts: [[Int]], of items: [DendrogramEdit.Item], at level: Int
  ) throws(ClusteringError) -> [ReplayedEnds]? {
    let radius = radius(at: level)
    return try room.replay(parts) { (merging, numbers) throws(ClusteringError) in
      try merging.replay(numbers, of: items, within: radius)
    }
  }

  private func radius(at level: Int) -> Double { min(levels[level].radius, 0x1p31) }
}

extension RadiusMerging {
  /// Merges some items of one group at one level, as if there were no others.
  ///
  /// Which items absorb which depends on those within a radius that are left when a seed takes its turn. So
  /// all items of a cluster merge by themselves as they did among all others.
  fileprivate func replay(
    _ numbers: [Int], of replayed: [DendrogramEdit.Item], within radius: Double
  ) throws(ClusteringError) -> ReplayedEnds {
    begin(with: numbers, of: replayed)
    if numbers.count > 1 { try merge(within: radius, at: 0) }
    return clusters.ends(of: numbers.count, takeWindings())
  }
}

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

extension RadiusList {
  /// Lists items that are the first clusters.
  mutating func list(_ numbers: [Int], of items: [DendrogramEdit.Item]) {
    list(
      RadixSort.sorted(
        numbers.enumerated().map { RadixSort.Item(key: items[$1].key, index: UInt32($0)) }))
  }
}
