import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies
import Synchronization
import Testing

@Suite("Bench")
struct BenchTests {
  /// A grid that counts its queries, and those of an index that is not yet built to its end.
  private final class CountingStrategy: ClusteringStrategy {
    let queries = Atomic(0)
    let earlyQueries = Atomic(0)

    var capabilities: Capabilities { [] }

    func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
      Index(strategy: self, grid: GridStrategy().makeIndex(over: points, context: context))
    }

    private final class Index: DeferringIndex {
      let strategy: CountingStrategy
      let grid: any ClusterIndex
      let isWhole = Atomic(false)
      var byteCount: Int { 0 }

      init(strategy: CountingStrategy, grid: any ClusterIndex) {
        (self.strategy, self.grid) = (strategy, grid)
      }

      func complete(_ context: RunContext) { isWhole.store(true, ordering: .relaxed) }

      func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
        strategy.queries.add(1, ordering: .relaxed)
        if !isWhole.load(ordering: .relaxed) { strategy.earlyQueries.add(1, ordering: .relaxed) }
        return try grid.grouping(in: view, context: context)
      }
    }
  }

  private func bench() throws -> Bench {
    var bench = Bench(
      datasets: [
        NamedPoints("heaps", try makeHeaps(500, seed: 1)), NamedPoints("empty", try makeHeaps(0, seed: 1)),
      ],
      strategies: [
        NamedClusterer("grid", Clusterer(.grid())), NamedClusterer("none", Clusterer(.none)),
        NamedClusterer("shallow", Clusterer(BrokenStrategy(deepestZoom: 9))),
      ],
      plan: ViewPlan(zooms: [8, 11], locations: 2))
    bench.passes = 3
    bench.baseline = "grid"
    return bench
  }

  @Test("times every build and every view, the warm-up apart")
  func samples() throws {
    let result = try bench().run()
    #expect(result.datasets.map(\.count) == [500, 0])
    #expect(result.datasets[0].preparation.samples.count == 5)
    #expect(try #require(result.datasets[0].bytesPerPoint) > 50)
    #expect(result.datasets[1].bytesPerPoint == nil)
    let grid = result.rows[0]
    #expect(grid.build.samples.count == 5)
    #expect(grid.coldBuild != nil)
    #expect(grid.query.samples.count == 15)
    #expect(grid.query.samples.allSatisfy { $0 > 0 })
    #expect(grid.clusters.count == 5)
    #expect(grid.clusters.allSatisfy { $0 > 0 })
    #expect(grid.queryRatio == 1)
    #expect(result.rows[1].queryRatio != nil)
  }

  @Test("a view that is queried several times in a row has one time, of a single query")
  func repetitions() throws {
    let counting = CountingStrategy()
    var bench = try bench()
    bench.strategies = [NamedClusterer("counting", Clusterer(counting))]
    bench.datasets.removeLast()
    (bench.builds, bench.passes, bench.repetitions) = (1, 2, 7)
    let result = try bench.run()
    #expect(result.datasets[0].views.count == 5)
    #expect(result.rows[0].query.samples.count == 10)
    #expect(counting.queries.load(ordering: .relaxed) == 5 * (1 + 2) * 7)
    // What an index leaves to queries belongs to its build.
    #expect(counting.earlyQueries.load(ordering: .relaxed) == 0)
  }

  @Test("a strategy that fails is recorded and stops no other")
  func failure() throws {
    let rows = try bench().run().rows
    #expect(rows.map(\.strategy) == ["grid", "none", "shallow", "grid", "none", "shallow"])
    #expect(rows[2].failure == "broken.lua:7: no view")
    #expect(rows[0].failure == nil)
    #expect(rows[1].query.samples.count == 15)
  }

  @Test("cancellation stops it")
  func cancelled() throws {
    let context = RunContext(cancellation: Cancellation())
    let bench = try bench()
    #expect(throws: ClusteringError.self) {
      try bench.run(context: context) { done, _ in if done == 4 { context.cancellation?.cancel() } }
    }
  }

  @Test("timings without samples have no quantiles")
  func noSamples() {
    #expect(Timing().median == nil)
    #expect(Timing().quantile(0.99) == nil)
    #expect(Timing([3, 1, 2]).median == 2)
    #expect(Timing([3, 1, 2]).best == 1)
  }
}
