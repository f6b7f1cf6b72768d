extension Frame {
  /// The cluster that shows a point, by the point's canonical index; nil where the frame does not show it.
  ///
  /// It allocates nothing. For many points at once ``labels`` costs less.
  ///
  /// - Complexity: O(log *c*) where each of the *c* clusters is one range of the canonical order, as with
  ///   grids and quadtrees; else O(*m*), where *m* is the number of points shown.
  public func cluster(showing point: Int) -> Int? {
    let place = nonMergeable.indices.partitioningIndex { $0 >= point }
    if place < nonMergeable.count, nonMergeable[place] == point { return clusters.count + place }
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
    if order.permutation == nil, isSimple {
      // Clusters are in the order of their first members.
      let next = (0..<count).partitioningIndex { self[$0][$0].lowerBound > point }
      return next > 0 && self[next - 1][next - 1].contains(point) ? next - 1 : nil
    }
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
