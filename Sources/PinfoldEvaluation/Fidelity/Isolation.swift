public import Pinfold

extension PointShare {
  /// Among the shown points without a neighbor within the reach, those that are alone in their cluster.
  ///
  /// - Parameters:
  ///   - labels: the cluster of each point, from 0; negative for points that are not shown.
  ///   - reach: the least distance to all others, in units of the graph.
  package static func isolated(
    labels: [Int32], graph: NeighborGraph, reach: Double, weights: [Double]? = nil
  ) -> Self {
    var sizes = [Int32](repeating: 0, count: Int(labels.max() ?? -1) + 1)
    for label in labels where label >= 0 { sizes[Int(label)] += 1 }
    return Self(labels: labels, weights: weights) { point in
      graph.squaredDistances[point] > reach * reach ? sizes[Int(labels[point])] == 1 : nil
    }
  }
}

/// F9: whether points far from all others stay visible by themselves; see ``PointShare``.
public struct IsolationMetric: Metric, Configurable {
  /// The least distance of an isolated point to all others, in screen points.
  public var distance = 40.0

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter(
      "distance", \.distance, in: 0...1e9, unit: "screen points",
      "Minimum distance of an isolated point from all others.")
  ]

  public let about = MetricDescription(
    id: "F9", name: "isolation", summary: "Whether isolated points keep their own markers.",
    formula:
      "over the members farther than distance from every other point: the share that is alone in its cluster. "
      + "weightedRetained: each of them counts as often as its weight says.",
    measures: [
      .share("retained", .higher, "Share of the isolated points that have their own marker."),
      .amount("isolated", unit: "points", .descriptive, "Isolated points."),
      .share(
        "weightedRetained", .higher, "Share of the isolated points that have their own marker, by weight."),
    ],
    undefined: [.noPoints, .noWeights, .noSpread],
    cost: "O(n log n) for each set of points, then O(n)",
    source:
      #"C. Beilschmidt, T. Fober, M. Mattig and B. Seeger, "An efficient aggregation and overlap removal "#
      + #"algorithm for circle maps", GeoInformatica 2019: keep the outliers."#, version: "2")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    try values(subject, within: distance, PointShare.isolated)
  }
}
