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

  /// Pairs a strategy with a representative and limits.
  public init(
    _ strategy: any ClusteringStrategy, representative: (any RepresentativeSelection)? = nil,
    limits: MergeLimits = MergeLimits()
  ) {
    self.strategy = strategy
    self.representative = representative
    self.limits = limits
  }

  /// What the whole promises: what the strategy does, but for a budget that limits may exceed.
  public var capabilities: Capabilities {
    limits.areOff ? strategy.capabilities : strategy.capabilities.subtracting(.budgeted)
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
    let representative = try clusterer.representative?.prepared(for: view, context: context)
    let count = grouping.ranges.count
    var ids: [ClusterID] = []
    var positions: [WorldPoint] = []
    var representatives: [Int32] = []
    var weights: [Double] = []
    ids.reserveCapacity(count + solitary.count)
    positions.reserveCapacity(count + solitary.count)
    representatives.reserveCapacity(count + solitary.count)
    weights.reserveCapacity(count + solitary.count)
    for cluster in 0..<count {
      let range = grouping.ranges[cluster]
      ids.append(grouping.order.clusterID(of: range))
      weights.append(grouping.order.weight(of: range))
      let chosen = try choose(grouping, cluster, by: representative, view: view, after: previous)
      positions.append(chosen.position)
      representatives.append(Int32(chosen.point ?? -1))
    }
    for point in solitary {
      ids.append(points.order.clusterID(of: point..<point + 1))
      weights.append(points.order.weight(of: point..<point + 1))
      positions.append(points.position(point))
      representatives.append(Int32(point))
    }
    return Frame(
      points: points, view: view, grouping: grouping, solitary: solitary, ids: ids, positions: positions,
      representatives: representatives, weights: weights)
  }

  private func choose(
    _ grouping: Grouping, _ cluster: Int, by representative: (any RepresentativeSelection)?, view: View,
    after previous: Frame?
  ) throws(ClusteringError) -> Representative {
    let range = grouping.ranges[cluster]
    if grouping.order.isOneSpot(range) {
      // All members stand on one spot, in the order of their ids, and so does the marker.
      let first = grouping.order.index(at: range.lowerBound)
      return Representative(position: points.position(first), point: first)
    }
    if let representative {
      let members = ClusterMembers(points: points, grouping: grouping, cluster: cluster, view: view)
      return try representative.representative(of: members, after: previous)
    }
    return Representative(
      position: grouping.positions?[cluster] ?? grouping.order.mean(of: range), point: nil)
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
