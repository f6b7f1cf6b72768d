extension Frame {
  /// The cluster that shows a point, by the point's canonical index; nil where the frame does not show it.
  ///
  /// It allocates nothing. For many points at once ``labels`` costs less.
  ///
  /// - Complexity: O(*r*), where *r* is the number of ranges of the canonical order that clusters are made
  ///   of, one or few each with grids, quadtrees and hierarchies; O(*m*) where clusters are lists of points,
  ///   *m* of them.
  public func cluster(showing point: Int) -> Int? {
    if let position = nonMergeable.firstIndex(of: point) { return clusters.count + position }
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

extension ClusterRanges {
  /// The cluster with a point, by the point's canonical index.
  func cluster(holding point: Int) -> Int? {
    for cluster in 0..<count {
      for range in self[cluster] where holds(point, range) { return cluster }
    }
    return nil
  }

  private func holds(_ point: Int, _ range: Range<Int>) -> Bool {
    guard let permutation = order.permutation else { return range.contains(point) }
    return range.contains { permutation[$0] == point }
  }
}
