public import Pinfold

/// Two classical indices of compact, well-separated clusters, about the members' means.
///
/// Both depend strongly on the number of clusters and should be shown together with measures that do not.
package struct Scatter: Hashable, Sendable {
  /// Calinski and Harabasz 1974: the ratio of the scatter between clusters, per *K* − 1, to that within, per
  /// *n* − *K*. Nil where the points of every cluster coincide, and unless 2 ≤ *K* ≤ *n* − 1.
  package var calinskiHarabasz: Double?

  /// Davies and Bouldin 1979: the mean over clusters of the worst (*S*_k + *S*_l) / ‖μ_k − μ_l‖, where *S* is
  /// the mean distance from the cluster's mean; pairs with one mean are skipped. Nil unless 2 ≤ *K* ≤ *n* −
  /// 1, and above the limit on the number of clusters.
  package var daviesBouldin: Double?

  /// Computes the indices; a cluster lies where its points are next to their marker, and those beyond a gap
  /// of more than half of the world on the other side of it.
  ///
  /// - Parameters:
  ///   - mostClusters: the limit of Davies and Bouldin's index, which compares all pairs.
  ///   - weights: how often each point counts. Points and clusters without weight are left out, and no factor
  ///     of all weights makes a difference.
  /// - Complexity: O(*n* + *K*²), or O(*n*) above the limit.
  package init(
    of picture: FramePicture, mostClusters: Int = 5000, weights: [Double]? = nil,
    context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let means = ClusterMeans(of: picture, weights: weights)
    let clusters = picture.sizes.indices.filter { means.masses[$0] > 0 }
    let n = Double(weights?.count { $0 > 0 } ?? picture.count)
    let k = Double(clusters.count)
    guard k >= 2, n > k else { return }
    let mass = weights?.reduce(0, +) ?? n
    let x = Self.together(clusters.map { means.x[$0] }, around: picture.worldWidth)
    let y = clusters.map { means.y[$0] }
    // Offsets from the first mean: far from the corner squares of positions would leave no digits.
    let (originX, originY) = (x[0], y[0])
    var (middleX, middleY) = (0.0, 0.0)
    for (place, cluster) in clusters.enumerated() {
      middleX += means.masses[cluster] * (x[place] - originX) / mass
      middleY += means.masses[cluster] * (y[place] - originY) / mass
    }
    var (between, within) = (0.0, 0.0)
    for (place, cluster) in clusters.enumerated() {
      let (east, south) = (x[place] - originX - middleX, y[place] - originY - middleY)
      between += means.masses[cluster] * (east * east + south * south)
      within += means.squares[cluster]
    }
    if within > 0 { calinskiHarabasz = between / (k - 1) / (within / (n - k)) }
    guard clusters.count <= mostClusters else { return }
    let spreads = clusters.map { means.distances[$0] / means.masses[$0] }
    var sum = 0.0
    for first in x.indices {
      try context.check()
      var worst = 0.0
      for second in x.indices where second != first {
        let (east, south) = (x[first] - x[second], y[first] - y[second])
        let distance = (east * east + south * south).squareRoot()
        if distance > 0 { worst = max(worst, (spreads[first] + spreads[second]) / distance) }
      }
      sum += worst
    }
    daviesBouldin = sum / k
  }

  /// Places on a line that repeats, on one side of a gap between them that is wider than half of the period;
  /// as they are where there is none.
  private static func together(_ x: [Double], around period: Double?) -> [Double] {
    guard let period else { return x }
    let sorted = x.sorted()
    guard let end = zip(sorted, sorted.dropFirst()).first(where: { $1 - $0 > period / 2 })?.0 else {
      return x
    }
    return x.map { $0 <= end ? $0 + period : $0 }
  }
}

/// F6: two classical indices of the tightness of clusters against their distances; see ``Scatter``.
public struct ScatterMetric: Metric, Configurable {
  /// The most clusters for which Davies and Bouldin's index is computed.
  public var mostClusters = 5000

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter(
      "mostClusters", \.mostClusters, in: 2...1_000_000, unit: "clusters",
      "Maximum number of clusters for the Davies-Bouldin index, which compares all pairs.")
  ]

  public let about = MetricDescription(
    id: "F6", name: "scatter", summary: "Classical indices of compact, well-separated clusters.",
    formula: """
      Calinski-Harabasz = [B / (K − 1)] / [W / (n − K)] for the sums of squares B between and W within \
      clusters about their means μ; Davies-Bouldin = mean over k of max over l ≠ k of (S_k + S_l) / ‖μ_k − \
      μ_l‖ for the mean distance S to μ. For 2 ≤ K ≤ n − 1. weighted…: in μ, S and sums each point counts as \
      often as its weight says; n and K are of points and clusters with weight.
      """,
    measures: [
      .amount("calinskiHarabasz", .higher, "Scatter between clusters relative to that within."),
      .amount("daviesBouldin", .lower, "Mean similarity to the most similar cluster."),
      .amount(
        "weightedCalinskiHarabasz", .higher, "Scatter between clusters relative to that within, by weight."),
      .amount("weightedDaviesBouldin", .lower, "Mean similarity to the most similar cluster, by weight."),
    ],
    undefined: [.noPoints, .tooFewMarkers, .onlySingles, .noSpread, .tooManyMarkers, .noWeights],
    cost: "O(n + K²)",
    source:
      #"T. Caliński and J. Harabasz, "A dendrite method for cluster analysis", Communications in Statistics "#
      + #"1974; D. L. Davies and D. W. Bouldin, "A cluster separation measure", IEEE TPAMI 1979."#,
    version: "3")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    let scatter = try Scatter(of: picture, mostClusters: mostClusters, context: subject.context)
    let clusters = picture.sizes.count
    let reason: UndefinedReason? =
      picture.count == 0
      ? .noPoints : clusters < 2 ? .tooFewMarkers : clusters >= picture.count ? .onlySingles : nil
    let weighted = try picture.weights.map { (weights) throws(ClusteringError) in
      try Scatter(of: picture, mostClusters: mostClusters, weights: weights, context: subject.context)
    }
    let weightedReason = reason ?? picture.reasonWithoutWeights
    return values(
      .number(scatter.calinskiHarabasz, else: reason ?? .noSpread),
      .number(scatter.daviesBouldin, else: reason ?? .tooManyMarkers),
      .number(weighted?.calinskiHarabasz, else: weightedReason),
      .number(
        weighted?.daviesBouldin,
        else: weighted != nil && clusters > mostClusters ? .tooManyMarkers : weightedReason))
  }
}
