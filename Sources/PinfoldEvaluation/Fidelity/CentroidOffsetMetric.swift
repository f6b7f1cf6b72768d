public import Pinfold

/// F3: how far markers stand from the means of their points; see ``CentroidOffset``.
public struct CentroidOffsetMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    MetricDescription(
      id: "F3", name: "centroid-offset", summary: "How far markers stand from the middle of their points.",
      formula: "e_k = ‖m_k − μ_k‖ for the mean μ_k of the members: Σ |C_k| e_k / n, and max e_k.",
      measures: [
        MeasureDescription(
          "mean", in: 0...(.infinity), unit: "points", better: .lower, "Mean distance, by points."),
        MeasureDescription("max", in: 0...(.infinity), unit: "points", better: .lower, "Largest distance."),
      ],
      undefined: [.noPoints],
      cost: "O(n)", source: "Defined here; the defect is elastic/elasticsearch issue 77215.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    let offset = CentroidOffset(of: subject.picture)
    return [
      "mean": .number(offset?.mean, else: .noPoints), "max": .number(offset?.largest, else: .noPoints),
    ]
  }
}
