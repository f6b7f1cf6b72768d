public import Pinfold

/// The crossings of markers' paths.
package struct Crossings: Hashable, Sendable {
  /// The pairs of paths that cross properly: paths that share an end or touch do not.
  package var pairs: Int

  /// Counts them; nil where too many paths come near one another.
  ///
  /// - Parameter mostLooks: the number of pairs of near paths above which nothing is counted.
  /// - Complexity: O(*e* + *p*) on average, where *e* is the number of paths and *p* that of near pairs, at
  ///   most `mostLooks`.
  package init?(
    _ segments: [Segment], mostLooks: Int = 100_000_000, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    // Where nothing moves, nothing crosses.
    let ways = segments.filter { $0.start != $0.end }
    let cells = try SegmentCells(ways, reaches: [Double](repeating: 0, count: ways.count), context: context)
    guard cells.lookCount <= mostLooks else { return nil }
    var pairs = 0
    try cells.forEachPair(context) { if ways[$0].crosses(ways[$1]) { pairs += 1 } }
    self.pairs = pairs
  }
}

/// A4: the paths of markers that cross between two frames; see ``Crossings``.
public struct CrossingMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  static let perWay = Measure("perWay", in: 0...(.infinity), better: .lower, "Crossings for each way.")
  static let pairs = Measure(
    "pairs", in: 0...(.infinity), unit: "pairs", better: .lower, "Pairs of ways that cross.")
  static let ways = Measure(
    "ways", in: 0...(.infinity), unit: "ways", better: .descriptive, "Ways of markers.")

  public var about: MetricDescription {
    MetricDescription(
      id: "A4", name: "crossings", summary: "How many ways of markers cross.",
      formula: """
        pairs of ways m_k → m′_l with n_kl > 0 that cross inside of both; per way = pairs / ways; on the \
        world, by the short way around.
        """,
      measures: [Self.perWay, Self.pairs, Self.ways],
      scope: .pair, undefined: [.differentPoints, .noPoints, .tooManyMarkers],
      cost: "O(n + E + near pairs) for E ways", source: "Graph drawing's edge crossings.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    guard let pair = FramePair(subject) else { return undefined(for: .differentPoints) }
    let segments = FlowPaths(pair).segments
    let crossings = try Crossings(segments, context: subject.context)
    let ways = Double(segments.count)
    return [
      Self.perWay: segments.isEmpty
        ? .undefined(.noPoints) : .number(crossings.map { Double($0.pairs) / ways }, else: .tooManyMarkers),
      Self.pairs: .number(crossings.map { Double($0.pairs) }, else: .tooManyMarkers),
      Self.ways: .number(ways),
    ]
  }
}
