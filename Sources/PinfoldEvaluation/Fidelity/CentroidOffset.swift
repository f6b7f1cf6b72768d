public import Pinfold

/// The distances of markers from the means of their points, whatever the size of the clusters.
package struct CentroidOffset: Hashable, Sendable {
  /// The mean distance, each point counted once.
  package var mean: Double

  /// The largest distance.
  package var largest: Double

  /// Measures distances; nil without points.
  ///
  /// - Complexity: O(*n*).
  package init?(of picture: FramePicture) {
    guard picture.count > 0 else { return nil }
    let means = ClusterMeans(of: picture)
    var sum = 0.0
    var largest = 0.0
    for (cluster, marker) in picture.markers.discs.enumerated() where picture.sizes[cluster] > 0 {
      let (east, south) = (marker.x - means.x[cluster], marker.y - means.y[cluster])
      let offset = (east * east + south * south).squareRoot()
      sum += Double(picture.sizes[cluster]) * offset
      largest = max(largest, offset)
    }
    mean = sum / Double(picture.count)
    self.largest = largest
  }
}

/// F3: the distances of markers from the means of their points; see ``CentroidOffset``.
public struct CentroidOffsetMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  static let mean = Measure(
    "mean", in: 0...(.infinity), unit: "screen points", better: .lower, "Mean distance, by points.")
  static let largest = Measure(
    "max", in: 0...(.infinity), unit: "screen points", better: .lower, "Largest distance.")

  public var about: MetricDescription {
    MetricDescription(
      id: "F3", name: "centroid-offset", summary: "How far markers stand from the middle of their points.",
      formula: "e_k = ‖m_k − μ_k‖ for the mean μ_k of the members: Σ |C_k| e_k / n, and max e_k.",
      measures: [Self.mean, Self.largest],
      undefined: [.noPoints],
      cost: "O(n)", source: "Defined here; the defect is elastic/elasticsearch issue 77215.")
  }

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    let offset = CentroidOffset(of: subject.picture)
    return [
      Self.mean: .number(offset?.mean, else: .noPoints),
      Self.largest: .number(offset?.largest, else: .noPoints),
    ]
  }
}
