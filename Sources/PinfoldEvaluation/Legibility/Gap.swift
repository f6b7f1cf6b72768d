public import Pinfold

package struct Gap: Hashable, Sendable {
  /// The distance of two markers' edges, negative by how deep they lie in one another.
  package var narrowest: Double

  /// The width that 95 % of the markers' own narrowest gaps exceed or have, by nearest rank.
  package var p05: Double

  /// Measures each marker's narrowest gap, by the short way around; nil for fewer than two.
  package init?(of markers: Discs, context: RunContext = RunContext()) throws(ClusteringError) {
    guard markers.discs.count > 1 else { return nil }
    let gaps = try markers.narrowestGaps(context: context)
    guard let narrowest = gaps.min(), let p05 = Quantile.nearestRank(0.05, of: gaps) else { return nil }
    (self.narrowest, self.p05) = (narrowest, p05)
  }
}

extension Discs {
  /// The gap between each marker and the one that leaves it the least room, in no useful order; infinite for
  /// a marker that is alone.
  func narrowestGaps(context: RunContext) throws(ClusteringError) -> [Double] {
    // Among coincident markers the search uses only the first: the largest come first.
    let discs = discs.sorted { $0.radius > $1.radius }
    let tree = try KDTree(x: discs.map(\.x), y: discs.map(\.y), period: period, check: context.check)
    return try discs.indices.map { (marker) throws(ClusteringError) in
      if marker % 4096 == 0 { try context.check() }
      var search = GapSearch(discs: discs, marker: marker)
      tree.search(x: discs[marker].x, y: discs[marker].y, &search)
      return search.gap
    }
  }
}

private struct GapSearch: KDTreeSearch {
  /// The largest first.
  let discs: [Disc]
  let marker: Int

  private(set) var gap = Double.infinity
  private(set) var bound = Double.infinity

  func mayWant(_ squaredDistance: Double, from lowestItem: UInt32) -> Bool { squaredDistance <= bound }

  mutating func meet(_ item: UInt32, at squaredDistance: Double) -> Bool {
    guard Int(item) != marker else { return true }
    let width = squaredDistance.squareRoot() - discs[marker].radius - discs[Int(item)].radius
    guard width < gap else { return false }
    gap = width
    // Beyond this distance even the largest marker is not closer.
    let reach = gap + discs[marker].radius + discs[0].radius
    bound = reach < 0 ? -1 : reach * reach
    return false
  }
}

/// L4: the gaps between markers; see ``Gap``.
public struct GapMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "L4", name: "gap", summary: "How much space is between markers.",
    formula: """
      for each marker the least ‖m_k − m_l‖ − r_k − r_l, by the short way around, negative where markers \
      overlap: 5 % quantile by nearest rank, and minimum.
      """,
    measures: [
      ("p05", "Gap that 95 % of the markers exceed."), ("min", "Narrowest gap between two markers."),
    ]
    .map { Measure($0, in: -(.infinity)...(.infinity), unit: "screen points", better: .higher, $1) },
    undefined: [.tooFewMarkers],
    cost: "O(K log K)",
    source:
      #"T. Guo, K. Feng, G. Cong and Z. Bao, "Efficient selection of geospatial data on maps for interactive "#
      + #"and visualized exploration", SIGMOD 2018 (POIsam): no two selected objects too close."#)

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let gap = try Gap(of: subject.drawnMarkers, context: subject.context)
    return values([gap?.p05, gap?.narrowest], else: .tooFewMarkers)
  }
}
