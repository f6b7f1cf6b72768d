public import Pinfold

/// L4: how much room is between markers; see ``Gap``.
public struct GapMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    func gap(_ name: String, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: -(.infinity)...(.infinity), unit: "points", better: .higher, help)
    }
    return MetricDescription(
      id: "L4", name: "gap", summary: "How much room is between markers.",
      formula: """
        for each marker the least ‖m_k − m_l‖ − r_k − r_l, by the short way around, negative where markers overlap: \
        5 % quantile by nearest rank, and minimum.
        """,
      measures: [
        gap("p05", "Room that 95 % of the markers have."), gap("min", "Narrowest gap between two markers."),
      ],
      undefined: [.tooFewMarkers],
      cost: "O(K log K)", source: "Guo et al. 2018, POIsam: no two selected objects too close.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let gap = try Gap(of: subject.markers, context: subject.context)
    return [
      "p05": .number(gap?.p05, else: .tooFewMarkers), "min": .number(gap?.narrowest, else: .tooFewMarkers),
    ]
  }
}
