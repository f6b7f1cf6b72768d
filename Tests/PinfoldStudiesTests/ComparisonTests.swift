import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies
import Synchronization
import Testing

@Suite("Comparison")
struct ComparisonTests {
  /// A comparison by some metrics, or by all.
  private static func comparison(metrics names: [String]? = nil) throws -> Comparison {
    var registry = Registry.builtIn
    registry.registerMetrics()
    let metrics = try registry.all(.metric).filter { names?.contains($0.name) ?? true }.map { try $0() }
    return Comparison(
      datasets: [
        NamedPoints("heaps", try makeHeaps(150, seed: 1)), NamedPoints("few", try makeHeaps(3, seed: 2)),
        NamedPoints("empty", try makeHeaps(0, seed: 3)),
      ],
      strategies: [
        NamedClusterer("grid", Clusterer(.grid())),
        NamedClusterer("grid 120", Clusterer(.grid(cellSize: 120))),
        NamedClusterer("unbuilt", Clusterer(BrokenStrategy(failsBuild: true))),
        NamedClusterer("shallow", Clusterer(BrokenStrategy(deepestZoom: 9))),
        NamedClusterer("lossy", Clusterer(LossyStrategy())), NamedClusterer("none", Clusterer(.none)),
      ],
      metrics: metrics, plan: ViewPlan(zooms: [8, 11], locations: 2))
  }

  /// What several tests look at, measured once.
  private static let two = Result { try comparison().run(context: RunContext(threads: 2)) }

  @Test("rows are the same on any number of threads, by dataset, then by strategy")
  func stable() throws {
    let comparison = try Self.comparison()
    let one = try comparison.run()
    #expect(one == (try Self.two.get()))
    #expect(one == (try comparison.run(context: RunContext(threads: 5))))
    #expect(one.rows.count == 18)
    #expect(
      one.rows.map(\.dataset).prefix(7) == ["heaps", "heaps", "heaps", "heaps", "heaps", "heaps", "few"])
    #expect(one.rows.map(\.strategy).prefix(3) == ["grid", "grid 120", "unbuilt"])
    #expect(one.measureLabels.contains("overlap.share"))
  }

  @Test("failures are recorded with their message and stop no other")
  func failures() throws {
    let rows = try Self.two.get().rows
    #expect(rows[0].verdict == .valid)
    #expect(rows[0].messages == [])
    #expect(rows[0].views.map(\.view.name) == ["fit", "z8 #1", "z8 #2", "z11 #1", "z11 #2"])
    #expect(rows[2].verdict == .failed)
    #expect(rows[2].messages == ["broken.lua:3: no index"])
    #expect(rows[2].views.isEmpty)
    #expect(rows[2].clusters == nil)
    #expect(rows[3].verdict == .failed)
    #expect(rows[3].messages == ["broken.lua:7: no view"])
    #expect(rows[3].views.map { $0.failure == nil } == [true, true, true, false, false])
    #expect(rows[4].verdict == .invalid)
    #expect(rows[5].verdict == .valid)
  }

  @Test("a metric that fails leaves its values undefined and the message")
  func failingMetric() throws {
    var comparison = try Self.comparison(metrics: ["overlap"])
    comparison.strategies = [comparison.strategies[0]]
    let about = MetricDescription(
      id: "X", name: "bad", summary: "Bad.", formula: "-",
      measures: [Measure("value", in: 0...1, better: .lower, "None.")], cost: "-", source: "-")
    comparison.metrics.insert(
      ClosureMetric(about) { (_) throws(ClusteringError) in throw .plugin(message: "bad.lua:1: oh") }, at: 0)
    let row = try comparison.run().rows[0]
    #expect(row.verdict == .valid)
    #expect(row.messages == ["metric 'bad': bad.lua:1: oh"])
    #expect(row.summaries[0].median == .undefined(.failed))
    #expect(row.summaries[0].undefined == 4)
    #expect(row.summaries.contains { $0.label == "overlap.pairs" && $0.defined == 4 })
  }

  @Test("values are reduced to their median and worst; metrics that run again are measured once")
  func reduction() throws {
    let row = try Self.two.get().rows[0]
    let pairs = try #require(row.summaries.first { $0.label == "overlap.pairs" })
    let values = row.views.flatMap(\.measurements).filter { $0.label == "overlap.pairs" }.compactMap(
      \.value.number)
    #expect(values.count == 5)
    #expect(pairs.median.number == values.sorted()[2])
    #expect(pairs.worst.number == values.max())
    let identical = try #require(row.summaries.first { $0.label == "determinism.identical" })
    #expect(identical.defined == 1)
    #expect(identical.worst == .number(1))
    #expect(
      row.clusters == Quantile.median(of: row.decidedViews.compactMap { $0.clusters.map { Double($0) } }))
  }

  @Test("rows with equal frames and values in every view are one group, and failed ones are none")
  func groups() throws {
    var comparison = try Self.comparison()
    let grid = Clusterer(.grid(cellSize: 60))
    comparison.strategies += [
      NamedClusterer("grid 60", grid),
      NamedClusterer("unbuilt too", Clusterer(BrokenStrategy(failsBuild: true))),
    ]
    let groups = try comparison.run().groups(dataset: "heaps").map { $0.map(\.strategy) }
    #expect(
      groups == [
        ["grid", "grid 60"], ["grid 120"], ["unbuilt"], ["shallow"], ["lossy"], ["none"], ["unbuilt too"],
      ])
  }

  @Test("progress counts every view once, to the end")
  func progress() throws {
    let steps = Mutex<[Int]>([])
    let comparison = try Self.comparison(metrics: ["overlap"])
    _ = try comparison.run(context: RunContext(threads: 2)) { done, total in
      // Five views of two sets and the fitted one of the empty set, six strategies each.
      #expect(total == 66)
      steps.withLock { $0.append(done) }
    }
    let seen = steps.withLock { $0 }
    #expect(seen == seen.sorted())
    #expect(seen.last == 66)
  }

  @Test("cancellation stops all of it")
  func cancelled() throws {
    let context = RunContext(cancellation: Cancellation(), threads: 2)
    let comparison = try Self.comparison(metrics: ["overlap"])
    #expect(throws: ClusteringError.self) {
      try comparison.run(context: context) { done, _ in if done == 3 { context.cancellation?.cancel() } }
    }
  }
}
