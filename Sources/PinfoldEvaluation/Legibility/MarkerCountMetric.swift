public import Pinfold

/// L1: the number of markers of a frame.
public struct MarkerCountMetric: Metric, Configurable {
  /// The most markers that a view should have.
  public var budget = 100

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter(
      "budget", \.budget, in: 0...1_000_000_000, unit: "markers", "Maximum number of markers in a view.")
  ]

  public let about = MetricDescription(
    id: "L1", name: "markers", summary: "How many markers there are.",
    formula: """
      K, hidden ones counted; K per million square screen points of the view with its margin; max(0, K − \
      budget); the number of the K that are not drawn, as they collide with one of higher priority.
      """,
    measures: [
      .amount("count", unit: "markers", .descriptive, "Markers."),
      .amount("density", unit: "markers", .descriptive, "Markers per million square screen points."),
      .amount("excess", unit: "markers", .lower, "Markers beyond the budget."),
      .amount("hidden", unit: "markers", .lower, "Markers that a separation hides."),
    ],
    cost: "O(1)",
    source:
      #"A. Das Sarma, H. Lee, H. Gonzalez, J. Madhavan and A. Halevy, "Efficient spatial sampling of large "#
      + #"geographical tables", SIGMOD 2012: the visibility constraint."#, version: "2")

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    let count = subject.frame.count
    let viewport = subject.frame.view.viewport
    let extent = 1 + 2 * viewport.margin
    return values(
      .count(count), .number(Double(count) * 1e6 / (viewport.width * viewport.height * extent * extent)),
      .count(max(0, count - budget)), .count(subject.frame.hidden.count))
  }
}
