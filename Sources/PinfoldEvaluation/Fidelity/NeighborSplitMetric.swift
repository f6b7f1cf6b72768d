public import Pinfold

/// F8: how often the border between clusters cuts through a group that the eye sees; see ``NeighborSplit``.
///
/// Neighbours are sought among all points of the set, whatever their group. They are found once for all frames of a
/// set and kept with the metric.
public struct NeighborSplitMetric: Metric, Configurable {
  /// How far apart neighbours may lie, in screen points.
  public var tau = 16.0

  private let cache = NeighborCache()

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("tau", \.tau, in: 0...1e9, unit: "points", "How far apart neighbours may lie.")
  ]

  public var about: MetricDescription {
    MetricDescription(
      id: "F8", name: "neighbor-split", summary: "How often near neighbours are in different clusters.",
      formula: """
        over the members whose nearest neighbour j(i) among all points is within tau: the share with \
        c(i) ≠ c(j(i)).
        """,
      measures: [
        MeasureDescription(
          "share", in: 0...1, better: .lower, "Share of the near neighbours that are parted."),
        MeasureDescription(
          "eligible", in: 0...(.infinity), unit: "points", better: .descriptive,
          "Members with a neighbour within reach."),
      ],
      undefined: [.noPoints],
      cost: "O(n log n) for each set of points, then O(n)",
      source: "Ding and He 2004, k-nearest-neighbour consistency, for one neighbour.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let frame = subject.frame
    let graph = try cache.graph(of: frame.points, context: subject.context)
    let split = NeighborSplit(
      labels: frame.labels, graph: graph, reach: frame.view.units(fromPoints: tau))
    return ["share": .number(split.share, else: .noPoints), "eligible": .count(split.eligible)]
  }
}
