public import Pinfold

/// The crossings of markers' paths.
package struct Crossings: Hashable, Sendable {
  /// Pairs that cross inside of both paths; sharing an end or touching does not count.
  package var pairs: Int

  /// Counts them; nil where more than `mostLooks` pairs of paths come near one another.
  package init?(
    _ segments: [Segment], mostLooks: Int = 100_000_000, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let paths = segments.filter { $0.start != $0.end }
    let cells = try SegmentCells(paths, reaches: [Double](repeating: 0, count: paths.count), context: context)
    guard cells.lookCount <= mostLooks else { return nil }
    var pairs = 0
    try cells.forEachPair(context) { if paths[$0].crosses(paths[$1]) { pairs += 1 } }
    self.pairs = pairs
  }
}

/// A4: the paths of markers that cross between two frames; see ``Crossings``.
public struct CrossingMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  static let perPath = Measure.amount("perPath", .lower, "Crossings for each path.")
  static let pairs = Measure.amount("pairs", unit: "pairs", .lower, "Pairs of paths that cross.")
  static let paths = Measure.amount("paths", unit: "paths", .descriptive, "Paths of markers.")

  public let about = MetricDescription(
    id: "A4", name: "crossings", summary: "How many paths of markers cross.",
    formula: """
      pairs of paths m_k → m′_l with n_kl > 0 that cross inside of both; per path = pairs / paths; on the \
      world, by the short way around.
      """,
    measures: [Self.perPath, Self.pairs, Self.paths],
    scope: .pair, undefined: [.differentPoints, .noPoints, .tooManyMarkers],
    cost: "O(n + E + near pairs) for E paths", source: "Graph drawing's edge crossings.")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    guard let pair = subject.pair else { return undefined(for: .differentPoints) }
    let segments = FlowPaths(pair).segments
    let crossings = try Crossings(segments, context: subject.context)
    let paths = Double(segments.count)
    return [
      Self.perPath: segments.isEmpty
        ? .undefined(.noPoints) : .number(crossings.map { Double($0.pairs) / paths }, else: .tooManyMarkers),
      Self.pairs: .number(crossings.map { Double($0.pairs) }, else: .tooManyMarkers),
      Self.paths: .number(paths),
    ]
  }
}
