public import Pinfold

/// F6: two classical indices of how tight clusters are against how far apart; see ``Scatter``.
public struct ScatterMetric: Metric, Configurable {
  /// The most clusters for which Davies and Bouldin's index is computed.
  public var mostClusters = 5000

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter(
      "mostClusters", \.mostClusters, in: 2...1_000_000, unit: "clusters",
      "Most clusters for the Davies-Bouldin index, which compares all pairs.")
  ]

  public var about: MetricDescription {
    MetricDescription(
      id: "F6", name: "scatter", summary: "Classical indices: tight clusters far apart.",
      formula: """
        Calinski-Harabasz = [B / (K − 1)] / [W / (n − K)] for the sums of squares B between and W within clusters \
        about their means μ; Davies-Bouldin = mean over k of max over l ≠ k of (S_k + S_l) / ‖μ_k − μ_l‖ for the mean \
        distance S to μ. For 2 ≤ K ≤ n − 1.
        """,
      measures: [
        MeasureDescription(
          "calinskiHarabasz", in: 0...(.infinity), better: .higher, "Scatter between against within."),
        MeasureDescription(
          "daviesBouldin", in: 0...(.infinity), better: .lower, "Mean likeness to the most alike cluster."),
      ],
      undefined: [.noPoints, .tooFewMarkers, .onlySingles, .noSpread, .tooManyMarkers],
      cost: "O(n + K²)", source: "Calinski and Harabasz 1974; Davies and Bouldin 1979.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let picture = subject.picture
    let scatter = try Scatter(of: picture, mostClusters: mostClusters, context: subject.context)
    let clusters = picture.sizes.count
    let reason: UndefinedReason? =
      picture.count == 0
      ? .noPoints : clusters < 2 ? .tooFewMarkers : clusters >= picture.count ? .onlySingles : nil
    return [
      "calinskiHarabasz": .number(scatter.calinskiHarabasz, else: reason ?? .noSpread),
      "daviesBouldin": .number(scatter.daviesBouldin, else: reason ?? .tooManyMarkers),
    ]
  }
}
