public import Pinfold

extension PointShare {
  /// Among the shown points whose nearest neighbor is within the reach, those whose neighbor is in another
  /// cluster or not shown.
  ///
  /// - Parameters:
  ///   - labels: the cluster of each point; negative for points that are not shown.
  ///   - reach: the largest distance of neighbors, in units of the graph; may be infinite.
  package static func split(
    labels: [Int32], graph: NeighborGraph, reach: Double, weights: [Double]? = nil
  ) -> Self {
    Self(labels: labels, weights: weights) { point in
      let neighbor = Int(graph.neighbors[point])
      guard neighbor >= 0, graph.squaredDistances[point] <= reach * reach else { return nil }
      return labels[neighbor] != labels[point]
    }
  }
}

/// F8: the share of close neighbors that clusters separate; see ``PointShare``.
public struct NeighborSplitMetric: Metric, Configurable {
  /// The largest distance of neighbors, in screen points.
  public var distance = 16.0

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("distance", \.distance, in: 0...1e9, unit: "screen points", "Maximum distance of neighbors.")
  ]

  public let about = MetricDescription(
    id: "F8", name: "neighbor-split", summary: "How often near neighbors are in different clusters.",
    formula: """
      over the members whose nearest neighbour j(i) among all points is within distance: the share with \
      c(i) ≠ c(j(i)). weightedShare: each of them counts as often as its weight says; neighbours are the same.
      """,
    measures: [
      .share("share", .lower, "Share of the near neighbors in different clusters."),
      .amount("eligible", unit: "points", .descriptive, "Members with a neighbor within reach."),
      .share("weightedShare", .lower, "Share of the near neighbors in different clusters, by weight."),
    ],
    undefined: [.noPoints, .noWeights, .noSpread],
    cost: "O(n log n) for each set of points, then O(n)",
    source:
      #"C. Ding and X. He, "K-nearest-neighbor consistency in data clustering: incorporating local "#
      + #"information into global optimization", SAC 2004, for one neighbor."#, version: "2")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    try values(subject, within: distance, PointShare.split)
  }
}
