public import Pinfold

extension [Segment] {
  /// The pairs of discs on these paths, at one steady pace, that overlap on the way, but neither at the start
  /// nor at the end. Nil where more than `mostLooks` pairs of paths come near one another.
  package func transientOverlaps(
    radii: [Double], mostLooks: Int = 100_000_000, context: RunContext = RunContext()
  ) throws(ClusteringError) -> Int? {
    precondition(count == radii.count, "a radius for each path")
    return try SegmentCells.countPairs(of: self, reaches: radii, mostLooks: mostLooks, context) {
      self[$0].overlaps(self[$1], reach: radii[$0] + radii[$1])
    }
  }
}

extension Segment {
  fileprivate func overlaps(_ other: Segment, reach: Double) -> Bool {
    func square(_ v: SIMD2<Double>) -> Double { v.x * v.x + v.y * v.y }
    let (start, end) = (start - other.start, end - other.end)
    guard square(start) >= reach * reach, square(end) >= reach * reach else { return false }
    let change = end - start
    let speed = square(change)
    guard speed > 0 else { return false }
    // They are nearest at this share of the time.
    let time = -(start.x * change.x + start.y * change.y) / speed
    return time > 0 && time < 1 && square(start + time * change) < reach * reach
  }
}

/// A5: the markers that run over one another between two frames.
///
/// Every path has a disc for the points that move along it, as large as a marker of so many points.
public struct TransientOverlapMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "A5", name: "transient-overlap", summary: "How many markers overlap others while they move.",
    formula: """
      pairs of discs of n_kl points on the paths m_k → m′_l, at one steady pace, that are apart at the \
      start and at the end with min over t of ‖d₀ + t (d₁ − d₀)‖ < r_i + r_j; per path = pairs / paths.
      """,
    measures: [
      .amount("perPath", .lower, "Overlaps per path."),
      .amount("pairs", unit: "pairs", .lower, "Pairs of discs that overlap while they move."),
    ],
    scope: .pair, undefined: [.differentPoints, .noPoints, .tooManyMarkers],
    cost: "O(n + E + near pairs) for E paths",
    source:
      #"J. Heer and G. Robertson, "Animated transitions in statistical data graphics", IEEE TVCG 2007; F. "#
      + #"Chevalier, P. Dragicevic and S. Franconeri, "The not-so-staggering effect of staggered animated "#
      + #"transitions on visual tracking", IEEE TVCG 2014: crowding."#)

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    guard let pair = subject.pair else { return undefined(for: .differentPoints) }
    let flows = FlowPaths(pair)
    let overlaps = try flows.segments.transientOverlaps(
      radii: flows.counts.map { subject.frame.markerStyle.radius(count: $0) },
      context: subject.context)
    let paths = Double(flows.segments.count)
    return values(
      flows.segments.isEmpty
        ? .undefined(.noPoints) : .number(overlaps.map { Double($0) / paths }, else: .tooManyMarkers),
      .number(overlaps.map(Double.init), else: .tooManyMarkers))
  }
}
