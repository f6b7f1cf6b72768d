public import Pinfold

/// F4: how much nearer points are to their own marker than to any other; see ``SimplifiedSilhouette``.
public struct SimplifiedSilhouetteMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    MetricDescription(
      id: "F4", name: "simplified-silhouette",
      summary: "How much nearer points are to their own marker than to others.",
      formula: """
        a = ‖s_i − m_c(i)‖, b = min over l ≠ c(i) of ‖s_i − m_l‖; mean of (b − a) / max(a, b), 0 if alone or both \
        are 0.
        """,
      measures: [MeasureDescription("mean", in: -1...1, better: .higher, "Mean over all points.")],
      undefined: [.noPoints, .tooFewMarkers],
      cost: "O((n + K) log K)", source: "Hruschka et al. 2004; ELKI's SimplifiedSilhouette.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let picture = subject.picture
    let silhouette = try SimplifiedSilhouette(of: picture, context: subject.context)
    return ["mean": .number(silhouette?.mean, else: picture.count == 0 ? .noPoints : .tooFewMarkers)]
  }
}
