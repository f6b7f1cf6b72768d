public import Pinfold

extension [Segment] {
  /// The pairs that cross inside of both paths; sharing an end or touching does not count. Nil where more
  /// than `mostLooks` pairs of paths come near one another.
  package func crossings(
    mostLooks: Int = 100_000_000, context: RunContext = RunContext()
  ) throws(ClusteringError) -> Int? {
    let paths = filter { $0.start != $0.end }
    return try SegmentCells.countPairs(
      of: paths, reaches: paths.map { _ in 0 }, mostLooks: mostLooks, context
    ) { paths[$0].crosses(paths[$1]) }
  }
}

/// A4: the paths of markers that cross between two frames; by the short way around.
public struct CrossingMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "A4", name: "crossings", summary: "How many paths of markers cross.",
    formula: """
      pairs of paths m_k → m′_l with n_kl > 0 that cross inside of both; per path = pairs / paths; on the \
      world, by the short way around.
      """,
    measures: [
      .amount("perPath", .lower, "Crossings per path."),
      .amount("pairs", unit: "pairs", .lower, "Pairs of paths that cross."),
      .amount("paths", unit: "paths", .descriptive, "Paths of markers."),
    ],
    scope: .pair, undefined: [.differentPoints, .noPoints, .tooManyMarkers],
    cost: "O(n + E + near pairs) for E paths", source: "Graph drawing's edge crossings.")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    guard let pair = subject.pair else { return undefined(for: .differentPoints) }
    let segments = FlowPaths(pair).segments
    let crossings = try segments.crossings(context: subject.context)
    let paths = Double(segments.count)
    return values(
      segments.isEmpty
        ? .undefined(.noPoints) : .number(crossings.map { Double($0) / paths }, else: .tooManyMarkers),
      .number(crossings.map(Double.init), else: .tooManyMarkers), .number(paths))
  }
}
