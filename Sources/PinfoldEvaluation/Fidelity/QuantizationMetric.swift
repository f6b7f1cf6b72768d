public import Pinfold

/// F1: the squared error of showing points at their markers; see ``QuantizationError``.
public struct QuantizationMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    MetricDescription(
      id: "F1", name: "quantization", summary: "Squared error of points shown at their markers.",
      formula: """
        sse = Σ_i ‖s_i − m_c(i)‖²; rmsd = √(sse / n); constant = K · sse / (n · A) for the area A of the view with \
        its margin, which strategies of different K share: 1/6 for squares, 5 / 18√3 for hexagons.
        """,
      measures: [
        MeasureDescription(
          "constant", in: 0...(.infinity), better: .lower, "Error freed of the number of markers."),
        MeasureDescription(
          "rmsd", in: 0...(.infinity), unit: "points", better: .lower, "Root of the mean squared distance."),
        MeasureDescription(
          "sse", in: 0...(.infinity), unit: "square points", better: .lower, "Sum of squared distances."),
      ],
      undefined: [.noPoints],
      cost: "O(n)", source: "The objective of k-means; the constants are classical second moments.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    let error = QuantizationError(of: subject.picture)
    return [
      "constant": .number(error?.constant, else: .noPoints),
      "rmsd": .number(error?.rootMeanSquare, else: .noPoints),
      "sse": .number(error?.squares, else: .noPoints),
    ]
  }
}
