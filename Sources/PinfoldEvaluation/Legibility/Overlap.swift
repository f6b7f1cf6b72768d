public import Pinfold

/// The markers that overlap others, and the pairs of them.
package struct Overlap: Hashable, Sendable {
  /// Nil where there are too many to count.
  package var pairs: Int?
  package var markers: Int
  package var share: Double?

  /// Counts overlaps; markers that only touch do not overlap.
  ///
  /// - Parameter mostPairs: the number of pairs of close markers above which pairs are not counted.
  /// - Complexity: O(*K* log *K* + *p*), where *p* is the number of pairs closer than about two of the
  ///   largest diameters, at most `mostPairs`.
  package init(
    of markers: Discs, mostPairs: Int = 100_000_000, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let discs = markers.discs
    var pairs = 0
    var touched = [Bool](repeating: false, count: discs.count)
    let isCounted = try markers.forEachNearPair(atMost: mostPairs, context: context) { a, b in
      let reach = discs[a].radius + discs[b].radius - Overlap.tolerance
      // Compared as squares; a reach below 0 is that of two markers without extent.
      guard reach > 0, markers.squaredDistance(a, b) < reach * reach else { return }
      pairs += 1
      touched[a] = true
      touched[b] = true
    }
    self.pairs = isCounted ? pairs : nil
    self.markers =
      try isCounted
      ? touched.count { $0 } : markers.narrowestGaps(context: context).count { $0 < -Self.tolerance }
    share = discs.isEmpty ? nil : Double(self.markers) / Double(discs.count)
  }

  /// The depth to which markers may lie in one another, in screen points, and still only touch.
  package static let tolerance = 1e-9
}

/// L2: the markers of a frame that lie on one another, those at its edge and just off the screen too; see
/// ``Overlap``.
public struct OverlapMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "L2", name: "overlap", summary: "How many markers overlap others.",
    formula: """
      pairs of markers k, l with ‖m_k − m_l‖ < r_k + r_l − 1e-9, distances by the short way around; share \
      = markers in at least one pair / K.
      """,
    measures: [
      .share("share", .lower, "Share of the markers that overlap another."),
      .amount("pairs", unit: "pairs", .lower, "Pairs of markers that overlap."),
    ],
    undefined: [.noMarkers, .tooManyMarkers],
    cost: "O(K log K + pairs)",
    source:
      "GlamMap's design goal, T. Castermans, B. Speckmann, K. Verbeek, M. A. Westenberg, A. Betti and H. "
      + #"van den Berg, "GlamMap: geovisualization for e-humanities", VIS4DH 2016; mapbox/supercluster issues "#
      + "47, 161 and 202."
  )

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let overlap = try Overlap(of: subject.drawnMarkers, context: subject.context)
    return values(
      [overlap.share], else: .noMarkers, [overlap.pairs.map(Double.init)], else: .tooManyMarkers)
  }
}
