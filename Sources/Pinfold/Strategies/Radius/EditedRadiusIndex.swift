import Synchronization

extension RadiusStrategy {
  /// The index over edited points: that before the edit with what changes, or a new one where too much does.
  ///
  /// - Parameters:
  ///   - dendrogram: the one before the edit.
  ///   - old: its points.
  ///   - built: the index that was built last.
  func edited(
    _ dendrogram: EditedDendrogram, of old: PointSet, to points: PointSet, _ built: RadiusIndex,
    _ context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    if order == .canonical, let spots = points.spots(changedSince: old) {
      var levels = ReplayedRadiusLevels(
        mergingLevels, of: points, minPoints: minPoints, context: context)
      let edit = DendrogramEdit(of: dendrogram, for: points)
      if let edited = try edit.dendrogram(changing: spots, &levels) {
        return EditedRadiusIndex(points: points, dendrogram: edited, built: built)
      }
    }
    return try makeIndex(over: points.merged, context: context)
  }
}

/// The index of a ``RadiusStrategy`` after edits.
final class EditedRadiusIndex: ClusterHierarchy, EditedIndex {
  private let points: PointSet
  private let dendrogram: EditedDendrogram
  private let order: PointOrder
  let built: RadiusIndex

  /// The nodes that edits have formed, by id; listed when first needed.
  private let grafts = Mutex<[ClusterID: Range<Int>]?>(nil)

  init(points: PointSet, dendrogram: EditedDendrogram, built: RadiusIndex) {
    self.points = points
    self.dendrogram = dendrogram
    self.built = built
    order = PointOrder(of: EditedOrder(dendrogram, of: points))
  }

  var byteCount: Int { built.byteCount }

  func updated(for points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    try built.strategy.edited(dendrogram, of: self.points, to: points, built, context)
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let level = built.strategy.level(of: view.viewport)
    var grouping = try dendrogram.grouping(
      at: level.map(RadiusStrategy.time) ?? Dendrogram.beginning, in: view.rect, of: points, order,
      context: context)
    grouping.effectiveSize = level.map { built.strategy.share(at: $0) * view.viewport.worldWidth }
    return grouping
  }
}

// MARK: - Hierarchy

extension EditedRadiusIndex {
  func node(of id: ClusterID) -> HierarchyNode? {
    let range = grafts.withLock { grafts in
      if grafts == nil {
        var listed: [ClusterID: Range<Int>] = [:]
        dendrogram.forEachGraft { place in
          let range = place.start..<place.start + dendrogram.count(of: place.branch)
          listed[dendrogram.sums(of: place.branch).sums.clusterID] = range
        }
        grafts = listed
      }
      return grafts?[id]
    }
    if let range { return node(range) }
    guard let old = built.node(of: id), let start = dendrogram.start(ofBase: old.index) else { return nil }
    return node(start..<start + old.count)
  }

  private func node(_ range: Range<Int>) -> HierarchyNode {
    HierarchyNode(index: range.lowerBound, order: order, range: range)
  }

  private func node(_ place: EditedDendrogram.Place) -> HierarchyNode {
    node(place.start..<place.start + dendrogram.count(of: place.branch))
  }

  func children(of node: HierarchyNode) -> [HierarchyNode] {
    dendrogram.children(of: dendrogram.node(of: node.range)).map { self.node($0) }
  }

  func expansionZoom(of node: HierarchyNode) -> Double? {
    let time = dendrogram.time(of: dendrogram.node(of: node.range).branch)
    return time == Dendrogram.beginning ? nil : built.expansionZoom(of: time)
  }

  func tile(zoom: Int, x: Int, y: Int, context: RunContext) throws(ClusteringError) -> [TileMarker] {
    guard let tile = SlippyTile(zoom: zoom, x: x, y: y) else { return [] }
    var found: [HierarchyNode] = []
    let rect = tile.rect(buffer: built.tileBuffer)
    try dendrogram.forEachNode(at: built.time(at: Double(zoom))) {
      $0.mayHoldMean(in: rect)
    } _: { (place) throws(ClusteringError) in
      if found.count & 0xFFF == 0 { try context.check() }
      found.append(node(place))
    }
    return tile.markers(
      of: found, extent: built.tileExtent, buffer: built.tileBuffer, wraps: points.projection.wraps)
  }
}
