import Synchronization

/// The levels of a ``SeparateStrategy``, merged again.
///
/// Markers of a cluster are between its items, and none is larger than one of all its points. So two clusters
/// whose items are farther apart than two such markers reach never meet.
final class ReplayedSeparateLevels: ReplayedLevels {
  let times: [Int32]
  let context: RunContext
  private let steps: [SeparateMerging.Step]
  private let lowestIDs: LowestIDs
  private let room: Mutex<ReplayRoom<SeparateMerging>>

  /// - Parameter lowestIDs: those along the base of the dendrogram before the edit.
  init(
    _ steps: [SeparateMerging.Step], of points: PointSet, _ lowestIDs: LowestIDs, context: RunContext
  ) {
    self.steps = steps
    self.lowestIDs = lowestIDs
    self.context = context
    times = steps.map { $0.time }
    let room = ReplayRoom(over: points.count, context) { most, context in
      SeparateMerging(points, most: most, capacity: 2 * most, context: context)
    }
    self.room = Mutex(room)
  }

  func reach(of count: Int, _ other: Int, at level: Int) -> Double {
    let room = steps[level].room
    return max(1, room.distance(room.reach(upTo: count), room.reach(upTo: other)))
  }

  var meetsInPairs: Bool { true }

  func replay(
    _ parts: [[Int]], of items: [DendrogramEdit.Item], at level: Int
  ) throws(ClusteringError) -> [ReplayedEnds]? {
    let (step, lowestIDs) = (steps[level], lowestIDs)
    return try room.withLock { (room) throws(ClusteringError) in
      try room.replay(parts) { (merging, numbers) throws(ClusteringError) in
        try merging.replay(numbers, of: items, lowestIDs.ranks(of: numbers, among: items), at: step)
      }
    }
  }

  func lowestID(of branches: [EditedDendrogram.Branch]) -> PointID? {
    branches.map(lowestIDs.lowestID).min { $0.precedes($1) }
  }
}

extension LowestIDs {
  /// The ranks of the items' lowest ids among each other.
  fileprivate func ranks(of numbers: [Int], among items: [DendrogramEdit.Item]) -> [UInt32] {
    let ids = numbers.map { lowestID(of: items[$0].branch) }
    let sorted = ids.indices.sorted { ids[$0].precedes(ids[$1]) }
    var ranks = [UInt32](repeating: 0, count: ids.count)
    for (rank, node) in sorted.enumerated() { ranks[node] = UInt32(rank) }
    return ranks
  }

  fileprivate func lowestID(of branch: EditedDendrogram.Branch) -> PointID {
    switch branch {
    case .base(let node): return id(of: node)
    case .graft(let graft):
      guard let id = graft.lowestID else { preconditionFailure("a node of another strategy") }
      return id
    }
  }
}

extension SeparateMerging {
  /// Merges some items of one group at one level, as if there were no others.
  ///
  /// The deepest collision is resolved first, and collisions without a common marker are independent. So the
  /// items of a cluster merge as they do among all others.
  ///
  /// - Parameter ranks: the ranks of the items' lowest ids.
  fileprivate func replay(
    _ numbers: [Int], of items: [DendrogramEdit.Item], _ ranks: [UInt32], at step: Step
  ) throws(ClusteringError) -> ReplayedEnds {
    windings.removeAll(keepingCapacity: true)
    level.clusters.begin(with: numbers, of: items)
    level.items.list(numbers, of: items)
    most = 1
    for (node, number) in numbers.enumerated() {
      let count = items[number].sums.positions.count
      level.sizes[node] = MarkerSize(count: UInt32(count), lowestRank: ranks[node])
      most = max(most, count)
    }
    if numbers.count > 1 { try merge(step, snaps: true) }
    return level.clusters.ends(of: numbers.count, windings)
  }
}

// MARK: - Lowest ids

/// The lowest ids of the points of a dendrogram's nodes, whose leaves are stacks.
final class LowestIDs: Sendable {
  private let points: PointSet

  /// By node, the point of that id.
  private let lowest: [UInt32]

  /// - Complexity: O(*m*), where *m* is the number of nodes.
  init(of dendrogram: Dendrogram, over points: PointSet) {
    self.points = points
    let ranks = points.idRanks
    var lowest = [UInt32](repeating: 0, count: dendrogram.nodes.count)
    // Nodes come before their children, and coincident points are in the order of their ids.
    for node in lowest.indices.reversed() {
      let parts = dendrogram.parts(of: node)
      let best = parts.min { ranks[Int(lowest[$0])] < ranks[Int(lowest[$1])] }
      lowest[node] =
        best.map { lowest[$0] }
        ?? UInt32(dendrogram.order.index(at: dendrogram.nodes[node].range.lowerBound))
    }
    self.lowest = lowest
  }

  func id(of node: Int) -> PointID { points.id(Int(lowest[node])) }
}
