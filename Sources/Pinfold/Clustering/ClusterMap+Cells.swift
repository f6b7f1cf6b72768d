extension ClusterMap {
  /// The cells from which the strategy makes the clusters of a view, such as the squares of a grid; nil where it has
  /// none.
  ///
  /// Only cells with a point are among them. Limits and separation change clusters, not cells.
  ///
  /// - Throws: ``ClusteringError`` as the context asks.
  public func cells(in view: View, context: RunContext = RunContext()) throws(ClusteringError) -> [WorldRect]?
  {
    try index.grouping(in: view, context: context).cells
  }
}
