public import Pinfold

/// A4: how many ways of markers cross between two frames; see ``Crossings``.
public struct CrossingMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    MetricDescription(
      id: "A4", name: "crossings", summary: "How many ways of markers cross.",
      formula: """
        pairs of ways m_k → m′_l with n_kl > 0 that cross inside of both; per way = pairs / ways; on the world, by \
        the short way around.
        """,
      measures: [
        MeasureDescription("perWay", in: 0...(.infinity), better: .lower, "Crossings for each way."),
        MeasureDescription(
          "pairs", in: 0...(.infinity), unit: "pairs", better: .lower, "Pairs of ways that cross."),
        MeasureDescription(
          "ways", in: 0...(.infinity), unit: "ways", better: .descriptive, "Ways of markers."),
      ],
      scope: .pair, undefined: [.differentPoints, .noPoints, .tooManyMarkers],
      cost: "O(n + E + near pairs) for E ways", source: "Graph drawing's edge crossings.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    guard let pair = FramePair(subject) else { return undefined(for: .differentPoints) }
    let segments = FlowPaths(pair).segments
    let crossings = try Crossings(segments, context: subject.context)
    let ways = Double(segments.count)
    return [
      "perWay": segments.isEmpty
        ? .undefined(.noPoints) : .number(crossings.map { Double($0.pairs) / ways }, else: .tooManyMarkers),
      "pairs": .number(crossings.map { Double($0.pairs) }, else: .tooManyMarkers), "ways": .number(ways),
    ]
  }
}
