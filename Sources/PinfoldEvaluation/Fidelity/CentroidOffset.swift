public import Pinfold

/// The distances of markers from the means of their points, whatever the size of the clusters.
package struct CentroidOffset: Hashable, Sendable {
  package var mean: Double
  package var largest: Double

  /// Measures distances; nil without points, and where all weights are 0.
  ///
  /// - Parameter weights: how often each point counts, in means too; once without them.
  package init?(of picture: FramePicture, weights: [Double]? = nil) {
    let means = ClusterMeans(of: picture, weights: weights)
    var (sum, mass, largest) = (0.0, 0.0, 0.0)
    for (cluster, marker) in picture.markers.discs.enumerated() where means.masses[cluster] > 0 {
      let (east, south) = (marker.x - means.x[cluster], marker.y - means.y[cluster])
      let offset = (east * east + south * south).squareRoot()
      sum += means.masses[cluster] * offset
      mass += means.masses[cluster]
      largest = max(largest, offset)
    }
    guard mass > 0 else { return nil }
    mean = sum / mass
    self.largest = largest
  }
}

/// F3: the distances of markers from the means of their points; see ``CentroidOffset``.
public struct CentroidOffsetMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "F3", name: "centroid-offset", summary: "How far markers are from the mean of their points.",
    formula: "e_k = ‖m_k − μ_k‖ for the mean μ_k of the members: Σ |C_k| e_k / n, and max e_k. "
      + "weightedMean: μ_k and the sum by weights.",
    measures: [
      .amount("mean", unit: "screen points", .lower, "Mean distance, by points."),
      .amount("max", unit: "screen points", .lower, "Largest distance."),
      .amount("weightedMean", unit: "screen points", .lower, "Mean distance from weighted means, by weight."),
    ],
    undefined: [.noPoints, .noWeights, .noSpread],
    cost: "O(n)", source: "Defined here; the defect is elastic/elasticsearch issue 77215.",
    version: "2")

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    let offset = CentroidOffset(of: picture)
    let weighted = picture.weights.flatMap { CentroidOffset(of: picture, weights: $0) }
    return values(
      [offset?.mean, offset?.largest], else: .noPoints, [weighted?.mean],
      else: picture.reasonWithoutWeights)
  }
}
