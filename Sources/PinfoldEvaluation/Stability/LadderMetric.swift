public import Pinfold

/// S3s: whether clusters nest along the whole of a camera's path through the zooms; see ``Nesting``.
///
/// A step is two frames in a row at different zooms; of each the nearer one counts as the fine one.
public struct LadderMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  static let hard = Measure.share("hard", .higher, "Mean share of the coarse clusters that nest.")
  static let mass = Measure.share("mass", .higher, "Mean share of the points in clusters that nest.")
  static let soft = Measure.share(
    "soft", .higher, "Mean share of the points that stay with their fine cluster.")
  static let monotone = Measure.share(
    "monotone", .higher, "Share of the steps that, zooming in, lose no cluster.")
  static let endsHard = Measure.share("endsHard", .higher, "As hard, from the farthest frame to the nearest.")
  static let endsMass = Measure.share("endsMass", .higher, "As mass, from the farthest frame to the nearest.")
  static let endsSoft = Measure.share("endsSoft", .higher, "As soft, from the farthest frame to the nearest.")
  static let steps = Measure.amount("steps", unit: "steps", .descriptive, "Steps with points in common.")

  public let about = MetricDescription(
    id: "S3s", name: "ladder", summary: "Whether clusters nest along a path through the zooms.",
    formula: """
      hard, mass and soft of nesting, means over steps: frames that follow each other at different zooms, \
      on the points that both show; the same for the farthest and the nearest frame of all (ends…); \
      monotone = share of the steps in which those points have no fewer clusters in the nearer frame.
      """,
    measures: [
      Self.hard, Self.mass, Self.soft, Self.monotone, Self.endsHard, Self.endsMass, Self.endsSoft,
      Self.steps,
    ],
    scope: .sequence, undefined: [.differentPoints, .oneZoom, .noPoints],
    cost: "O(n) for each step",
    source: "Been, Daiches and Yap 2006, monotonicity; Das Sarma et al. 2012.")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let frames = subject.frames
    guard subject.isOfOneSet else { return undefined(for: .differentPoints) }
    let units = frames.map(\.view.unitsPerPoint)
    let changes = frames.indices.dropFirst().filter { units[$0] != units[$0 - 1] }
    guard !changes.isEmpty else { return undefined(for: .oneZoom).merging([Self.steps: .count(0)]) { $1 } }
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
    func mean(_ value: (Nesting) -> Double) -> MeasuredValue {
      .number(Quantile.mean(of: nestings.map(value)), else: .noPoints)
    }
    return [
      Self.hard: mean(\.hard), Self.mass: mean(\.mass), Self.soft: mean(\.soft),
      Self.monotone: nestings.isEmpty
        ? .undefined(.noPoints) : .number(Double(monotone) / Double(nestings.count)),
      Self.endsHard: .number(ends?.hard, else: .noPoints),
      Self.endsMass: .number(ends?.mass, else: .noPoints),
      Self.endsSoft: .number(ends?.soft, else: .noPoints), Self.steps: .count(nestings.count),
    ]
  }
}

extension Contingency {
  init(zoomingFrom first: Frame, to second: Frame) {
    let zoomsOut = second.view.unitsPerPoint > first.view.unitsPerPoint
    self.init(zoomsOut ? second.labels : first.labels, zoomsOut ? first.labels : second.labels)
  }
}
