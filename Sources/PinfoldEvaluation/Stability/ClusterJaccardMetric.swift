public import Pinfold

/// S6: how much of each cluster of the first frame is found in the second; see ``ClusterJaccard``.
public struct ClusterJaccardMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    func share(_ name: String, _ better: MeasureDirection, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: 0...1, better: better, help)
    }
    return MetricDescription(
      id: "S6", name: "jaccard", summary: "How much of each cluster is found in the next frame.",
      formula: """
        on the points that both frames show, for each cluster C of the first the largest |C ∩ C′| / |C ∪ C′|: the mean, \
        and the shares below 0.5, of at least 0.75 and of at least 0.85.
        """,
      measures: [
        share("mean", .higher, "Mean over clusters."),
        share("dissolved", .lower, "Share of the clusters below 0.5."),
        share("stable", .higher, "Share of the clusters of at least 0.75."),
        share("highlyStable", .higher, "Share of the clusters of at least 0.85."),
      ],
      scope: .pair, undefined: [.differentPoints, .noPoints],
      cost: "O(n)", source: "Hennig 2007; thresholds of the R package fpc.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    let pair = FramePair(subject)
    let jaccard = pair.map { ClusterJaccard($0.table) }
    let reason: UndefinedReason = pair == nil ? .differentPoints : .noPoints
    return [
      "mean": .number(jaccard.flatMap { Quantile.mean(of: $0.values) }, else: reason),
      "dissolved": .number(jaccard?.dissolved, else: reason),
      "stable": .number(jaccard?.stable, else: reason),
      "highlyStable": .number(jaccard?.highlyStable, else: reason),
    ]
  }
}
