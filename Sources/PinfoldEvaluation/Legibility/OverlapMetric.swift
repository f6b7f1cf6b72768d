public import Pinfold

/// L2: how many markers of a frame lie on one another, those at its edge and just off the screen too; see
/// ``Overlap``.
public struct OverlapMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    MetricDescription(
      id: "L2", name: "overlap", summary: "How many markers lie on one another.",
      formula: """
        pairs of markers k, l with ‖m_k − m_l‖ < r_k + r_l − 1e-9, distances by the short way around; share = \
        markers in at least one pair / K.
        """,
      measures: [
        MeasureDescription("share", in: 0...1, better: .lower, "Share of the markers that overlap another."),
        MeasureDescription(
          "pairs", in: 0...(.infinity), unit: "pairs", better: .lower, "Pairs of markers that overlap."),
      ],
      undefined: [.noMarkers, .tooManyMarkers],
      cost: "O(K log K + pairs)", source: "GlamMap's design goal; mapbox/supercluster issues 47, 161 and 202."
    )
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let overlap = try Overlap(of: subject.markers, context: subject.context)
    return [
      "share": .number(overlap.share, else: .noMarkers),
      "pairs": .number(overlap.pairs.map { Double($0) }, else: .tooManyMarkers),
    ]
  }
}
