/// Computes the markers of a view's clusters, and of unions of them.
struct MarkerPlacing {
  let points: PointSet
  let clusters: ViewClusters
  let view: ProjectedView

  /// The rule that chooses; nil leaves it to the strategy, or to the mean where that has no rule.
  let representative: (any RepresentativeSelection)?

  /// The frame shown before.
  let previous: Frame?

  /// The marker of a cluster.
  func marker(of cluster: Int) throws(ClusteringError) -> Representative {
    let ranges = clusters.members[cluster]
    if let representative, clusters.members.memberCount(of: cluster) > 1 {
      return try marker(
        of: ranges, mean: clusters.mean(of: cluster), cell: clusters.cells?[cluster], by: representative)
    }
    return stack(ranges)
      ?? Representative(position: clusters.positions?[cluster] ?? clusters.mean(of: cluster))
  }

  /// The marker of a union of clusters, which has no cell; nor has the strategy an opinion of it.
  func marker(
    ofUnion ranges: ArraySlice<Range<Int>>, mean: WorldPoint
  ) throws(ClusteringError) -> Representative {
    if let representative { return try marker(of: ranges, mean: mean, cell: nil, by: representative) }
    return stack(ranges) ?? Representative(position: mean)
  }

  private func marker(
    of ranges: ArraySlice<Range<Int>>, mean: WorldPoint, cell: WorldRect?,
    by representative: any RepresentativeSelection
  ) throws(ClusteringError) -> Representative {
    let members = ClusterMembers(
      points: points, order: clusters.order, ranges: ranges, mean: mean, cell: cell, view: view)
    let chosen = try representative.representative(of: members, after: previous)
    guard let stack = stack(ranges) else { return chosen }
    return Representative(position: stack.position, point: chosen.point ?? stack.point)
  }

  /// The marker of a stack, at its position; nil where members are not coincident.
  private func stack(_ ranges: ArraySlice<Range<Int>>) -> Representative? {
    guard points.isStack(ranges, in: clusters.order) else { return nil }
    // In each range members are in the order of their ids.
    let first = ranges.lazy.map { clusters.order.index(at: $0.lowerBound) }.min() ?? 0
    return Representative(position: points.position(first), point: first)
  }
}
