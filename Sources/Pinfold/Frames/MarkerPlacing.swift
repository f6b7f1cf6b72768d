/// Puts markers on the clusters of a grouping, and on unions of them.
struct MarkerPlacing {
  let points: PointSet
  let grouping: Grouping
  let view: View

  /// What chooses; nil leaves the choice to the strategy, or to the mean where it has no opinion.
  let representative: (any RepresentativeSelection)?

  /// The frame shown before.
  let previous: Frame?

  /// The marker of a cluster.
  func marker(of cluster: Int) throws(ClusteringError) -> Representative {
    let range = grouping.ranges[cluster]
    let mean = grouping.order.mean(of: range)
    return try marker(
      of: grouping.ranges[cluster...cluster], mean: mean, cell: grouping.cells?[cluster],
      otherwise: grouping.positions?[cluster] ?? mean)
  }

  /// The marker of a union of clusters, which has no cell; nor has the strategy an opinion of it.
  func marker(
    ofUnion ranges: ArraySlice<Range<Int>>, mean: WorldPoint
  ) throws(ClusteringError) -> Representative {
    try marker(of: ranges, mean: mean, cell: nil, otherwise: mean)
  }

  private func marker(
    of ranges: ArraySlice<Range<Int>>, mean: WorldPoint, cell: WorldRect?, otherwise: WorldPoint
  ) throws(ClusteringError) -> Representative {
    var chosen: Representative?
    if let representative, ranges.count > 1 || ranges.contains(where: { $0.count > 1 }) {
      let members = ClusterMembers(
        points: points, order: grouping.order, ranges: ranges, mean: mean, cell: cell, view: view)
      chosen = try representative.representative(of: members, after: previous)
    }
    if points.isStack(ranges, in: grouping.order) {
      // All members stand on one spot, in each range in the order of their ids, and so does the marker.
      let first = ranges.map { grouping.order.index(at: $0.lowerBound) }.min() ?? 0
      return Representative(position: points.position(first), point: chosen?.point ?? first)
    }
    return chosen ?? Representative(position: otherwise)
  }
}
