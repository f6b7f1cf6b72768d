/// A strategy that builds nothing: the canonical order finds the points of each view fast enough.
protocol UnbuiltStrategy: ClusteringStrategy {
  /// The clusters of a view, as an index returns them.
  func grouping(
    of points: PointSet, in view: ProjectedView, context: RunContext
  ) throws(ClusteringError) -> Grouping
}

/// The index of such a strategy. It follows edits if the strategy says so: if views read only what is near
/// them, edits need not be merged into columns.
final class UnbuiltIndex<Strategy: UnbuiltStrategy>: IncrementalIndex {
  private let points: PointSet
  private let strategy: Strategy

  init(over points: PointSet, _ strategy: Strategy) { (self.points, self.strategy) = (points, strategy) }

  var byteCount: Int { 0 }

  var incremental: (any IncrementalIndex)? { strategy.capabilities.contains(.incremental) ? self : nil }

  func updated(for points: PointSet, context: RunContext) -> any ClusterIndex {
    UnbuiltIndex(over: points, strategy)
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try strategy.grouping(of: points, in: view, context: context)
  }
}
