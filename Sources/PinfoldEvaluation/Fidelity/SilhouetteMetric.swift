public import Pinfold

/// F5: how much nearer points are to their own cluster than to others, in three forms that must not be mixed; see
/// ``Silhouette`` and ``SquaredSilhouette``.
public struct SilhouetteMetric: Metric, Configurable {
  /// How many points to draw.
  public var sample = 1000

  /// The most points for which the exact form is computed.
  public var exactLimit = 20_000

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("sample", \.sample, in: 2...1_000_000, unit: "points", "Points drawn for the sampled form."),
    Parameter(
      "exactLimit", \.exactLimit, in: 0...1_000_000, unit: "points", "Most points for the exact form."),
  ]

  public var about: MetricDescription {
    func score(_ name: String, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: -1...1, better: .higher, help)
    }
    return MetricDescription(
      id: "F5", name: "silhouette",
      summary: "How much nearer points are to their own cluster than to others.",
      formula: """
        a = mean distance to the own cluster's other points, b = least mean distance to another cluster's; mean of \
        (b − a) / max(a, b), 0 if alone or both are 0. Sampled: over points drawn without repetition, each against \
        all points; error = sd / √m. Exact: over all points. Squared: with squared distances, over all points.
        """,
      measures: [
        score("sampled", "Mean over the points drawn."),
        MeasureDescription(
          "error", in: 0...(.infinity), better: .descriptive, "Standard error of the sampled form."),
        score("exact", "Mean over all points; undefined for too many."),
        score("squared", "Mean over all points, of squared distances."),
      ],
      undefined: [.noPoints, .tooFewMarkers, .tooManyPoints],
      cost: "O(m n) for m points drawn; exact O(n²); squared O((n + K) log K)",
      source: "Rousseeuw 1987; Apache Spark's SquaredEuclideanSilhouette.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let picture = subject.picture
    let context = subject.context
    let reason: UndefinedReason = picture.count == 0 ? .noPoints : .tooFewMarkers
    let sampled = try Silhouette(of: picture, sample: sample, seed: subject.seed, context: context)
    var exact = MeasuredValue.undefined(.tooManyPoints)
    if picture.count <= exactLimit {
      exact = .number(try Silhouette(of: picture, context: context)?.mean, else: reason)
    }
    return [
      "sampled": .number(sampled?.mean, else: reason), "exact": exact,
      "error": .number(sampled?.standardError, else: reason),
      "squared": .number(try SquaredSilhouette(of: picture, context: context)?.mean, else: reason),
    ]
  }
}
