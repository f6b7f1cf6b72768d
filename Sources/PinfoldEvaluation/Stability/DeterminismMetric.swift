public import Pinfold
import Platform

/// S1: whether a strategy returns the same frame for a view every time.
///
/// It is run again on the same points, on the points in other orders with their ids carried along, and on
/// other numbers of threads. Every other repetition queries the first index once more, so that an index with
/// memory is found out as well. Frames are compared by ``Frame/canonicalHashes``.
public struct DeterminismMetric: Metric, Configurable {
  /// The number of runs on the same points.
  public var repeats = 5

  /// The number of orders of the input besides the given one.
  public var permutations = 5

  /// The largest number of threads; 0 for as many as the machine has processors.
  public var threads = 0

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("repeats", \.repeats, in: 2...1000, unit: "runs", "Runs on the same points."),
    Parameter("permutations", \.permutations, in: 1...1000, unit: "orders", "Other orders of the input."),
    Parameter(
      "threads", \.threads, in: 0...1024, "Largest number of threads; 0 for the machine's processors."),
  ]

  public let about = MetricDescription(
    id: "S1", name: "determinism", summary: "Whether the same points and view give the same frame.",
    formula: """
      identical rate = Σ_h v_h (v_h − 1) / R (R − 1) over the frequencies v_h of the R frames' canonical \
      SHA-256 (members ascending by id, clusters by smallest member, positions to 1/256 screen point); \
      over all frames, and over repeats, input orders and thread counts each with the first frame.
      """,
    measures: [
      .share("identical", .higher, "Share of pairs of runs with equal hashes."),
      .share("repeats", .higher, "The same for repeated runs."),
      .share("permutations", .higher, "The same for orders of the input."),
      .share("threads", .higher, "The same for numbers of threads; undefined where only one can be tried."),
      .share("exact", .higher, "As identical, with exact positions."),
      Measure("distinct", in: 1...(.infinity), unit: "frames", better: .lower, "Different hashes."),
      .share("similarity", .higher, "Mean B-cubed F1 of all pairs of runs; 1 where all are identical."),
      .amount(
        "drift", unit: "screen points", .lower,
        "Greatest distance of a marker from its counterpart in another run."),
    ],
    reruns: true, undefined: [.needsClusterer, .tooFewRuns],
    cost: "O(n log n) and a build for each run",
    source: "Defined here; mapbox/supercluster issue 139, Leaflet.markercluster issue 55.")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    guard let clusterer = subject.clusterer else { return undefined(for: .needsClusterer) }
    let trials = Trials(subject: subject, clusterer: clusterer)
    let repeated = try trials.repeated(repeats)
    let permuted = try trials.permuted(permutations)
    let threaded = try trials.threaded(upTo: threads == 0 ? Processors.count : threads)
    let all = repeated + permuted + threaded
    func rate(_ traces: [FrameTrace]) -> MeasuredValue {
      .number(Digest.identicalRate(of: traces.map(\.hashes.screen)), else: .tooFewRuns)
    }
    let spread = try trials.spread(of: all)
    return values(
      rate(all), rate(repeated), rate([repeated[0]] + permuted), rate([repeated[0]] + threaded),
      .number(Digest.identicalRate(of: all.map(\.hashes.exact)), else: .tooFewRuns),
      .count(Set(all.map(\.hashes.screen)).count), .number(spread.similarity), .number(spread.drift))
  }
}

private struct Trials {
  let subject: MetricSubject
  let clusterer: Clusterer

  private var points: PointSet { subject.frame.points }

  private func map(of points: PointSet, threads: Int = 1) throws(ClusteringError) -> ClusterMap {
    try clusterer.build(points, context: subject.context.withThreads(threads))
  }

  private func trace(_ map: ClusterMap, threads: Int = 1) throws(ClusteringError) -> FrameTrace {
    FrameTrace(try map.frame(for: subject.frame.view.viewport, context: subject.context.withThreads(threads)))
  }

  func repeated(_ count: Int) throws(ClusteringError) -> [FrameTrace] {
    let first = try map(of: points)
    return try (0..<count).map { (run) throws(ClusteringError) in
      try trace(run == 0 || run % 2 == 1 ? first : try map(of: points))
    }
  }

  func permuted(_ count: Int) throws(ClusteringError) -> [FrameTrace] {
    var random = SplitMix64(seed: subject.seed)
    return try (0..<count).map { (_) throws(ClusteringError) in
      let shuffled = points.remade(points.columns(in: random.shuffled(0..<points.count)))
      return try trace(try map(of: shuffled))
    }
  }

  /// Two threads and the most, without those that equal one thread.
  func threaded(upTo most: Int) throws(ClusteringError) -> [FrameTrace] {
    let counts = Set([2, most]).filter { $0 > 1 && $0 <= most }
    return try counts.sorted().map { (threads) throws(ClusteringError) in
      try trace(try map(of: points, threads: threads), threads: threads)
    }
  }

  /// The mean similarity of all pairs of runs, and the largest drift in screen points.
  func spread(of traces: [FrameTrace]) throws(ClusteringError) -> (similarity: Double, drift: Double) {
    var similarities: [Double] = []
    var drift = 0.0
    for (place, first) in traces.enumerated() {
      for second in traces[(place + 1)...] {
        try subject.context.check()
        if first.hashes.exact == second.hashes.exact {
          similarities.append(1)
          continue
        }
        let table = Contingency(first.labels, second.labels)
        similarities.append(BCubed(table).f1)
        drift = max(drift, first.drift(to: second, table, on: points.projection))
      }
    }
    return (Quantile.mean(of: similarities) ?? 1, drift / subject.frame.view.unitsPerPoint)
  }
}

/// The part of a frame that is kept to compare it with others: small, so that many fit in memory.
struct FrameTrace {
  let hashes: FrameHashes
  let labels: [Int32]
  let positions: [WorldPoint]

  init(_ frame: Frame) {
    hashes = frame.canonicalHashes
    labels = frame.labels
    positions = frame.positions
  }

  /// The largest distance of a marker from the marker of the other trace with which it shares the most
  /// points, in fixed-point units.
  func drift(to other: FrameTrace, _ table: Contingency, on projection: Projection) -> Double {
    var best = [Contingency.Cell?](repeating: nil, count: table.firstSizes.count)
    for cell in table.cells where cell.count > best[cell.first]?.count ?? 0 { best[cell.first] = cell }
    let squares = best.compactMap { $0 }.map {
      projection.squaredDistance(positions[$0.first], other.positions[$0.second])
    }
    return Double(squares.max() ?? 0).squareRoot()
  }
}

package enum Processors {
  /// The number of active processors of the machine, at least 1.
  package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
