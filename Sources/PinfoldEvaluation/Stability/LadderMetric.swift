public import Pinfold

/// S3s: whether clusters nest along the whole of a camera's path through the zooms; see ``Nesting``.
///
/// A step is two frames in a row at different zooms; of each the nearer one counts as the fine one.
public struct LadderMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "S3s", name: "ladder", summary: "Whether clusters nest along a path through the zooms.",
    formula: """
      hard, mass and soft of nesting, means over steps: frames that follow each other at different zooms, \
      on the points that both show; the same for the farthest and the nearest frame of all (ends…); \
      monotone = share of the steps in which those points have no fewer clusters in the nearer frame.
      """,
    measures: [
      .share("hard", .higher, "Mean share of the coarse clusters that nest."),
      .share("mass", .higher, "Mean share of the points in clusters that nest."),
      .share("soft", .higher, "Mean share of the points that stay with their fine cluster."),
      .share("monotone", .higher, "Share of the steps that, zooming in, lose no cluster."),
      .share("endsHard", .higher, "As hard, from the farthest frame to the nearest."),
      .share("endsMass", .higher, "As mass, from the farthest frame to the nearest."),
      .share("endsSoft", .higher, "As soft, from the farthest frame to the nearest."),
      .amount("steps", unit: "steps", .descriptive, "Steps with points in common."),
    ],
    scope: .sequence, undefined: [.differentPoints, .oneZoom, .noPoints],
    cost: "O(n) for each step",
    source:
      #"T. Been, E. Daiches and C. Yap, "Dynamic map labeling", IEEE TVCG 2006: monotonicity; A. Das Sarma, "#
      + #"H. Lee, H. Gonzalez, J. Madhavan and A. Halevy, "Efficient spatial sampling of large geographical "#
      + #"tables", SIGMOD 2012."#)

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let frames = subject.frames
    guard subject.isOfOneSet else { return undefined(for: .differentPoints) }
    let units = frames.map(\.view.unitsPerPoint)
    let changes = frames.indices.dropFirst().filter { units[$0] != units[$0 - 1] }
    guard !changes.isEmpty else {
      return values(Array(repeating: .undefined(.oneZoom), count: 7) + [.count(0)])
    }
    var nestings: [Nesting] = []
    var monotone = 0
    for place in changes {
      try subject.context.check()
      let table = Contingency(zoomingFrom: frames[place - 1], to: frames[place])
      guard let nesting = Nesting(table) else { continue }
      nestings.append(nesting)
      if table.secondSizes.count(where: { $0 > 0 }) >= table.firstSizes.count(where: { $0 > 0 }) {
        monotone += 1
      }
    }
    let far = frames.indices.max { (units[$0], -$0) < (units[$1], -$1) } ?? 0
    let near = frames.indices.max { (-units[$0], -$0) < (-units[$1], -$1) } ?? 0
    let ends = Nesting(Contingency(zoomingFrom: frames[far], to: frames[near]))
    func mean(_ value: (Nesting) -> Double) -> Double? { Quantile.mean(of: nestings.map(value)) }
    let steps = Double(nestings.count)
    return values(
      [
        mean(\.hard), mean(\.mass), mean(\.soft), steps > 0 ? Double(monotone) / steps : nil, ends?.hard,
        ends?.mass, ends?.soft, steps,
      ], else: .noPoints)
  }
}

extension Contingency {
  init(zoomingFrom first: Frame, to second: Frame) {
    let zoomsOut = second.view.unitsPerPoint > first.view.unitsPerPoint
    self.init(zoomsOut ? second.labels : first.labels, zoomsOut ? first.labels : second.labels)
  }
}
