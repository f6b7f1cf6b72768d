package import Pinfold
package import PinfoldDefinitions
import PinfoldEvaluation

/// Times how strategies scale: builds, and the first frame of all points, on ever larger parts of one set.
///
/// Each part is drawn at random and holds the smaller ones, so that sizes differ in nothing else. Strategies
/// take turns in a seeded random order. What a build leaves to queries is in the frame's time, as far as the
/// frame needs it. A strategy whose next build or frame would take too long stops there; as the time to
/// expect is only an estimate, a build or a frame that takes too long is stopped too.
package struct ScaleBench: Sendable {
  /// The points, of which each size takes some.
  package var dataset: NamedPoints

  /// The strategies, each with its parameters.
  package var strategies: [NamedClusterer]

  /// The size of the frame's view; its centre and zoom are not used.
  package var screen: Viewport

  /// The least number of points.
  package var smallest = 1000

  /// The most timings of each strategy at each size; fewer where these took ``longest`` together.
  package var builds = 5

  /// The seconds that a build or a frame may take.
  package var longest = 10.0

  /// The seed of all random orders.
  package var seed: UInt64 = 1

  /// Plans a bench.
  package init(dataset: NamedPoints, strategies: [NamedClusterer], screen: Viewport) {
    self.dataset = dataset
    self.strategies = strategies
    self.screen = screen
  }

  /// The numbers of points: the smallest, and ten times as many again and again, up to all points.
  package var sizes: [Int] {
    var sizes: [Int] = []
    var size = smallest
    while size < dataset.points.count {
      sizes.append(size)
      size *= 10
    }
    return sizes + [dataset.points.count]
  }

  /// Runs the bench.
  ///
  /// - Parameters:
  ///   - context: when to stop, and how many threads a build may use.
  ///   - progress: told after each strategy at each size how much is done.
  /// - Throws: `ClusteringError.cancelled` or `ClusteringError.deadlineExceeded` as the context asks;
  ///   nothing else.
  package func run(
    context: RunContext = RunContext(),
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> ScaleResult {
    var run = ScaleRun(bench: self, context: context)
    let counter = ProgressCounter(total: sizes.count * strategies.count, report: progress)
    for size in sizes { try run.time(size, counter) }
    return ScaleResult(dataset: dataset.name, sizes: sizes, longest: longest, rows: run.rows)
  }
}

/// The course of one bench.
private struct ScaleRun {
  private let bench: ScaleBench
  private let context: RunContext
  private let order: [Int]
  private var random: SplitMix64
  private(set) var rows: [ScaleRow]

  init(bench: ScaleBench, context: RunContext) {
    self.bench = bench
    self.context = context
    random = SplitMix64(seed: bench.seed)
    order = random.permutation(of: bench.dataset.points.count)
    rows = bench.strategies.map { ScaleRow(strategy: $0.name) }
  }

  /// Times all strategies that have not stopped on so many points.
  mutating func time(_ size: Int, _ counter: ProgressCounter) throws(ClusteringError) {
    try context.check()
    for row in rows.indices where rows[row].stop == nil {
      let expected = rows[row].expectedSeconds(at: size)
      if expected > bench.longest {
        rows[row].stop = .expected(points: size, seconds: expected)
      } else {
        rows[row].sizes.append(ScaleRow.Size(count: size))
      }
    }
    let columns = bench.dataset.points.columns(in: Array(order.prefix(size)))
    let points: PointSet
    do {
      points = try PointSet(columns, projection: bench.dataset.points.projection)
    } catch {
      for row in rows.indices where rows[row].stop == nil { fail(row, at: size, error.description) }
      return
    }
    var spent = rows.map { _ in 0.0 }
    for trial in 0..<max(1, bench.builds) {
      for row in random.permutation(of: rows.count) where rows[row].stop == nil {
        if trial == 0 || spent[row] < bench.longest { spent[row] += try time(row, on: points) }
      }
    }
    for _ in rows { counter.advance() }
  }

  /// Times a build and its first frame.
  ///
  /// - Returns: the seconds of both.
  private mutating func time(_ row: Int, on points: PointSet) throws(ClusteringError) -> Double {
    let clusterer = bench.strategies[row].clusterer
    let viewport = bench.screen.fitted(to: points)
    do {
      let limits = limited()
      let (map, build) = try timed { () throws(ClusteringError) in
        try clusterer.build(points, context: limits)
      }
      let again = limited()
      let (frame, seconds) = try timed { () throws(ClusteringError) in
        try map.frame(for: viewport, context: again)
      }
      rows[row].record(build: build, frame: seconds, clusters: frame.count)
      return build + seconds
    } catch {
      // Unless the whole bench is to stop.
      try context.check()
      if case .deadlineExceeded = error {
        rows[row].drop(.tookLonger(points: points.count))
      } else {
        fail(row, at: points.count, error.description)
      }
      return 0
    }
  }

  private mutating func fail(_ row: Int, at size: Int, _ message: String) {
    rows[row].drop(.failed(points: size, message: message))
  }

  /// The context of a build or a frame that begins now.
  private func limited() -> RunContext {
    var limited = context
    let end = ContinuousClock.now + .seconds(bench.longest)
    limited.deadline = min(context.deadline ?? end, end)
    return limited
  }
}
