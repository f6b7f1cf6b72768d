extension SeparateMerging {
  /// Merges some items of one group at one level, as if there were no others.
  ///
  /// The deepest collision is resolved first, and collisions without a common marker are independent. So the
  /// items of a cluster merge as they do among all others.
  ///
  /// - Parameter ranks: the ranks of the items' lowest ids.
  func replay(
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

  /// The ranks of the items' lowest ids among each other.
  func ranks(of numbers: [Int], among items: [DendrogramEdit.Item]) -> [UInt32] {
    let ids = numbers.map { lowestID(of: items[$0].branch) }
    let sorted = ids.indices.sorted { ids[$0].precedes(ids[$1]) }
    var ranks = [UInt32](repeating: 0, count: ids.count)
    for (rank, node) in sorted.enumerated() { ranks[node] = UInt32(rank) }
    return ranks
  }

  func lowestID(of branch: EditedDendrogram.Branch) -> PointID {
    switch branch {
    case .base(let node): return id(of: node)
    case .graft(let graft):
      guard let id = graft.lowestID else { preconditionFailure("a node of another strategy") }
      return id
    }
  }
}
