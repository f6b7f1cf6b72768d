extension ClusterMap {
  /// The same map in which some points are selected: each is a marker by itself, and its cluster is that of
  /// the others. The index is shared, so it costs nothing to select at every tap.
  ///
  /// A selection is a step after the limits, for every strategy alike: frames are those without it, less the
  /// selected points, which follow the clusters as points that never merge do. A separation leaves them
  /// alone. Clusters nest as before.
  ///
  /// - Parameter ids: all points that are to be selected, instead of those that were. A number stands for the
  ///   text of its digits too, and the other way around, where no point has the id itself.
  /// - Throws: ``ClusteringError/points(_:)`` for an id that no point has. Points that are removed later are
  ///   selected no more.
  /// - Complexity: O(*s* log *n*), where *s* is the number of ids. A frame costs O(*m*) more if one of the
  ///   selected points is in one of its clusters, where *m* is the number of their members.
  public func selecting(_ ids: [PointID]) throws(ClusteringError) -> ClusterMap {
    try points.check(selected: ids)
    var clusterer = clusterer
    clusterer.selected = ids
    return ClusterMap(points: points, index: index, clusterer: clusterer)
  }

  /// Takes the selected points out of the clusters of a view, those out of view too.
  ///
  /// - Returns: those in view, by canonical index, each once.
  func takeSelected(outOf grouping: inout Grouping, in view: ProjectedView) -> [Int] {
    guard !clusterer.selected.isEmpty else { return [] }
    let selected = Set(clusterer.selected.compactMap(points.index(ofSelected:)))
      .filter { points.section(of: $0).mergeable }
    grouping.take(out: selected, of: points, in: view)
    return selected.filter { view.rect.contains(points.position($0)) }.sorted()
  }
}

extension PointSet {
  /// Throws for an id that no point has.
  func check(selected ids: [PointID]) throws(ClusteringError) {
    for (row, id) in ids.enumerated() where index(ofSelected: id) == nil {
      throw .points(.unknownID(id, row: row))
    }
  }

  /// The point with an id, or with the same digits as an id of the other type.
  fileprivate func index(ofSelected id: PointID) -> Int? {
    if let index = index(of: id) { return index }
    switch id {
    case .integer(let number): return index(of: .text(String(number)))
    case .text(let text): return Int64(text).flatMap { index(of: .integer($0)) }
    }
  }
}

extension Grouping {
  /// Takes points out of their clusters.
  ///
  /// Clusters without another point in view are left out, as any cluster out of view is. A cluster keeps its
  /// cell, but what the strategy thought of its marker goes with its points.
  ///
  /// - Parameter selected: the points by canonical index.
  fileprivate mutating func take(out selected: Set<Int>, of points: PointSet, in view: ProjectedView) {
    let clusters = ClusterRanges(self)
    let changed = Set(selected.compactMap(clusters.cluster))
    guard !changed.isEmpty else { return }
    var lists: [(cluster: Int, members: [UInt32])] = []
    for (cluster, range) in ranges.enumerated() {
      var members = range.map { UInt32(order.index(at: $0)) }
      if changed.contains(cluster) {
        members.removeAll { selected.contains(Int($0)) }
        guard members.contains(where: { view.rect.contains(points.position(Int($0))) }) else { continue }
      }
      lists.append((cluster, members))
    }
    // Where the first member of a cluster is taken out, another one is first.
    var firsts = lists.map { $0.members.min() ?? 0 }
    if zip(firsts, firsts.dropFirst()).contains(where: >) {
      let sorted = zip(firsts, lists).sorted { $0.0 < $1.0 }
      (firsts, lists) = (sorted.map(\.0), sorted.map(\.1))
    }
    var kept = Grouping(listing: lists.map(\.members), of: points, in: view)
    kept.cells = cells.map { cells in lists.map { cells[$0.cluster] } }
    if let positions {
      kept.positions = zip(lists, kept.ranges).map { list, range in
        changed.contains(list.cluster) ? kept.order.mean(of: range) : positions[list.cluster]
      }
    }
    self = kept
  }
}
