public import Pinfold
public import PinfoldDefinitions
public import PinfoldEvaluation

/// Measures the time and memory of strategies.
///
/// Builds and queries of all strategies are interleaved in a seeded random order, so that other load on the
/// machine affects all equally; the first of each is a warm-up and not counted. Nothing runs concurrently,
/// except a build's own threads. An index that defers a part of its build is completed first, so that no
/// query includes that time.
public struct Bench: Sendable {
  /// The points.
  public var datasets: [NamedPoints]

  /// The strategies, each with its parameters.
  public var strategies: [NamedClusterer]

  /// The views that are queried.
  public var plan: ViewPlan

  /// The number of timed builds of each strategy, and of timed preparations; 5 at least for a fair median.
  public var builds = 5

  /// The number of times that each view is timed.
  public var passes = 5

  /// The number of repetitions of a query; its time is their mean, for clocks of low resolution.
  public var repetitions = 1

  /// The name of the strategy to whose times others are related; nil for none.
  public var baseline: String?

  /// The seed of all random orders.
  public var seed: UInt64 = 1

  /// Plans a bench.
  public init(datasets: [NamedPoints], strategies: [NamedClusterer], plan: ViewPlan) {
    self.datasets = datasets
    self.strategies = strategies
    self.plan = plan
  }

  /// Runs the bench.
  ///
  /// - Parameters:
  ///   - context: when to stop, and how many threads a build may use.
  ///   - progress: told after each build, and after each pass over the views, how much is done.
  /// - Throws: `ClusteringError.cancelled` or `ClusteringError.deadlineExceeded` if the context stops the
  ///   call; nothing else.
  public func run(
    context: RunContext = RunContext(),
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> BenchResult {
    let steps = (builds + 1) * (1 + strategies.count) + passes + 1
    let counter = ProgressCounter(total: datasets.count * steps, report: progress)
    var result = BenchResult(datasets: [], rows: [])
    for dataset in datasets {
      var run = BenchRun(bench: self, dataset: dataset, context: context, counter: counter)
      let views = plan.views(over: dataset.points).map(\.viewport)
      result.datasets.append(try run.prepare(for: views))
      result.rows += try run.timings(on: views)
    }
    return result
  }
}

extension Bench {
  /// The measurements, described like metrics. They need a clock and an otherwise idle process, so they are
  /// not of type `Metric`, which judges frames.
  public static var metrics: [MetricDescription] { [time, memory] }

  private static var time: MetricDescription {
    MetricDescription(
      id: "C1", name: "time", summary: "How long a strategy takes; measured by pinfold bench.",
      formula: """
        build: median of at least 5 builds of the index after a first one, which is coldBuild; query: median over all \
        views and passes after a first one, and its 99 % quantile by nearest rank. Strategies take turns at random on \
        a monotonic clock.
        """,
      measures: [
        .amount("build", unit: "seconds", .lower, "Median time to build the index."),
        .amount("query", unit: "seconds", .lower, "Median time to answer a view."),
        .amount("queryP99", unit: "seconds", .lower, "99th percentile of the time to answer a view."),
        .amount("coldBuild", unit: "seconds", .lower, "Time of the first build."),
      ],
      reruns: true, cost: "(builds + 1) builds and (passes + 1) × views queries",
      source: "Hyndman and Fan 1996 for the quantile.")
  }

  private static var memory: MetricDescription {
    MetricDescription(
      id: "C2", name: "memory", summary: "How much memory an index takes; measured by pinfold bench.",
      formula:
        "live bytes of the index, and of the set of points, by what each says of its columns, for each point.",
      measures: [
        .amount("indexBytesPerPoint", unit: "bytes", .lower, "Memory of the index per point."),
        .amount("bytesPerPoint", unit: "bytes", .lower, "Memory of the point set per point."),
      ],
      reruns: true, undefined: [.noPoints], cost: "a build", source: "Defined here.")
  }
}
