/// A strategy with a representative: everything that turns points and a view into a frame.
///
/// ```swift
/// let map = try Clusterer(GridStrategy(cellSize: 60)).build(points)
/// let frame = try map.frame(for: Viewport(center: paris, zoom: 11))
/// ```
public struct Clusterer: Sendable {
  /// What folds points into clusters.
  public var strategy: any ClusteringStrategy

  /// Where markers stand; nil leaves that to the strategy, or to the centroid where it has no opinion.
  public var representative: (any RepresentativeSelection)?

  /// When clusters give way to their points.
  public var limits: MergeLimits

  /// How markers are kept from lying on one another; nil lets them.
  public var separation: Separation?

  /// Pairs a strategy with what comes after it.
  public init(
    _ strategy: any ClusteringStrategy, representative: (any RepresentativeSelection)? = nil,
    limits: MergeLimits = MergeLimits(), separation: Separation? = nil
  ) {
    self.strategy = strategy
    self.representative = representative
    self.limits = limits
    self.separation = separation
  }

  /// What the whole promises: what the strategy does, but for a budget that limits may exceed, and for clusters that
  /// a separation merges with whatever else is in view.
  public var capabilities: Capabilities {
    var capabilities = strategy.capabilities
    if !limits.areOff { capabilities.remove(.budgeted) }
    if separation != nil { capabilities.subtract([.nested, .panInvariant, .incremental]) }
    return capabilities
  }

  /// The most mergeable clusters that a frame will hold; nil where there is no such bound.
  public var budget: Int? { limits.areOff ? strategy.budget : nil }

  /// Builds the strategy's index over points.
  ///
  /// - Throws: ``ClusteringError`` for a parameter out of bounds, and as the context asks.
  public func build(
    _ points: PointSet, context: RunContext = RunContext()
  ) throws(ClusteringError) -> ClusterMap {
    do {
      try limits.checkParameters(owner: "MergeLimits")
      try separation?.checkParameters(owner: "Separation")
      if let configurable = strategy as? any Configurable {
        try configurable.checkParameters(owner: "\(type(of: strategy))")
      }
    } catch {
      throw .parameter(error)
    }
    let index = try strategy.makeIndex(over: points, context: context)
    return ClusterMap(points: points, index: index, clusterer: self)
  }
}

/// Points with an index over them: answers any view.
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
    let view: View
    do {
      view = try View(viewport, on: points.projection)
    } catch {
      throw .viewport(error)
    }
    var grouping = try index.grouping(in: view, context: context)
    clusterer.limits.apply(to: &grouping, of: points, in: view)
    let solitary = points.solitaryPoints(in: view.rect)
    let placing = MarkerPlacing(
      points: points, grouping: grouping, view: view,
      representative: try clusterer.representative?.prepared(for: view, after: previous, context: context),
      previous: previous)
    var markers = try MarkerColumns(placing, context: context)
    try clusterer.separation?.apply(to: &markers, placing, context: context)
    for (place, point) in solitary.enumerated() {
      if place & 0xFFF == 0xFFF { try context.check() }
      markers.append(solitary: point, of: points)
    }
    return Frame(points: points, view: view, markers: markers, solitary: solitary)
  }
}

extension PointSet {
  /// The points in a rectangle that never merge, in canonical order.
  func solitaryPoints(in rect: WorldRect) -> [Int] {
    let window = DyadicWindow(rect, phase: projection.phase)
    var found: [Int] = []
    forEachSection(mergeable: false) { _, cells in
      cells.forEachRange(in: window) { found.append(contentsOf: $0) }
    }
    return found
  }
}
