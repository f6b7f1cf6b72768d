public import Pinfold

/// The distances of points from the markers that represent them.
///
/// The mean is also an upper bound of the earth mover's distance between the points and the markers' mass.
package struct Displacement: Hashable, Sendable {
  package var mean: Double

  /// By nearest rank.
  package var p95: Double
  package var largest: Double

  /// Measures distances; nil without points, and where all weights are 0.
  ///
  /// - Parameter weights: how often each point counts; once without them.
  package init?(of picture: FramePicture, weights: [Double]? = nil) {
    let distances = picture.squaredDistancesToMarkers.map { $0.squareRoot() }
    if let weights {
      let all = weights.reduce(0, +)
      guard all > 0 else { return nil }
      mean = zip(weights, distances).reduce(0) { $0 + $1.0 * $1.1 } / all
      let order = distances.indices.filter { weights[$0] > 0 }.sorted { distances[$0] < distances[$1] }
      largest = order.last.map { distances[$0] } ?? 0
      var reached = 0.0
      p95 =
        order.first { point in
          reached += weights[point]
          return reached >= 0.95 * all
        }.map { distances[$0] } ?? largest
      return
    }
    guard !distances.isEmpty else { return nil }
    mean = distances.reduce(0, +) / Double(distances.count)
    largest = distances.max() ?? 0
    p95 = Quantile.nearestRank(0.95, of: distances) ?? largest
  }
}

/// F2: the distances of points from the markers that represent them; see ``Displacement``.
public struct DisplacementMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "F2", name: "displacement", summary: "How far points are from their markers.",
    formula: "d_i = ‖s_i − m_c(i)‖: mean, 95 % quantile by nearest rank, maximum. weighted…: each point "
      + "counts as often as its weight says.",
    measures: [
      .amount("mean", unit: "screen points", .lower, "Mean distance."),
      .amount("p95", unit: "screen points", .lower, "95th percentile of the distance."),
      .amount("max", unit: "screen points", .lower, "Largest distance."),
      .amount("weightedMean", unit: "screen points", .lower, "Mean distance, by weight."),
      .amount("weightedP95", unit: "screen points", .lower, "95th percentile of the distance, by weight."),
    ],
    undefined: [.noPoints, .noWeights, .noSpread],
    cost: "O(n log n)",
    source:
      #"The cluster radius of ELKI, per point; E. Schubert and A. Zimek, "ELKI: a large open-source library "#
      + #"for data analysis", arXiv:1902.03616, 2019."#,
    version: "2")

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    let displacement = Displacement(of: picture)
    let weighted = picture.weights.flatMap { Displacement(of: picture, weights: $0) }
    return values(
      [displacement?.mean, displacement?.p95, displacement?.largest], else: .noPoints,
      [weighted?.mean, weighted?.p95], else: picture.reasonWithoutWeights)
  }
}
