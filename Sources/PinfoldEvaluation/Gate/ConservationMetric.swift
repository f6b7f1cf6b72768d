public import Pinfold

/// V1: whether a frame shows every point of the view once, and nothing else; see ``Conservation``.
public struct ConservationMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    MetricDescription(
      id: "V1", name: "conservation",
      summary: "Whether every point in view is shown once and no other; a gate.",
      formula: """
        coverage = |U ∩ ∪C| / |U| for the points U in the view with its margin, 1 if U is empty; duplicates = \
        Σ|C| − |∪C|; aliens = members that are no points; countError = Σ |declared − |C||; all numbers finite. \
        Passes at 1, 0, 0, 0.
        """,
      measures: [
        MeasureDescription("passes", in: 0...1, better: .higher, "Whether nothing is wrong: 1 or 0."),
        MeasureDescription(
          "coverage", in: 0...1, better: .higher, "Share of the points in view that are shown."),
        MeasureDescription(
          "duplicates", in: 0...(.infinity), unit: "members", better: .lower,
          "Members beyond a point's first."),
        MeasureDescription(
          "aliens", in: 0...(.infinity), unit: "members", better: .lower, "Members that are no points."),
        MeasureDescription(
          "countError", in: 0...(.infinity), unit: "points", better: .lower,
          "How far declared counts are off."),
        MeasureDescription("finite", in: 0...1, better: .higher, "Whether every number is finite: 1 or 0."),
      ],
      cost: "O(n)", source: "Defined here; the defect is mapbox/supercluster issues 165 and 171.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    let verdict = Conservation(
      of: subject.frame, style: subject.style, counts: subject.claims(of: subject.frames.count - 1).counts)
    return [
      "passes": .flag(verdict.passes), "coverage": .number(verdict.coverage),
      "duplicates": .count(verdict.duplicates), "aliens": .count(verdict.aliens),
      "countError": .count(verdict.countError), "finite": .flag(verdict.isFinite),
    ]
  }
}

extension Conservation {
  /// Judges a frame against the points in its view with the margin.
  ///
  /// - Parameters:
  ///   - frame: the frame.
  ///   - style: how large markers are drawn.
  ///   - counts: the number of points that each cluster declares; nil for that of its members.
  /// - Complexity: O(*n*), where *n* is the number of points of the set.
  public init(of frame: Frame, style: MarkerStyle = MarkerStyle(), counts: [Int]? = nil) {
    let points = frame.points
    let (x, y, rect) = (points.x, points.y, frame.view.rect)
    let wanted = (0..<points.count).lazy.filter { rect.contains(x: x[$0], y: y[$0]) }
    var tally = ConservationTally(pointCount: points.count, wanted: wanted)
    // Positions are fixed-point and cannot be anything but finite.
    var isFinite = true
    for cluster in 0..<frame.count {
      frame.forEachMember(of: cluster) { tally.add($0) }
      tally.endCluster(declared: counts?[cluster] ?? frame.memberCount(of: cluster))
      let radius = style.radius(count: frame.memberCount(of: cluster))
      isFinite = isFinite && radius.isFinite && frame.weights[cluster].isFinite
    }
    self = tally.verdict(isFinite: isFinite)
  }
}
