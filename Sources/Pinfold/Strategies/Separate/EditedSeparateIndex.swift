extension SeparateStrategy {
  /// The index over edited points: that before the edit with what changes, or a new one where too much does.
  ///
  /// - Parameters:
  ///   - dendrogram: the one before the edit.
  ///   - old: its points.
  ///   - built: the index that was built last.
  func edited(
    _ dendrogram: EditedDendrogram, of old: PointSet, to points: PointSet, _ built: SeparateIndex,
    _ context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    if let spots = points.spots(changedSince: old) {
      var levels = ReplayedSeparateLevels(
        steps(points.projection), of: points, built.lowestIDs, context: context)
      let edit = DendrogramEdit(of: dendrogram, for: points)
      if let edited = try edit.dendrogram(changing: spots, &levels) {
        return EditedSeparateIndex(points: points, dendrogram: edited, built: built)
      }
    }
    return try makeIndex(over: points.merged, context: context)
  }
}

/// The index of a ``SeparateStrategy`` after edits.
final class EditedSeparateIndex: EditedIndex {
  private let points: PointSet
  private let dendrogram: EditedDendrogram
  private let order: PointOrder
  let built: SeparateIndex

  init(points: PointSet, dendrogram: EditedDendrogram, built: SeparateIndex) {
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
    try dendrogram.grouping(
      at: built.strategy.time(of: view), in: view.rect, of: points, order, context: context)
  }
}
