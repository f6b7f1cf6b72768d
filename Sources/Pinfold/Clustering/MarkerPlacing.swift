/// Computes the markers of a view's clusters, and of unions of them.
struct MarkerPlacing {
  let points: PointSet
  var clusters: ViewClusters
  let view: ProjectedView

  /// The rule that places markers; nil for the strategy's positions, or means.
  let representative: AnyRepresentative?

  /// The frame shown before.
  let previous: Frame?

  func markers(_ context: RunContext) throws(ClusteringError) -> MarkerColumns {
    let (members, values) = (clusters.members, clusters.members.values)
    var representatives = try members.stackMembers(of: points, context)
    var positions = members.positions(
      at: clusters.positions, means: values.means, stackMembers: representatives, of: points)
    if representative != nil {
      for cluster in positions.indices {
        if cluster & 0xFFF == 0xFFF { try context.check() }
        guard members.memberCount(of: cluster) > 1 else { continue }
        let marker = try marker(of: cluster)
        positions[cluster] = marker.position
        representatives[cluster] = Int32(marker.point ?? -1)
      }
    }
    return MarkerColumns(
      of: members, ids: values.ids, positions: positions, representatives: representatives,
      weights: values.weights)
  }

  private func marker(of cluster: Int) throws(ClusteringError) -> Representative {
    try marker(
      of: clusters.members[cluster], mean: clusters.mean(of: cluster), cell: clusters.cells?[cluster])
  }

  /// The marker of a cluster without a position from the strategy.
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
