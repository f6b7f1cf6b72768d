public import Pinfold

/// F2: how far points lie from the markers that stand for them; see ``Displacement``.
public struct DisplacementMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    func distance(_ name: String, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: 0...(.infinity), unit: "points", better: .lower, help)
    }
    return MetricDescription(
      id: "F2", name: "displacement", summary: "How far points lie from their markers.",
      formula: "d_i = ‖s_i − m_c(i)‖: mean, 95 % quantile by nearest rank, maximum.",
      measures: [
        distance("mean", "Mean distance."), distance("p95", "Distance that 95 % of the points keep."),
        distance("max", "Largest distance."),
      ],
      undefined: [.noPoints],
      cost: "O(n log n)", source: "ELKI's cluster radius, per point.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    let displacement = Displacement(of: subject.picture)
    return [
      "mean": .number(displacement?.mean, else: .noPoints),
      "p95": .number(displacement?.p95, else: .noPoints),
      "max": .number(displacement?.largest, else: .noPoints),
    ]
  }
}
