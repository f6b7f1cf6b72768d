public import Pinfold

/// A small change of the data that should change little in the frame.
enum Perturbation: Sendable {
  /// Every point moves by a normally distributed distance of this deviation along each axis, in screen
  /// points.
  case jitter(Double)

  /// Every point is dropped with this chance.
  case dropout(Double)

  /// One point more, anywhere in the world.
  case outlier
}

extension PointSet {
  /// Returns the changed points, as columns, and the point of this set that each row is; later rows are new.
  ///
  /// - Parameters:
  ///   - unit: fixed-point units in a screen point.
  ///   - random: the generator, for the points in canonical order.
  func perturbed(
    by perturbation: Perturbation, unit: Double, random: inout SplitMix64
  ) -> (columns: PointColumns, points: [Int]) {
    switch perturbation {
    case .jitter(let deviation):
      let all = Array(0..<count)
      var columns = columns(in: all)
      for point in all {
        let place = moved(
          point, east: random.bell() * deviation * unit, south: random.bell() * deviation * unit)
        columns.move(row: point, to: projection.unproject(place))
      }
      return (columns, all)
    case .dropout(let chance):
      let kept = (0..<count).filter { _ in random.unit() >= chance }
      return (columns(in: kept), kept)
    case .outlier:
      let all = Array(0..<count)
      guard count > 0 else { return (columns(in: all), all) }
      // A copy of the first point, elsewhere and with an id of its own.
      var columns = columns(in: all + [0])
      let place = WorldPoint(
        x: UInt32(truncatingIfNeeded: random.next() >> 32), y: UInt32(truncatingIfNeeded: random.next() >> 32)
      )
      columns.move(row: count, to: projection.unproject(place))
      columns.ids = ids.appending(freeID)
      return (columns, all)
    }
  }

  private func moved(_ point: Int, east: Double, south: Double) -> WorldPoint {
    let limit: Int64 = 1 << 32
    let place = position(point)
    func clamped(_ value: Int64) -> Int64 { max(0, min(value, limit - 1)) }
    let x = Int64(place.x) + Int64(east.rounded())
    let y = clamped(Int64(place.y) + Int64(south.rounded()))
    return WorldPoint(x: UInt32(truncatingIfNeeded: projection.wraps ? x : clamped(x)), y: UInt32(y))
  }

  /// An id that no point has, of the kind that the others have, so that their order stays.
  private var freeID: PointID {
    var number = Int64(count)
    while true {
      let id: PointID = if case .integers = ids { .integer(number) } else { .text("outlier \(number)") }
      if index(of: id) == nil { return id }
      number += 1
    }
  }
}

extension PointIDs {
  fileprivate func appending(_ id: PointID) -> PointIDs {
    switch (self, id) {
    case (.integers(let values), .integer(let value)): .integers(values + [value])
    case (.texts(let values), .text(let value)): .texts(values + [value])
    default: PointIDs((0..<count).map { self[$0] } + [id])
    }
  }
}

/// S5: whether small changes of the data change little of the clusters; see ``Perturbation``.
///
/// The strategy is run on all points, changed, and its clusters in the frame's view are compared with the
/// frame's, on the points that both show.
public struct PerturbationMetric: Metric, Configurable {
  /// The number of times that each change is tried, with other random numbers.
  public var replicates = 20

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter(
      "replicates", \.replicates, in: 1...10_000, unit: "runs", "Number of repetitions of each change.")
  ]

  private static let trials: [(name: String, help: String, perturbation: Perturbation)] = [
    ("jitter1", "points moved by about 1 screen point", .jitter(1)),
    ("jitterQuarter", "points moved by about a quarter of a screen point", .jitter(0.25)),
    ("jitter4", "points moved by about 4 screen points", .jitter(4)),
    ("dropout1", "1 % of the points removed", .dropout(0.01)),
    ("dropout5", "5 % of the points removed", .dropout(0.05)),
    ("dropout20", "20 % of the points removed", .dropout(0.2)),
    ("outlier", "one additional point anywhere in the world", .outlier),
  ]

  public let about = MetricDescription(
    id: "S5", name: "robustness", summary: "Whether small changes of the data have small effects.",
    formula: """
      mean over seeded replicates of B-cubed F1 between the frame and that of changed data, on common \
      points: jitter by 0.25, 1 and 4 screen points of standard deviation along each axis; dropout of 1, 5 \
      and 20 %; one outlier more. …Rand: the adjusted Rand index of the same. …Error: the standard error of the mean, \
      sd / √m over the m replicates.
      """,
    measures: Self.trials.map { .share($0.name, .higher, "B-cubed F1 with \($0.help).") }
      + Self.trials.map { .score($0.name + "Rand", .higher, "Rand index with \($0.help).") }
      + Self.trials.map {
        .share($0.name + "Error", .descriptive, "Standard error of B-cubed F1 with \($0.help).")
      },
    reruns: true, undefined: [.needsClusterer, .noPoints, .tooFewRuns],
    cost: "O(n) and a build for each of 7 × replicates runs",
    source:
      #"C. Hennig, "Cluster-wise assessment of cluster stability", Computational Statistics & Data Analysis "#
      + "2007: the schemes of the R package fpc.", version: "2")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    guard let clusterer = subject.clusterer else { return undefined(for: .needsClusterer) }
    let labels = subject.frame.labels
    guard labels.contains(where: { $0 >= 0 }) else { return undefined(for: .noPoints) }
    var random = SplitMix64(seed: subject.seed)
    var (means, randIndices, errors): ([MeasuredValue], [MeasuredValue], [MeasuredValue]) = ([], [], [])
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
      means.append(.number(Quantile.mean(of: similarities), else: .noPoints))
      randIndices.append(.number(Quantile.mean(of: indices), else: .noPoints))
      errors.append(
        .number(
          Quantile.standardError(of: similarities), else: similarities.isEmpty ? .noPoints : .tooFewRuns))
    }
    return values(means + randIndices + errors)
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
