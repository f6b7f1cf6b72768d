/// Points with an index over them, which returns the frame of any view.
public struct ClusterMap: Sendable {
  /// The points.
  public let points: PointSet

  /// The strategy's index.
  public let index: any ClusterIndex

  /// What built the index.
  public let clusterer: Clusterer

  init(points: PointSet, index: any ClusterIndex, clusterer: Clusterer) {
    self.points = points
    self.index = index
    self.clusterer = clusterer
  }

  /// The clusters of one view.
  ///
  /// - Parameters:
  ///   - viewport: what the map shows.
  ///   - previous: the frame shown before, for representatives that look back.
  ///   - context: when to stop.
  /// - Throws: ``ClusteringError`` for a viewport that cannot be shown, and as the context asks.
  public func frame(
    for viewport: Viewport, after previous: Frame? = nil, context: RunContext = RunContext()
  ) throws(ClusteringError) -> Frame {
    let view: ProjectedView
    do {
      view = try ProjectedView(viewport, on: points.projection)
    } catch {
      throw .viewport(error)
    }
    var grouping = try index.grouping(in: view, context: context)
    clusterer.limits.apply(to: &grouping, of: points, in: view)
    let nonMergeable = points.nonMergeablePoints(in: view.rect)
    let placing = MarkerPlacing(
      points: points, grouping: grouping, view: view,
      representative: try clusterer.representative?.prepared(for: view, after: previous, context: context),
      previous: previous)
    var markers = try MarkerColumns(grouping, context: context, placedBy: placing.marker(of:))
    try clusterer.separation?.apply(to: &markers, placing, context: context)
    for (offset, point) in nonMergeable.enumerated() {
      if offset & 0xFFF == 0xFFF { try context.check() }
      markers.append(nonMergeable: point, of: points)
    }
    return Frame(
      points: points, view: view, markers: markers, nonMergeable: nonMergeable,
      effectiveSize: grouping.effectiveSize)
  }

  /// The cells from which the strategy makes the clusters of a view, such as the squares of a grid; nil where
  /// it has none.
  ///
  /// Only cells with a point are among them. Limits and separation change clusters, not cells.
  ///
  /// - Throws: ``ClusteringError`` as the context asks.
  public func cells(in view: ProjectedView, context: RunContext = RunContext()) throws(ClusteringError)
    -> [WorldRect]?
  {
    try index.grouping(in: view, context: context).cells
  }
}
