import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// The bench of one point set.
struct BenchRun {
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

  /// Times the making of the point set; columns are in a random order, because a sorted input would flatter
  /// the sort.
  ///
  /// - Parameter views: those that will be queried.
  mutating func prepare(for views: [Viewport]) throws(ClusteringError) -> BenchDataset {
    let points = dataset.points
    let columns = points.columns(in: random.shuffled(0..<points.count))
    var timing = Timing()
    for trial in 0...bench.builds {
      try context.check()
      let (_, seconds) = timed { try? PointSet(columns, projection: points.projection, context: context) }
      if trial > 0 { timing.samples.append(seconds) }
      counter.advance()
    }
    return BenchDataset(
      name: dataset.name, count: points.count, preparation: timing,
      bytesPerPoint: perPoint(points.byteCount), views: views)
  }

  /// Times builds, then queries of some views.
  mutating func timings(on views: [Viewport]) throws(ClusteringError) -> [BenchRow] {
    for trial in 0...bench.builds {
      for strategy in random.shuffled(0..<bench.strategies.count) {
        try build(strategy, isWarmUp: trial == 0)
        counter.advance()
      }
    }
    for strategy in rows.indices { rows[strategy].clusters = [Int](repeating: 0, count: views.count) }
    for pass in 0...bench.passes {
      for job in random.shuffled(0..<rows.count * views.count) {
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
    // The old index is freed before the clock starts.
    maps[strategy] = nil
    do {
      let clusterer = bench.strategies[strategy].clusterer
      let (map, seconds) = try timed { () throws(ClusteringError) in
        let map = try clusterer.build(dataset.points, context: context)
        // Otherwise the first query that needs the rest of the index would include its time.
        try (map.index as? any DeferringIndex)?.complete(context)
        return map
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
      let repetitions = max(1, bench.repetitions)
      let (count, seconds) = try timed { () throws(ClusteringError) in
        var count = 0
        for _ in 0..<repetitions { count = try map.frame(for: viewport, context: context).count }
        return count
      }
      rows[strategy].clusters[view] = count
      let mean = seconds / Double(repetitions)
      rows[strategy][keyPath: isWarmUp ? \BenchRow.coldQuery : \BenchRow.query].samples.append(mean)
    } catch {
      try record(error, of: strategy)
    }
  }

  /// Records a strategy's failure, unless the whole benchmark must stop.
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
