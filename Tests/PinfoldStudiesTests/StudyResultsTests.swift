import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Results of studies")
struct StudyResultsTests {
  private let folder = TemporaryFolder()

  @Test("a metric scored over stored frames gives what it gives as the study runs")
  func scored() throws {
    let plan = try makeSmallStudy()
    let all = try StudyRunner(plan, in: "\(folder.path)/all").run().results()
    var less = plan
    less.metrics = less.metrics.filter { $0.label == "conservation" }
    less.primary = []
    let store = try StudyRunner(less, in: "\(folder.path)/less").run()
    #expect(try store.results().measure("nesting.hard") == nil)
    let names = Node(.text("overlap,nesting,churn,determinism"), place: "test")
    let scorer = StudyScorer(try MetricDefinition.all(names, in: studyRegistry))
    #expect(scorer.rerunning == ["determinism"])
    // Stopped and gone on with.
    #expect(throws: StudyError.self) {
      try scorer.score(
        store, registry: studyRegistry, context: RunContext(cancellation: Cancellation(atLook: 30)))
    }
    try scorer.score(store, registry: studyRegistry, context: RunContext(threads: 2))
    let results = try store.results()
    for label in ["overlap.share", "overlap.pairs", "nesting.hard", "churn.share"] {
      let (here, there) = (try #require(results.measure(label)), try #require(all.measure(label)))
      #expect(results.measures[here] == all.measures[there])
      #expect(results.runs.map { $0.values[here] } == all.runs.map { $0.values[there] })
      #expect(results.runs.flatMap { $0.values[here] }.contains { $0.number != nil })
    }
    let rerun = try #require(results.measures.firstIndex { $0.label.hasPrefix("determinism.") })
    #expect(results.runs.allSatisfy { $0.values[rerun] == [.undefined(.needsClusterer)] })
    #expect(try store.manifest().metrics.map(\.name).contains("nesting"))
  }

  @Test("what has not run yet is unfinished, and is worse than invalid and better than failed")
  func unfinished() throws {
    var results = try StudyRunner(makeSmallStudy(), in: folder.path).run().results()
    let whole = results.verdict(dataset: 0, strategy: 0)
    #expect(whole == .valid)
    let place = try #require(results.runs.firstIndex { $0.dataset == 0 && $0.strategy == 0 })
    results.runs.remove(at: place)
    #expect(results.verdict(dataset: 0, strategy: 0) == .unfinished)
    results.runs.removeAll { $0.dataset == 0 && $0.strategy == 0 }
    #expect(results.verdict(dataset: 0, strategy: 0) == .unfinished)
    results.runs.append(StudyRun(dataset: 0, strategy: 0, camera: 0, seed: 0, failure: "no"))
    #expect(results.verdict(dataset: 0, strategy: 0) == .failed)
  }

  @Test("a metric of a new version has scores of its own, and reports take the last")
  func versions() throws {
    let plan = try makeStudy(
      #"{ "datasets": [{ "generate": "cities", "count": 20 }], "controls": false, "strategies": ["grid"], "metrics": ["overlap"] }"#
    )
    let store = try StudyRunner(plan, in: folder.path).run()
    func registry(_ version: String, _ value: Double) -> Registry {
      var registry = studyRegistry
      let measure = Measure("value", in: 0...9, better: .lower, "")
      let about = MetricDescription(
        id: "T1", name: "mine", summary: "", formula: "", measures: [measure], cost: "", source: "",
        version: version)
      registry.register(
        Registration(kind: .metric, name: "mine", summary: "", parameters: []) { _ in
          ClosureMetric(about) { _ in [measure: .number(value)] }
        })
      return registry
    }
    func score(_ version: String, _ value: Double) throws -> Double? {
      let registry = registry(version, value)
      let scorer = StudyScorer(try MetricDefinition.all(Node(.text("mine"), place: "test"), in: registry))
      try scorer.score(store, registry: registry)
      let results = try store.results()
      #expect(results.measures.count { $0.label == "mine.value" } == 1)
      return results.score(try #require(results.measure("mine.value")), dataset: 0, strategy: 0, camera: 0)
        .value.number
    }
    #expect(try score("1", 3) == 3)
    // The same version is not measured again.
    #expect(try score("1", 4) == 3)
    #expect(try score("2", 5) == 5)
  }

  @Test("a turned view is part of the plan, of stored frames and of the manifest")
  func turned() throws {
    func study(_ bearing: String) throws -> StudyStore {
      let plan = try makeStudy(
        #"{ "datasets": [{ "generate": "cities", "count": 300 }], "controls": false, "strategies": ["grid"], "metrics": [], "#
          + #""width": 300, "height": 90, "bearing": \#(bearing) }"#)
      return try StudyRunner(plan, in: "\(folder.path)/\(bearing)").run()
    }
    let (turned, upright) = (try study("35"), try study("0"))
    let points = try turned.points(of: 0, registry: studyRegistry)
    let run = try #require(try turned.results().runs.first)
    #expect(run.frames.allSatisfy { $0.viewport.bearing == 35 && $0.isConserving })
    let frame = try #require(try turned.frames(of: run, points: points).first)
    let made = try Clusterer(.grid()).build(points).frame(for: run.frames[0].viewport)
    #expect(frame.view.viewport == run.frames[0].viewport)
    #expect(frame.bytes == made.bytes && frame.canonicalHashes == run.frames[0].hashes)
    let (manifest, other) = (try turned.manifest(), try upright.manifest())
    #expect(manifest.study.bearing == 35 && other.study.bearing == nil)
    #expect(manifest.study.planSHA256 != other.study.planSHA256)
    #expect(manifest.cameras[0].viewsSHA256 != other.cameras[0].viewsSHA256)
  }

  @Test("stored frames are those that the strategy made, and their hashes are theirs")
  func frames() throws {
    let plan = try makeSmallStudy()
    let store = try StudyRunner(plan, in: folder.path).run()
    for run in try store.results().runs where run.camera == 1 {
      let points = try store.points(of: run.dataset, registry: studyRegistry)
      let clusterer: any ClusteringStrategy =
        switch run.strategy {
        case 0: GridStrategy(cellSize: 50)
        case 1: GridStrategy(cellSize: 90)
        default: KMeansStrategy(k: 6)
        }
      let map = try Clusterer(clusterer).build(points)
      let frames = try store.frames(of: run, points: points)
      #expect(frames.count == 3)
      for (frame, stored) in zip(frames, run.frames) {
        let made = try map.frame(for: stored.viewport)
        #expect(frame.bytes == made.bytes)
        #expect(frame.canonicalHashes == stored.hashes)
        #expect(frame.count == stored.markers)
      }
    }
  }

  @Test("points that are no longer those of the study are refused")
  func otherPoints() throws {
    let file = folder.write("towns.csv", "id,lon,lat\n1,2,3\n2,3,4\n")
    let plan = try makeStudy(
      #"{ "datasets": ["\#(file)"], "controls": false, "strategies": ["grid"], "metrics": [] }"#)
    let store = try StudyRunner(plan, in: "\(folder.path)/study").run()
    #expect(try store.points(of: 0, registry: studyRegistry).count == 2)
    _ = folder.write("towns.csv", "id,lon,lat\n1,2,3\n2,3,4.5\n")
    #expect { try store.points(of: 0, registry: studyRegistry) } throws: {
      "\($0)".hasSuffix("have changed since the study was run")
    }
  }

  /// Two datasets, two strategies, one camera, two seeds, one measure of frames; values by hand.
  private func handmade(_ better: MeasureDirection, _ values: [[MeasuredValue]]) throws -> StudyResults {
    let places = (0..<8).map { [$0 / 4, $0 / 2 % 2, $0 % 2] }
    let measure = MeasureRecord(
      label: "m.v", id: "M", version: "1", scope: .frame,
      measure: Measure("v", in: 0...(.infinity), better: better, ""))
    return StudyResults(
      name: "", manifest: try manifest, datasets: (1...2).map(dataset), strategies: (1...2).map(strategy),
      cameras: [CameraRecord(label: "still from fit", name: "still", start: "fit")], seeds: [1, 2],
      measures: [measure], primary: [],
      runs: zip(places, values).map {
        StudyRun(dataset: $0[0], strategy: $0[1], camera: 0, seed: $0[2], values: [$1])
      }, timings: [])
  }

  private func dataset(_ number: Int) -> DatasetRecord {
    DatasetRecord(name: "d\(number)", source: "", count: 1, digest: Digest(of: []), isPlanar: false)
  }

  private func strategy(_ number: Int) -> StrategyRecord {
    StrategyRecord(label: "s\(number)", family: "s", parameters: [], capabilities: [])
  }

  private var manifest: StudyManifest {
    get throws { try StudyRunner(try makeStudy(Self.one), in: folder.path).run().manifest() }
  }

  private static let one =
    #"{ "datasets": [{ "generate": "uniform", "count": 1 }], "controls": false, "strategies": ["none"], "metrics": [] }"#

  @Test(
    "a size's score is the median over frames and seeds, the worst the worst of all, a series the median over seeds"
  )
  func scores() throws {
    let none = MeasuredValue.undefined(.noMarkers)
    let values: [[MeasuredValue]] = [
      [.number(1), .number(2), .number(9)], [.number(3), .number(4)],
      [.number(5), none], [.number(7), .number(8)],
      [none], [none],
      [.number(6)], [.number(2)],
    ]
    let results = try handmade(.lower, values)
    func score(_ dataset: Int, _ strategy: Int) -> StudyScore {
      results.score(0, dataset: dataset, strategy: strategy, camera: 0)
    }
    #expect(score(0, 0).value.number == 3 && score(0, 0).share == "5 of 5")
    #expect(results.worst(0, dataset: 0, strategy: 0, camera: 0).number == 9)
    #expect(score(0, 1).value.number == 7 && score(0, 1).share == "3 of 4" && score(0, 1).isPartial)
    #expect(score(1, 0).value == none && !score(1, 0).isPartial)
    #expect(score(1, 1).value.number == 4)
    #expect(
      results.series(0, dataset: 0, strategy: 0, camera: 0).map(\.number) == [2, 3, 9])
    #expect(results.series(0, dataset: 0, strategy: 1, camera: 0).map(\.number) == [6, 8])
    let higher = try handmade(.higher, values)
    #expect(higher.worst(0, dataset: 0, strategy: 0, camera: 0).number == 1)
  }

  @Test("strategies are tested on the frames on which all have a value")
  func matched() throws {
    let none = MeasuredValue.undefined(.noMarkers)
    // Views 1, 2 and 4 of the first set; of the second set one strategy has none.
    let results = try handmade(
      .lower,
      [
        [.number(1), .number(2), .number(9)], [.number(3)],
        [.number(5), .number(6), none], [.number(7)],
        [none], [none],
        [.number(6)], [.number(2)],
      ])
    let criterion = results.criterion(0, camera: 0)
    #expect(results.score(criterion, dataset: 0, strategy: 0).value.number == 2.5)
    let scores = results.scoreTable(criterion)
    #expect(scores.table.rows == [[2, 6]])
    #expect(scores.strategies == [0, 1] && scores.datasetCount == 1)
    #expect(results.matchedScores(criterion, dataset: 0, strategies: [0]) == [2.5])
    #expect(results.matchedScores(criterion, dataset: 1, strategies: [0, 1]) == nil)
  }

  @Test(
    "cameras are never pooled, and combined where the plan says how", arguments: ["mean", "median", "worst"])
  func cameras(rule: String) throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "cities", "count": 3000, "seed": 3 }],
        "controls": false, "strategies": [{ "name": "kmeans", "k": 9 }], "starts": ["fit", 5], "combine": "\(rule)",
        "cameras": ["still", { "name": "pan", "steps": 2 }, { "name": "zoom-ladder", "steps": 3 }],
        "metrics": ["nesting", "churn"],
        "primary": ["churn.share@zoom-ladder", "nesting.hard", "churn.share@pan from z5"] }
      """)
    let results = try StudyRunner(plan, in: folder.path).run().results()
    let churn = try #require(results.measure("churn.share"))
    // Churn is a share; pairs in which nothing could change do not count.
    func mean(_ camera: Int) throws -> Double {
      let values = results.runs.filter { $0.camera == camera }.flatMap { run in
        zip(run.values[churn], run.exposure.pairs).filter { $1 }.compactMap { $0.0.number }
      }
      return try #require(Quantile.mean(of: values))
    }
    for camera in 3..<6 {
      #expect(
        results.score(churn, dataset: 0, strategy: 0, camera: camera).value.number == (try mean(camera)))
    }
    // A still camera shows no pair.
    #expect(results.score(churn, dataset: 0, strategy: 0, camera: 0).count == 0)
    // Nesting means nothing along a pan, and a combination leaves it out.
    #expect(results.primary.map(\.cameras) == [[4, 5], [4, 5], [3]])
    #expect(
      results.primary.map(results.label) == [
        "churn.share@\(rule) of zoom-ladder", "nesting.hard@\(rule) of all cameras",
        "churn.share@pan(steps=2) from z5",
      ])
    let nesting = try #require(results.measure("nesting.hard"))
    #expect(results.score(nesting, dataset: 0, strategy: 0, camera: 3).value == .undefined(.oneZoom))
    // A short pan from all points brings no point in or out, so that there is nothing to say.
    #expect(results.score(churn, dataset: 0, strategy: 0, camera: 2).value == .undefined(.nothingToDecide))
    let (first, second) = (try mean(4), try mean(5))
    let combined = results.score(results.primary[0], dataset: 0, strategy: 0)
    #expect(combined.value.number == (rule == "worst" ? max(first, second) : (first + second) / 2))
    #expect(combined.count == 6)
  }

  @Test("strategies with equal frames and values are one competitor with two names")
  func equals() throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "cities", "count": [60, 70] }], "metrics": ["overlap", "conservation"],
        "controls": false, "strategies": ["pca", { "name": "grid", "cellSize": [80, 100, 300] }, "broken-build"],
        "cameras": [{ "name": "zoom-ladder", "steps": 2 }], "primary": ["overlap.share"] }
      """)
    let results = try StudyRunner(plan, in: folder.path).run().results()
    #expect(results.equals == [[0], [1, 2], [3], [4]])
    let name = "grid(cellSize=80) = grid(cellSize=100)"
    #expect(
      results.scoreTable(results.primary[0]).table.strategies == ["pca", name, "grid(cellSize=300)"])
    let page = StudyReport(results).markdown()
    #expect(page.contains("one competitor: grid(cellSize=80), grid(cellSize=100).\n"))
    #expect(page.contains("| \(name) |"))
  }
}
