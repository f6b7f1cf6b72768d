/// A strategy that builds nothing: the canonical order finds the points of each view fast enough.
protocol UnbuiltStrategy: ClusteringStrategy {
  /// The clusters of a view, as an index returns them.
  func grouping(
    of points: PointSet, in view: ProjectedView, context: RunContext
  ) throws(ClusteringError) -> Grouping
}

/// The index of such a strategy.
final class UnbuiltIndex<Strategy: UnbuiltStrategy>: ClusterIndex {
  private let points: PointSet
  fileprivate let strategy: Strategy

  init(over points: PointSet, _ strategy: Strategy) { (self.points, self.strategy) = (points, strategy) }

  var byteCount: Int { 0 }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try strategy.grouping(of: points, in: view, context: context)
  }
}

/// That of one whose views read only what is near them, so that edits need not be merged into columns.
final class UnbuiltIncrementalIndex<Strategy: UnbuiltStrategy>: IncrementalIndex {
  private let index: UnbuiltIndex<Strategy>

  init(over points: PointSet, _ strategy: Strategy) { index = UnbuiltIndex(over: points, strategy) }

  var byteCount: Int { 0 }

  func updated(for points: PointSet, context: RunContext) -> any ClusterIndex {
    UnbuiltIncrementalIndex(over: points, index.strategy)
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try index.grouping(in: view, context: context)
  }
}
