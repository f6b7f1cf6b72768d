import Pinfold

/// The number and the weight of some points, and of those among them that have a property.
package struct PointShare: Hashable, Sendable {
  package private(set) var count = 0
  private var hits = 0
  private var mass = 0.0
  private var hitMass = 0.0

  /// Counts points that are shown.
  ///
  /// - Parameter isHit: whether a point has the property; nil for one that does not count.
  init(labels: [Int32], weights: [Double]?, where isHit: (_ point: Int) -> Bool?) {
    for (point, label) in labels.enumerated() where label >= 0 {
      guard let isHit = isHit(point) else { continue }
      count += 1
      if isHit { hits += 1 }
      guard let weight = weights?[point] else { continue }
      mass += weight
      if isHit { hitMass += weight }
    }
  }

  /// Nil where no point counts.
  package var share: Double? { count == 0 ? nil : Double(hits) / Double(count) }

  /// Nil without weights, and where they are 0.
  package var weightedShare: Double? { mass > 0 ? hitMass / mass : nil }
}

extension Metric {
  /// The values of a metric of near neighbors: a share of points, their number, and the share by weight.
  ///
  /// Neighbors are sought among all points of the point set, whatever their group.
  ///
  /// - Parameter share: counts points by the labels, the graph of nearest neighbors, a distance in its units
  ///   and the weights.
  func values(
    _ subject: MetricSubject, within distance: Double,
    _ share: ([Int32], NeighborGraph, Double, [Double]?) -> PointShare
  ) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let (frame, weights) = (subject.frame, subject.frame.points.weight)
    let graph = try NeighborCache.shared.graph(of: frame.points, context: subject.context)
    let points = share(frame.labels, graph, frame.view.units(fromPoints: distance), weights)
    return values(
      [points.share, Double(points.count)], else: .noPoints, [points.weightedShare],
      else: .withoutWeights(weights, of: points.count))
  }
}
