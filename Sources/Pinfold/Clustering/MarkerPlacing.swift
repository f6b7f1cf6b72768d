/// Computes the markers of a view's clusters, and of unions of them.
struct MarkerPlacing {
  let points: PointSet
  let clusters: ViewClusters
  let view: ProjectedView

  /// The rule that chooses; nil leaves it to the strategy, or to the mean where that has no rule.
  let representative: (any RepresentativeSelection)?

  /// The frame shown before.
  let previous: Frame?

  /// Where the markers of all clusters stand, and the members that they speak for, or −1.
  func markers(
    _ context: RunContext
  ) throws(ClusteringError) -> (positions: [WorldPoint], representatives: [Int32]) {
    var (positions, representatives) = try clusters.members.markers(
      at: clusters.positions, of: points, context: context)
    if representative == nil { return (positions, representatives) }
    for cluster in positions.indices {
      if cluster & 0xFFF == 0xFFF { try context.check() }
      guard clusters.members.memberCount(of: cluster) > 1 else { continue }
      let marker = try marker(of: cluster)
      positions[cluster] = marker.position
      representatives[cluster] = Int32(marker.point ?? -1)
    }
    return (positions, representatives)
  }

  private func marker(of cluster: Int) throws(ClusteringError) -> Representative {
    try marker(
      of: clusters.members[cluster], mean: clusters.mean(of: cluster), cell: clusters.cells?[cluster])
  }

  /// The marker of a cluster of which the strategy has no opinion.
  ///
  /// - Parameter cell: the cell that it came from; nil where there is none, as for a union of clusters.
  func marker(
    of ranges: ArraySlice<Range<Int>>, mean: WorldPoint, cell: WorldRect? = nil
  ) throws(ClusteringError) -> Representative {
    var marker = Representative(position: mean)
    if let representative {
      let members = ClusterMembers(
        points: points, order: clusters.order, ranges: ranges, mean: mean, cell: cell, view: view)
      marker = try representative.representative(of: members, after: previous)
    }
    guard let first = points.stack(ranges, in: clusters.order) else { return marker }
    return Representative(position: points.position(first), point: marker.point ?? first)
  }
}
