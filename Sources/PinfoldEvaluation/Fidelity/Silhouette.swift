public import Pinfold

/// The silhouette (Rousseeuw 1987): how much nearer points are to their own cluster's points than to others.
///
/// For each point *a* is the mean distance to the other points of its cluster and *b* the least mean distance
/// to those of another cluster, by the short way around; its score is (*b* − *a*) / max(*a*, *b*), and 0 for
/// a point alone and where both are 0.
package struct Silhouette: Hashable, Sendable {
  package var mean: Double

  /// That of the mean as an estimate for all points, with the correction for a finite population; nil for
  /// fewer than two points drawn.
  package var standardError: Double?

  /// The mean over all points.
  init(ofAll scores: [Double]) {
    mean = scores.reduce(0, +) / Double(scores.count)
    standardError = 0
  }

  /// The score of every point; nil without points and for fewer than two clusters of any weight.
  ///
  /// - Complexity: O(*n*²).
  static func scores(
    of picture: FramePicture, weights: [Double]? = nil, context: RunContext
  ) throws(ClusteringError) -> [Double]? {
    let points = PointsByCluster(picture, weights: weights)
    guard points.clusterCount > 1 else { return nil }
    return try points.scores(of: 0..<picture.count, context: context)
  }

  /// An estimate from some points drawn without repetition, each judged against all points.
  ///
  /// Judging a sample against itself would be biased where clusters are small.
  ///
  /// - Parameters:
  ///   - sample: the number of points to draw, at least 1; all where there are fewer.
  ///   - seed: the seed of the draw.
  ///   - known: the scores of all points, where they are known already.
  /// - Complexity: O(*m* *n*), where *m* is the number of points drawn; less where clusters lie apart.
  package init?(
    of picture: FramePicture, sample: Int, seed: UInt64, known: [Double]? = nil,
    context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let drawn = try Self.drawn(sample, of: picture, seed: seed, known: known, context: context)
    guard let scores = drawn?.scores else { return nil }
    let count = Double(scores.count)
    let mean = scores.reduce(0, +) / count
    let squares = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.mean = mean
    // A sample of a finite population errs less, and one of all of it not at all.
    let rest = 1 - count / Double(picture.count)
    standardError = scores.count > 1 ? (squares / (count - 1) / count * rest).squareRoot() : nil
  }

  /// An estimate of the mean score by weights, from the points that ``init(of:sample:seed:known:context:)``
  /// draws; exact where it draws all.
  ///
  /// Distances are weighted too: *a* is the mean distance to the other points by their weights, and *b* the
  /// least mean distance by weights to another cluster's points. No factor of all weights makes a difference.
  ///
  /// - Returns: nil where no two clusters, or none of the points drawn, have weight.
  package static func weightedMean(
    of picture: FramePicture, weights: [Double], sample: Int, seed: UInt64, known: [Double]? = nil,
    context: RunContext = RunContext()
  ) throws(ClusteringError) -> Double? {
    let drawn = try drawn(
      sample, of: picture, weights: weights, seed: seed, known: known, context: context)
    return drawn.flatMap { drawn in
      Quantile.mean(of: drawn.scores, weights: drawn.points.map { weights[$0] })
    }
  }

  /// Points drawn without repetition, with their scores; nil for fewer than two clusters of any weight.
  private static func drawn(
    _ sample: Int, of picture: FramePicture, weights: [Double]? = nil, seed: UInt64, known: [Double]?,
    context: RunContext
  ) throws(ClusteringError) -> (points: ArraySlice<Int>, scores: [Double])? {
    let points = PointsByCluster(picture, weights: weights)
    guard points.clusterCount > 1 else { return nil }
    var random = SplitMix64(seed: seed)
    let drawn = random.drawn(sample, of: picture.count)
    guard let known else { return (drawn, try points.scores(of: drawn, context: context)) }
    return (drawn, drawn.map { known[$0] })
  }
}

extension SplitMix64 {
  /// Numbers of 0..<`count` without repetition, `sample` of them or all (Fisher and Yates, from the first
  /// index up).
  fileprivate mutating func drawn(_ sample: Int, of count: Int) -> ArraySlice<Int> {
    var numbers = Array(0..<count)
    let sample = min(sample, count)
    for place in 0..<sample { numbers.swapAt(place, place + below(count - place)) }
    return numbers[..<sample]
  }
}

/// F5: how much nearer points are to their own cluster than to others, in three forms that must not be mixed;
/// see ``Silhouette`` and ``SquaredSilhouette``.
public struct SilhouetteMetric: Metric, Configurable {
  /// The number of points to draw.
  public var sample = 1000

  /// The most points for which the exact form is computed: on more it takes longer than all other metrics
  /// together, and the sampled form is within its standard error.
  public var exactLimit = 2000

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("sample", \.sample, in: 2...1_000_000, unit: "points", "Points drawn for the sampled form."),
    Parameter(
      "exactLimit", \.exactLimit, in: 0...1_000_000, unit: "points",
      "Maximum number of points for the exact form."),
  ]

  public let about = MetricDescription(
    id: "F5", name: "silhouette",
    summary: "How much nearer points are to their own cluster than to others.",
    formula: """
      a = mean distance to the own cluster's other points, b = least mean distance to another cluster's; \
      mean of (b − a) / max(a, b), 0 if alone or both are 0. Sampled: over points drawn without \
      repetition, each against all points; error = sd / √m · √(1 − m/n). Exact: over all points. Squared: with squared \
      distances, over all points. weighted…: in all means, those of distances too, each point counts as often \
      as its weight says.
      """,
    measures: [
      .score("sampled", .higher, "Mean over the points drawn."),
      .amount("error", .descriptive, "Standard error of the sampled form."),
      .score("exact", .higher, "Mean over all points; undefined for too many."),
      .score("squared", .higher, "Mean over all points, of squared distances."),
      .score("weightedSampled", .higher, "Mean over the points drawn, by weight."),
      .score("weightedExact", .higher, "Mean over all points, by weight; undefined for too many."),
      .score("weightedSquared", .higher, "Mean over all points, of squared distances, by weight."),
    ],
    undefined: [.noPoints, .tooFewMarkers, .tooManyPoints, .noWeights, .noSpread],
    cost: "O(m n) for m points drawn; exact O(n²); squared O((n + K) log K)",
    source:
      #"P. J. Rousseeuw, "Silhouettes: a graphical aid to the interpretation and validation of cluster "#
      + #"analysis", Journal of Computational and Applied Mathematics 1987; Apache Spark's "#
      + "SquaredEuclideanSilhouette.", version: "4")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let picture = subject.picture
    let context = subject.context
    let reason: UndefinedReason = picture.count == 0 ? .noPoints : .tooFewMarkers
    let isExact = picture.count <= exactLimit
    let all = isExact ? try Silhouette.scores(of: picture, context: context) : nil
    let sampled = try Silhouette(
      of: picture, sample: sample, seed: subject.seed, known: all, context: context)
    let exact = all.map { Silhouette(ofAll: $0).mean }
    var (weightedSampled, weightedExact, weightedSquared): (Double?, Double?, Double?)
    if let weights = picture.weights, sampled != nil {
      let all = isExact ? try Silhouette.scores(of: picture, weights: weights, context: context) : nil
      weightedExact = all.flatMap { Quantile.mean(of: $0, weights: weights) }
      weightedSampled = try Silhouette.weightedMean(
        of: picture, weights: weights, sample: sample, seed: subject.seed, known: all, context: context)
      weightedSquared = try SquaredSilhouette(of: picture, weights: weights, context: context)?.mean
    }
    let weightedReason = sampled == nil ? reason : picture.reasonWithoutWeights
    return values(
      .number(sampled?.mean, else: reason), .number(sampled?.standardError, else: reason),
      .number(exact, else: isExact ? reason : .tooManyPoints),
      .number(try SquaredSilhouette(of: picture, context: context)?.mean, else: reason),
      .number(weightedSampled, else: weightedReason),
      .number(
        weightedExact,
        else: isExact || sampled == nil || picture.weights == nil ? weightedReason : .tooManyPoints),
      .number(weightedSquared, else: weightedReason))
  }
}
