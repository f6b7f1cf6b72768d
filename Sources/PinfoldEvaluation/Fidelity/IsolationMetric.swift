public import Pinfold

/// F9: whether points far from all others stay visible by themselves; see ``IsolatedPoints``.
///
/// Neighbours are sought among all points of the set, whatever their group. They are found once for all frames of a
/// set and kept with the metric.
public struct IsolationMetric: Metric, Configurable {
  /// How far from all others a point must lie, in screen points.
  public var tau = 40.0

  private let cache = NeighborCache()

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("tau", \.tau, in: 0...1e9, unit: "points", "How far from all others a point must lie.")
  ]

  public var about: MetricDescription {
    MetricDescription(
      id: "F9", name: "isolation", summary: "Whether lone points stay markers of their own.",
      formula:
        "over the members farther than tau from every other point: the share that is alone in its cluster.",
      measures: [
        MeasureDescription(
          "retained", in: 0...1, better: .higher, "Share of the lone points with a marker of their own."),
        MeasureDescription(
          "isolated", in: 0...(.infinity), unit: "points", better: .descriptive, "Lone points."),
      ],
      undefined: [.noPoints],
      cost: "O(n log n) for each set of points, then O(n)",
      source: "Beilschmidt et al. 2019: keep the outliers.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let frame = subject.frame
    let graph = try cache.graph(of: frame.points, context: subject.context)
    let points = IsolatedPoints(
      labels: frame.labels, graph: graph, reach: frame.view.units(fromPoints: tau))
    return ["retained": .number(points.retained, else: .noPoints), "isolated": .count(points.isolated)]
  }
}
