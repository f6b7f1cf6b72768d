/// Points with an index over them, which returns the frame of any view.
public struct ClusterMap: Sendable {
  /// The points.
  public let points: PointSet

  /// The strategy's index.
  public let index: any ClusterIndex

  /// The clusterer that built the index.
  public let clusterer: Clusterer

  /// Whether upright views show the strategy's clusters unchanged.
  let isPlain: Bool

  init(points: PointSet, index: any ClusterIndex, clusterer: Clusterer) {
    self.points = points
    self.index = index
    self.clusterer = clusterer
    isPlain =
      clusterer.takesNoSteps && index.pathDependent == nil
      && points.sections.allSatisfy { $0.mergeable }
  }

  /// Returns the clusters of a view.
  ///
  /// In a turned view the strategy clusters the points of the upright rectangle around it
  /// (``ProjectedView/rect``), and the frame keeps the clusters that have a point or their marker in view;
  /// see ``Viewport/clip``.
  ///
  /// - Parameters:
  ///   - viewport: the visible part of the map.
  ///   - previous: the frame shown before, for strategies and representatives that depend on it.
  ///   - context: when to stop.
  /// - Throws: ``ClusteringError`` for an invalid viewport, and if the context stops the call.
  public func frame(
    for viewport: Viewport, after previous: Frame? = nil, context: RunContext = RunContext()
  ) throws(ClusteringError) -> Frame {
    let view: ProjectedView
    do {
      view = try ProjectedView(viewport, on: points.projection)
    } catch {
      throw .viewport(error)
    }
    if isPlain && !view.isTurned && !isClipped(view) {
      var grouping = try index.grouping(in: view, context: context)
      grouping.keepListed(in: view, of: points)
      var frame = try Frame(of: grouping, of: points, in: view, context: context)
      setStyle(of: &frame)
      return frame
    }
    let (clusters, selected) = try clusters(in: view, after: previous, context)
    return try frame(
      of: clusters, and: selected + points.nonMergeablePoints(in: view), in: view, after: previous,
      context)
  }

  /// Gives a frame markers of the sizes by which a separation, or the strategy, keeps them apart.
  private func setStyle(of frame: inout Frame) {
    #if !hasFeature(Embedded)
      if let separation = clusterer.markerSeparation {
        frame.markerStyle = separation.style(atZoom: frame.view.viewport.standardZoom)
      }
    #endif
  }

  /// The same map with another separation; the index is shared.
  package func separating(_ separation: Separation?) -> ClusterMap {
    var clusterer = clusterer
    clusterer.separation = separation
    return ClusterMap(points: points, index: index, clusterer: clusterer)
  }

  /// The map of a clusterer of the same strategy with the same parameters; the index is shared.
  ///
  /// - Throws: as ``Clusterer/build(_:context:)`` for the clusterer's steps.
  package func replacing(_ clusterer: Clusterer) throws(ClusteringError) -> ClusterMap {
    try clusterer.checkSteps(on: points)
    return ClusterMap(points: points, index: index, clusterer: clusterer)
  }

  /// Whether the strategy's clusters depend on the view, and must be made of the points in view alone.
  private func isClipped(_ view: ProjectedView) -> Bool {
    view.viewport.clip == .markers && !clusterer.strategy.capabilities.contains(.panInvariant)
  }

  /// The mergeable clusters of a view after the limits, without selected points; those in view are listed.
  /// Some clusters may have neither a member nor their marker in view.
  func clusters(
    in view: ProjectedView, after previous: Frame? = nil, _ context: RunContext
  ) throws(ClusteringError) -> (clusters: ViewClusters, selected: [Int]) {
    var grouping = try grouping(in: view, after: previous, context)
    let details = DetailsByID(grouping)
    clusterer.limits.apply(to: &grouping, of: points, in: view)
    var clusters = ViewClusters(grouping, details: details)
    if isClipped(view) {
      clusters.clip(of: points, to: view)
    } else if view.isTurned {
      clusters.lookForMembers(of: points, in: view)
    }
    let selected = takeSelected(outOf: &clusters, in: view)
    return (clusters, selected)
  }

  private func grouping(
    in view: ProjectedView, after previous: Frame?, _ context: RunContext
  ) throws(ClusteringError) -> Grouping {
    guard let previous, let index = index.pathDependent else {
      return try index.grouping(in: view, context: context)
    }
    return try index.grouping(in: view, after: previous, context: context)
  }

  /// Places the markers of clusters and of separate points.
  func frame(
    of clusters: ViewClusters, and alone: [Int], in view: ProjectedView, after previous: Frame? = nil,
    _ context: RunContext
  ) throws(ClusteringError) -> Frame {
    let alone = alone.sorted()
    var placing = MarkerPlacing(
      points: points, clusters: clusters, view: view,
      representative: try clusterer.representative?.prepared(for: view, after: previous, context: context),
      previous: previous)
    var markers = try placing.markers(context)
    let kept = placing.clusters.keepListed(
      at: markers.positions, in: view, byMarker: view.viewport.clip == .markers && !isClipped(view))
    if let kept { markers.keep(kept, of: placing.clusters.members) }
    try clusterer.separation?.apply(to: &markers, placing, context: context)
    for (offset, point) in alone.enumerated() {
      if offset & 0xFFF == 0xFFF { try context.check() }
      markers.append(nonMergeable: point, of: points)
    }
    var frame = Frame(
      points: points, view: view, markers: markers, nonMergeable: alone,
      effectiveSize: clusters.effectiveSize)
    setStyle(of: &frame)
    if let separation = clusterer.separation, separation.hidesLosers {
      frame.hidden = try separation.losers(in: frame, context: context)
    }
    frame.details = clusters.details?(frame.ids)
    frame.carried = clusters.carried
    return frame
  }

  /// The cells from which the strategy makes the clusters of a view, such as the squares of a grid; nil if it
  /// has none.
  ///
  /// Only cells with a point are listed; in a turned view, those of the upright rectangle around it. Limits
  /// and separation change clusters, not cells.
  ///
  /// - Throws: ``ClusteringError`` if the context stops the call.
  public func cells(in view: ProjectedView, context: RunContext = RunContext()) throws(ClusteringError)
    -> [WorldRect]?
  {
    try index.grouping(in: view, context: context).cells
  }
}
