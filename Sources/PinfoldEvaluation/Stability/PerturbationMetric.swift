public import Pinfold

/// S5: whether small changes of the data change little of the clusters; see ``Perturbation``.
///
/// The strategy is run on all points, changed, and its clusters in the frame's view are compared with the frame's, on the
/// points that both show.
public struct PerturbationMetric: Metric, Configurable {
  /// How often each change is tried, with other random numbers.
  public var replicates = 20

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("replicates", \.replicates, in: 1...10_000, unit: "runs", "How often each change is tried.")
  ]

  private static let trials: [(name: String, help: String, perturbation: Perturbation)] = [
    ("jitter1", "points moved by about 1 screen point", .jitter(1)),
    ("jitterQuarter", "points moved by about a quarter of a screen point", .jitter(0.25)),
    ("jitter4", "points moved by about 4 screen points", .jitter(4)),
    ("dropout1", "1 % of the points gone", .dropout(0.01)),
    ("dropout5", "5 % of the points gone", .dropout(0.05)),
    ("dropout20", "20 % of the points gone", .dropout(0.2)),
    ("outlier", "one point more, anywhere in the world", .outlier),
  ]

  public var about: MetricDescription {
    MetricDescription(
      id: "S5", name: "robustness", summary: "Whether small changes of the data change little.",
      formula: """
        mean over seeded replicates of B-cubed F1 between the frame and that of changed data, on common points: \
        jitter by 0.25, 1 and 4 screen points of standard deviation along each axis; dropout of 1, 5 and 20 %; one \
        outlier more. …Rand: the adjusted Rand index of the same.
        """,
      measures: Self.trials.map {
        MeasureDescription($0.name, in: 0...1, better: .higher, "B-cubed F1 with \($0.help).")
      }
        + Self.trials.map {
          MeasureDescription($0.name + "Rand", in: -1...1, better: .higher, "Rand index with \($0.help).")
        },
      reruns: true, undefined: [.needsClusterer, .noPoints],
      cost: "O(n) and a build for each of 7 × replicates runs",
      source: "Hennig 2007, the schemes of the R package fpc.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    guard let clusterer = subject.clusterer else { return undefined(for: .needsClusterer) }
    let labels = subject.frame.labels
    guard labels.contains(where: { $0 >= 0 }) else { return undefined(for: .noPoints) }
    var random = SplitMix64(seed: subject.seed)
    var values: [String: MeasuredValue] = [:]
    for trial in Self.trials {
      var similarities: [Double] = []
      var indices: [Double] = []
      for _ in 0..<replicates {
        try subject.context.check()
        let changed = try rerun(subject, clusterer, trial.perturbation, &random)
        let table = Contingency(changed.points.map { labels[$0] }, Array(changed.labels))
        guard table.count > 0 else { continue }
        similarities.append(BCubed(table).f1)
        indices.append(table.adjustedRandIndex)
      }
      values[trial.name] = .number(Quantile.mean(of: similarities), else: .noPoints)
      values[trial.name + "Rand"] = .number(Quantile.mean(of: indices), else: .noPoints)
    }
    return values
  }

  /// The clusters of changed data: which points of the set are left, and the cluster of each.
  private func rerun(
    _ subject: MetricSubject, _ clusterer: Clusterer, _ perturbation: Perturbation,
    _ random: inout SplitMix64
  ) throws(ClusteringError) -> (points: [Int], labels: ArraySlice<Int32>) {
    let (points, view) = (subject.frame.points, subject.frame.view)
    let changed = points.perturbed(by: perturbation, unit: view.unitsPerPoint, random: &random)
    let set: PointSet
    do {
      set = try PointSet(changed.columns, projection: points.projection)
    } catch {
      throw .points(error)
    }
    let map = try clusterer.build(set, context: subject.context)
    let frame = try map.frame(for: view.viewport, context: subject.context)
    return (changed.points, frame.labelsByRow.prefix(changed.points.count))
  }
}
