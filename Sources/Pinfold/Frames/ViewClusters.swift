/// The clusters of a view between strategy and frame: those of its grouping, possibly without some points.
struct ViewClusters: Sendable {
  private(set) var members: ClusterRanges

  /// Whether each cluster has a member in view; nil if all have.
  private var hasMemberInView: [Bool]?

  /// The cell that each cluster came from; nil where the strategy has no cells.
  private(set) var cells: [WorldRect]?

  /// Where the strategy would put each marker; nil where it leaves that to the representative.
  private(set) var positions: [WorldPoint]?

  /// The size on the screen that the clusters were made with; nil where the strategy has none.
  let effectiveSize: Double?

  /// Further data of the strategy by cluster id; nil for none.
  let details: DetailsByID?

  /// State of the strategy to pass to its next frame; nil for none.
  let carried: (any AnyObject & Sendable)?

  /// The clusters of a grouping.
  ///
  /// - Parameter details: what the strategy said of its clusters.
  init(_ grouping: Grouping, details: DetailsByID? = nil) {
    self.details = details
    members = ClusterRanges(grouping)
    carried = grouping.carried
    cells = grouping.cells
    positions = grouping.positions
    effectiveSize = grouping.effectiveSize
    if !grouping.candidates.isEmpty {
      var isInView = [Bool](repeating: true, count: members.count)
      for cluster in grouping.candidates { isInView[cluster] = false }
      hasMemberInView = isInView
    }
  }

  /// The order that the members' ranges refer to.
  var order: PointOrder { members.order }

  var count: Int { members.count }

  func sums(of cluster: Int) -> PointSums { order.sums(of: members[cluster]) }

  /// The weighted mean of a cluster's points.
  func mean(of cluster: Int) -> WorldPoint {
    // The mean of a single range is cheaper, and most clusters are one.
    members.range(of: cluster).map { order.mean(of: $0) } ?? sums(of: cluster).mean
  }

  /// Keeps some of the clusters, in ascending order.
  mutating func keep(_ kept: [Int]) {
    let whole = self
    members = ClusterRanges(order: order)
    for cluster in kept { members.append(whole.members[cluster]) }
    hasMemberInView = hasMemberInView.map { isInView in kept.map { isInView[$0] } }
    cells = cells.map { cells in kept.map { cells[$0] } }
    positions = positions.map { positions in kept.map { positions[$0] } }
  }

  /// Finds the clusters with a point in a turned view among those of its upright rectangle.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  mutating func lookForMembers(of points: PointSet, in view: ProjectedView) {
    hasMemberInView = (0..<count).map { isInView(members[$0], of: points, view) }
  }

  private func isInView(_ ranges: some Sequence<Range<Int>>, of points: PointSet, _ view: ProjectedView)
    -> Bool
  {
    ranges.joined().contains { view.contains(points.position(order.index(at: $0))) }
  }

  /// Keeps the clusters that a view lists, and returns their former numbers; nil if all are kept.
  mutating func keepListed(
    at positions: [WorldPoint], in view: ProjectedView, byMarker isByMarker: Bool
  ) -> [Int]? {
    let hasMember = hasMemberInView
    guard isByMarker || hasMember != nil else { return nil }
    let kept = positions.indices.filter { cluster in
      !isByMarker && hasMember?[cluster] ?? true || view.contains(positions[cluster])
    }
    if kept.count == count { return nil }
    keep(kept)
    return kept
  }

  /// Removes points, by canonical index, from their clusters. A cluster keeps its cell, but not the
  /// strategy's position. Sums remain along the strategy's order, so unaffected clusters keep their markers.
  mutating func take(out taken: Set<Int>, of points: PointSet, in view: ProjectedView) {
    remove(members.offsets(of: taken), of: points, in: view)
  }

  /// Takes the points that are out of view out of their clusters.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  mutating func clip(of points: PointSet, to view: ProjectedView) {
    var offsets: [Int: [Int]] = [:]
    for cluster in 0..<count {
      let gone = members[cluster].joined().filter { !view.contains(points.position(order.index(at: $0))) }
      if !gone.isEmpty { offsets[cluster] = gone.sorted() }
    }
    remove(offsets, of: points, in: view)
  }

  /// Removes members by their offsets in the order, ascending, by cluster.
  private mutating func remove(_ offsets: [Int: [Int]], of points: PointSet, in view: ProjectedView) {
    guard !offsets.isEmpty else { return }
    var left: [(ranges: [Range<Int>], cluster: Int)] = []
    for cluster in 0..<count {
      guard let gone = offsets[cluster] else {
        left.append((Array(members[cluster]), cluster))
        continue
      }
      let ranges = members[cluster].flatMap { $0.without(gone) }
      if !ranges.isEmpty { left.append((ranges, cluster)) }
    }
    if !order.isCanonical {
      // A cluster that lost its first member may move in the order.
      let firsts = left.map { $0.ranges.map(order.lowestIndex).min() ?? 0 }
      left = zip(firsts, left).sorted { $0.0 < $1.0 }.map { $0.1 }
    }
    var clusters = self
    clusters.members = ClusterRanges(order: order)
    for (ranges, _) in left { clusters.members.append(ranges) }
    clusters.hasMemberInView = left.map { ranges, cluster in
      offsets[cluster] == nil ? hasMemberInView?[cluster] ?? true : isInView(ranges, of: points, view)
    }
    clusters.cells = cells.map { cells in left.map { cells[$0.cluster] } }
    clusters.positions = positions.map { positions in
      left.enumerated().map { index, part in
        offsets[part.cluster] == nil ? positions[part.cluster] : clusters.mean(of: index)
      }
    }
    self = clusters
  }
}

extension Range<Int> {
  /// The parts of the range between ascending offsets.
  fileprivate func without(_ offsets: [Int]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = lowerBound
    for offset in offsets where contains(offset) {
      if start < offset { parts.append(start..<offset) }
      start = offset + 1
    }
    if start < upperBound { parts.append(start..<upperBound) }
    return parts
  }
}
