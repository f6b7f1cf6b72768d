public import Pinfold

/// A5: how many markers run over one another between two frames; see ``TransientOverlap``.
///
/// Every way has a disc for the points that go it, as large as a marker of so many points.
public struct TransientOverlapMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    MetricDescription(
      id: "A5", name: "transient-overlap", summary: "How many markers run over one another on their ways.",
      formula: """
        pairs of discs of n_kl points on the ways m_k → m′_l, at one steady pace, that are apart at the start and at \
        the end with min over t of ‖d₀ + t (d₁ − d₀)‖ < r_i + r_j; per way = pairs / ways.
        """,
      measures: [
        MeasureDescription("perWay", in: 0...(.infinity), better: .lower, "Overlaps for each way."),
        MeasureDescription(
          "pairs", in: 0...(.infinity), unit: "pairs", better: .lower,
          "Pairs of discs that meet on their ways."),
      ],
      scope: .pair, undefined: [.differentPoints, .noPoints, .tooManyMarkers],
      cost: "O(n + E + near pairs) for E ways",
      source: "Heer and Robertson 2007; Chevalier et al. 2014, crowding.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    guard let pair = FramePair(subject) else { return undefined(for: .differentPoints) }
    let paths = FlowPaths(pair)
    let overlap = try TransientOverlap(
      paths.segments, radii: paths.counts.map { subject.style.radius(count: $0) }, context: subject.context)
    let ways = Double(paths.segments.count)
    return [
      "perWay": paths.segments.isEmpty
        ? .undefined(.noPoints) : .number(overlap.map { Double($0.pairs) / ways }, else: .tooManyMarkers),
      "pairs": .number(overlap.map { Double($0.pairs) }, else: .tooManyMarkers),
    ]
  }
}
