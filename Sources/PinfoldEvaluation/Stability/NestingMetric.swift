public import Pinfold

/// S3: whether the clusters of the farther view are made of whole clusters of the nearer one; see ``Nesting``.
///
/// Of two frames of one zoom the first counts as the farther. Points that only one frame shows do not count.
public struct NestingMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    func share(_ name: String, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: 0...1, better: .higher, help)
    }
    return MetricDescription(
      id: "S3", name: "nesting", summary: "Whether zooming only splits and merges clusters.",
      formula: """
        on the points that both frames show: hard = share of the coarse clusters that are unions of fine ones; mass = \
        the same by points; soft = 1/n Σ over fine F of max over coarse C of |F ∩ C|; homogeneity = 1 − H(coarse | \
        fine) / H(coarse).
        """,
      measures: [
        share("hard", "Share of the coarse clusters that nest."),
        share("mass", "Share of the points in clusters that nest."),
        share("soft", "Share of the points that stay with their fine cluster."),
        share("homogeneity", "How well the fine cluster tells the coarse one."),
      ],
      scope: .pair, undefined: [.differentPoints, .noPoints],
      cost: "O(n)", source: "Been, Daiches and Yap 2006, monotonicity; Das Sarma et al. 2012.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    let pair = FramePair(subject)
    let nesting = pair.flatMap { pair in
      let zoomsOut = pair.second.view.unitsPerPoint > pair.first.view.unitsPerPoint
      return Nesting(zoomsOut ? pair.table.swapped : pair.table)
    }
    let reason: UndefinedReason = pair == nil ? .differentPoints : .noPoints
    return [
      "hard": .number(nesting?.hard, else: reason), "mass": .number(nesting?.mass, else: reason),
      "soft": .number(nesting?.soft, else: reason),
      "homogeneity": .number(nesting?.homogeneity, else: reason),
    ]
  }
}
