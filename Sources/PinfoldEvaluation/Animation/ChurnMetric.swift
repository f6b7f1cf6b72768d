public import Pinfold

/// A2: how many markers are not the same in the next frame; see ``Churn``.
///
/// Clusters that only slid out of view or into it are not counted, so a pan can have a churn of 0.
public struct ChurnMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    func share(_ name: String, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: 0...1, better: .lower, help)
    }
    return MetricDescription(
      id: "A2", name: "churn", summary: "How many markers are not the same in the next frame.",
      formula: """
        share = (clusters of F without one of the same members in F′ + the reverse) / (K + K′); popped = those that \
        share no member with the other frame / (K + K′). Clusters without a common point whose marker is out of the \
        other view are left out; without any cluster both are 0.
        """,
      measures: [
        share("share", "Share of the markers that changed."),
        share("popped", "Share of the markers that came from nothing or went to nothing."),
      ],
      scope: .pair, undefined: [.differentPoints],
      cost: "O(n)",
      source: "Defined here; the defect is googlemaps/js-markerclusterer issue 439.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    guard let pair = FramePair(subject) else {
      return undefined(for: .differentPoints)
    }
    let churn = Churn(
      pair.table, firstSizes: FramePair.sizes(of: pair.first), secondSizes: FramePair.sizes(of: pair.second),
      ignoring: pair.slides)
    return [
      "share": .number(churn.share),
      "popped": .number(churn.markers == 0 ? 0 : Double(churn.popped) / Double(churn.markers)),
    ]
  }
}
