public import Pinfold

/// The simplified silhouette: how much nearer points are to their own marker than to any other.
package struct SimplifiedSilhouette: Hashable, Sendable {
  /// The mean over points of (*b* − *a*) / max(*a*, *b*): *a* is the distance to the point's own marker, *b*
  /// to the nearest other; 0 for a point alone in its cluster, and where both are 0.
  package var mean: Double

  /// Nil where points have no weights, or all are 0.
  package var weightedMean: Double?

  /// Computes the measures, by the short way around; nil without points and for fewer than two markers.
  ///
  /// - Complexity: O((*n* + *K*) log *K*).
  package init?(of picture: FramePicture, context: RunContext = RunContext()) throws(ClusteringError) {
    let markers = picture.markers
    guard picture.count > 0, markers.discs.count > 1 else { return nil }
    let tree = try KDTree(
      x: markers.discs.map(\.x), y: markers.discs.map(\.y), period: markers.period, check: context.check)
    let squares = picture.squaredDistancesToMarkers
    var (sum, weightedSum) = (0.0, 0.0)
    for (point, label) in picture.labels.enumerated() where picture.sizes[Int(label)] > 1 {
      if point % 4096 == 0 { try context.check() }
      var nearest = NearestSearch(excluding: UInt32(exactly: label))
      tree.search(x: picture.x[point], y: picture.y[point], &nearest)
      let (own, other) = (squares[point].squareRoot(), nearest.squaredDistance.squareRoot())
      guard own > 0 || other > 0 else { continue }
      let score = (other - own) / max(own, other)
      sum += score
      if let weights = picture.weights { weightedSum += weights[point] * score }
    }
    mean = sum / Double(picture.count)
    if let all = picture.weights?.reduce(0, +), all > 0 { weightedMean = weightedSum / all }
  }
}

/// F4: how much nearer points are to their own marker than to any other; see ``SimplifiedSilhouette``.
public struct SimplifiedSilhouetteMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "F4", name: "simplified-silhouette",
    summary: "How much nearer points are to their own marker than to others.",
    formula: """
      a = ‖s_i − m_c(i)‖, b = min over l ≠ c(i) of ‖s_i − m_l‖; mean of (b − a) / max(a, b), 0 if alone or \
      both are 0. weightedMean: each point counts as often as its weight says.
      """,
    measures: [
      .score("mean", .higher, "Mean over all points."),
      .score("weightedMean", .higher, "Mean over all points, by weight."),
    ],
    undefined: [.noPoints, .tooFewMarkers, .noWeights, .noSpread],
    cost: "O((n + K) log K)",
    source:
      #"E. R. Hruschka, L. N. de Castro and R. J. G. B. Campello, "Evolutionary algorithms for clustering "#
      + #"gene-expression data", ICDM 2004; SimplifiedSilhouette of ELKI, E. Schubert and A. Zimek, "ELKI: a "#
      + #"large open-source library for data analysis", arXiv:1902.03616, 2019."#,
    version: "2")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    let silhouette = try SimplifiedSilhouette(of: picture, context: subject.context)
    let reason: UndefinedReason = picture.count == 0 ? .noPoints : .tooFewMarkers
    return values(
      .number(silhouette?.mean, else: reason),
      .number(silhouette?.weightedMean, else: silhouette == nil ? reason : picture.reasonWithoutWeights))
  }
}
