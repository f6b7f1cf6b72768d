extension Frame {
  /// The cluster that shows a point, by the point's canonical index; nil where the frame does not show it.
  ///
  /// It allocates nothing. For many points at once ``labels`` costs less.
  ///
  /// - Complexity: O(log *c*), where *c* is the number of clusters, with grids and quadtrees, whose clusters
  ///   are ranges of the canonical order; O(*c*) where a separation merged such clusters; O(*m*) with other
  ///   strategies, where *m* is the number of members.
  public func cluster(showing point: Int) -> Int? {
    let alone = nonMergeable.indices.partitioningIndex { nonMergeable[$0] >= point }
    if alone < nonMergeable.count, nonMergeable[alone] == point { return clusters.count + alone }
    return clusters.cluster(holding: point)
  }

  /// The cluster that shows the point with an id; nil where the frame does not show it, or no point has the
  /// id.
  ///
  /// - Complexity: O(log *n*) to find the point, and as ``cluster(showing:)``.
  public func cluster(showing id: PointID) -> Int? {
    points.index(of: id).flatMap { (point: Int) in cluster(showing: point) }
  }
}
