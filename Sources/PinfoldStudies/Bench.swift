public import Pinfold
public import PinfoldEvaluation

/// How long strategies take, and how much memory.
///
/// Builds and queries of all strategies are interleaved in a seeded random order, so that whatever else the machine does
/// falls on all alike; the first of each is a warm-up and not counted. Nothing runs at the same time, except what a
/// build does by itself with the context's threads.
public struct Bench: Sendable {
  /// The points.
  public var datasets: [NamedPoints]

  /// The strategies, each with its parameters.
  public var strategies: [NamedClusterer]

  /// The views that are asked for.
  public var plan: ViewPlan

  /// The number of timed builds of each strategy, and of timed preparations; 5 at least for a fair median.
  public var builds = 5

  /// How many times each view is timed.
  public var passes = 5

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
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks; nothing
  ///   else.
  public func run(
    context: RunContext = RunContext(),
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> BenchResult {
    let steps = (builds + 1) * (1 + strategies.count) + passes + 1
    let counter = ProgressCounter(total: datasets.count * steps, report: progress)
    var result = BenchResult(datasets: [], rows: [])
    for dataset in datasets {
      var run = DatasetRun(bench: self, dataset: dataset, context: context, counter: counter)
      result.datasets.append(try run.prepare())
      result.rows += try run.rows()
    }
    return result
  }
}

/// The bench of one set of points.
private struct DatasetRun {
  private let bench: Bench
  private let dataset: NamedPoints
  private let context: RunContext
  private let counter: ProgressCounter
  private var random: SplitMix64
  private var rows: [BenchRow]
  private var maps: [ClusterMap?]

  init(bench: Bench, dataset: NamedPoints, context: RunContext, counter: ProgressCounter) {
    self.bench = bench
    self.dataset = dataset
    self.context = context
    self.counter = counter
    random = SplitMix64(seed: bench.seed)
    rows = bench.strategies.map { BenchRow(dataset: dataset.name, strategy: $0.name) }
    maps = bench.strategies.map { _ in nil }
  }

  /// Times the making of the set; columns in a random order, for a sorted input would flatter the sort.
  mutating func prepare() throws(ClusteringError) -> BenchDataset {
    let points = dataset.points
    let columns = points.columns(in: random.permutation(of: points.count))
    var timing = Timing()
    for trial in 0...bench.builds {
      try context.check()
      let (_, seconds) = timed { try? PointSet(columns, projection: points.projection) }
      if trial > 0 { timing.samples.append(seconds) }
      counter.advance()
    }
    return BenchDataset(
      name: dataset.name, count: points.count, preparation: timing, bytesPerPoint: perPoint(points.byteCount))
  }

  /// Times builds, then queries.
  mutating func rows() throws(ClusteringError) -> [BenchRow] {
    for trial in 0...bench.builds {
      for strategy in random.permutation(of: bench.strategies.count) {
        try build(strategy, isWarmUp: trial == 0)
        counter.advance()
      }
    }
    let views = bench.plan.views(over: dataset.points).map(\.viewport)
    for strategy in rows.indices { rows[strategy].clusters = [Int](repeating: 0, count: views.count) }
    for pass in 0...bench.passes {
      for job in random.permutation(of: rows.count * views.count) {
        let (strategy, view) = (job / views.count, job % views.count)
        try query(strategy, views[view], at: view, isWarmUp: pass == 0)
      }
      counter.advance()
    }
    relateToBaseline()
    return rows
  }

  private mutating func build(_ strategy: Int, isWarmUp: Bool) throws(ClusteringError) {
    guard rows[strategy].failure == nil else { return }
    try context.check()
    // The old index goes before the clock starts.
    maps[strategy] = nil
    do {
      let clusterer = bench.strategies[strategy].clusterer
      let (map, seconds) = try timed { () throws(ClusteringError) in
        try clusterer.build(dataset.points, context: context)
      }
      if isWarmUp { rows[strategy].coldBuild = seconds } else { rows[strategy].build.samples.append(seconds) }
      maps[strategy] = map
      rows[strategy].indexBytesPerPoint = perPoint(map.index.byteCount)
    } catch {
      try record(error, of: strategy)
    }
  }

  private mutating func query(
    _ strategy: Int, _ viewport: Viewport, at view: Int, isWarmUp: Bool
  ) throws(ClusteringError) {
    guard rows[strategy].failure == nil, let map = maps[strategy] else { return }
    try context.check()
    do {
      let (frame, seconds) = try timed { () throws(ClusteringError) in
        try map.frame(for: viewport, context: context)
      }
      rows[strategy].clusters[view] = frame.count
      if !isWarmUp { rows[strategy].query.samples.append(seconds) }
    } catch {
      try record(error, of: strategy)
    }
  }

  /// Notes a strategy's failure, unless the whole bench is to stop.
  private mutating func record(_ error: ClusteringError, of strategy: Int) throws(ClusteringError) {
    try context.check()
    rows[strategy].failure = error.description
  }

  private mutating func relateToBaseline() {
    guard let base = rows.first(where: { $0.strategy == bench.baseline }) else { return }
    func ratio(_ timing: Timing, _ other: Timing) -> Double? {
      guard let own = timing.median, let other = other.median, other > 0 else { return nil }
      return own / other
    }
    for strategy in rows.indices {
      rows[strategy].buildRatio = ratio(rows[strategy].build, base.build)
      rows[strategy].queryRatio = ratio(rows[strategy].query, base.query)
    }
  }

  private func perPoint(_ bytes: Int) -> Double? {
    dataset.points.count == 0 ? nil : Double(bytes) / Double(dataset.points.count)
  }
}
