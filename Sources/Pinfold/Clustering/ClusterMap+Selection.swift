extension ClusterMap {
  /// Returns the same map with some points selected: each is a marker of its own, and its cluster consists of
  /// the others. The index is shared, so selecting at every tap is cheap.
  ///
  /// Selection is applied after the limits, for every strategy: frames are those without a selection, less
  /// the selected points, which follow the clusters in the list as points that never merge do. A separation
  /// ignores them. Clusters nest as before.
  ///
  /// - Parameter ids: all points to select; earlier selections are replaced. A number also stands for the
  ///   text of its digits, and vice versa, if no point has the id itself.
  /// - Throws: ``ClusteringError/unknownSelection(_:)`` for an id that no point has. Points that are removed
  ///   later are no longer selected.
  /// - Complexity: O(*s* log *n*), where *s* is the number of ids. A frame costs O(*m*) more, where *m* is
  ///   the number of points in the clusters that lose some; with strategies whose clusters are not ranges of
  ///   the canonical order, in all its clusters.
  public func selecting(_ ids: [PointID]) throws(ClusteringError) -> ClusterMap {
    try points.check(selected: ids)
    var clusterer = clusterer
    clusterer.selected = ids
    return ClusterMap(points: points, index: index, clusterer: clusterer)
  }

  /// Removes the selected points from the clusters of a view, and returns those in view by canonical index.
  func takeSelected(outOf clusters: inout ViewClusters, in view: ProjectedView) -> [Int] {
    guard !clusterer.selected.isEmpty else { return [] }
    let selected = Set(clusterer.selected.compactMap(points.index(naming:)))
      .filter { points.section(of: $0).mergeable }
    clusters.take(out: selected, of: points, in: view)
    return selected.filter { view.contains(points.position($0)) }.sorted()
  }
}

extension PointSet {
  func check(selected ids: [PointID]) throws(ClusteringError) {
    if let id = ids.first(where: { index(naming: $0) == nil }) { throw .unknownSelection(id) }
  }

  /// The point with an id, or with the same digits as an id of the other type.
  package func index(naming id: PointID) -> Int? {
    if let index = index(of: id) { return index }
    #if hasFeature(Embedded)
      return nil
    #else
      switch id {
      case .integer(let number): return index(of: .text(String(number)))
      case .text(let text): return Int64(text).flatMap { index(of: .integer($0)) }
      }
    #endif
  }
}
