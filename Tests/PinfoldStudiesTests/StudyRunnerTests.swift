import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies
import Synchronization
import TestSupport
import Testing

@Suite("Running studies")
struct StudyRunnerTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @Test("what comes out depends neither on threads nor on how often the run was stopped")
  func resumed() throws {
    let plan = try makeSmallStudy()
    let store = try StudyRunner(plan, in: path("whole")).run(context: RunContext(threads: 2))
    let whole = try StudyDump.text(of: path("whole"))
    #expect(whole.split(separator: "\n").count > 300)
    var looks = 1
    var stops = 0
    while true {
      let context = RunContext(cancellation: Cancellation(atLook: looks))
      do {
        _ = try StudyRunner(plan, in: path("pieces")).run(context: context)
        break
      } catch StudyError.stopped(.cancelled) {
        stops += 1
        looks += looks / 3 + 1
      }
    }
    #expect(stops > 3)
    #expect(try StudyDump.text(of: path("pieces")) == whole)
    let digest = try #require(try store.manifest().frames)
    #expect(digest.count == 3 * 2 * 2 * (1 + 3))
    #expect(try StudyStore(in: path("pieces")).manifest().frames == digest)
    #expect(try store.status().isComplete)
  }

  @Test("the order of rows makes no difference to frames")
  func shuffled() throws {
    let points = try makeHeaps(150, seed: 8)
    func digest(_ order: [Int], _ name: String) throws -> StudyManifest {
      let rows = order.map { "\(points.ids[$0]),\(points.longitude[$0]),\(points.latitude[$0])\n" }
      let file = folder.write("heaps.csv", "id,lon,lat\n" + rows.joined())
      let plan = try makeStudy(
        """
        { "datasets": [{ "path": "\(file)", "id": "id" }], "controls": false, "strategies": ["grid", "pca", "kmeans"], "starts": [8],
          "cameras": ["subcell-pan"], "metrics": ["overlap"] }
        """)
      return try StudyRunner(plan, in: path(name)).run().manifest()
    }
    let order = Array(0..<points.count)
    var random = SplitMix64(seed: 9)
    let (first, second) = (try digest(order, "first"), try digest(random.shuffled(order), "second"))
    #expect(first.frames != nil)
    #expect(first.frames == second.frames)
    #expect(first.datasets == second.datasets)
    #expect(first.study == second.study)
  }

  @Test("a run that fails is stored with its error, and stops no other")
  func failures() throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "cities", "count": 50 }], "timeout": 0.05, "metrics": ["conservation"],
        "controls": false, "strategies": ["broken-build", "broken-view", "lossy", "slow", "grid(cellSize=400)"], "starts": [7],
        "cameras": [{ "name": "zoom-ladder", "steps": 2 }] }
      """)
    let store = try StudyRunner(plan, in: path("study")).run()
    let results = try store.results()
    #expect(
      results.runs.map(\.failure) == [
        "broken.lua:3: no index", "broken.lua:7: no view", nil, "the time limit was exceeded", nil,
      ])
    #expect(results.runs.map(\.verdict) == [.failed, .failed, .invalid, .failed, .valid])
    // The frames before a failure are kept, and a failed run has no scores.
    #expect(results.runs.map(\.frames.count) == [0, 1, 3, 0, 3])
    #expect(results.runs[1].values.allSatisfy { $0.isEmpty })
    let status = try store.status()
    #expect(status.failed == 3 && status.finished == 5 && status.isComplete)
    #expect(
      status.problems[1].description
        == "cities(count=50), broken-view, zoom-ladder(steps=2) from z7, seed 1: broken.lua:7: no view")
    // Only valid strategies are compared.
    let measure = try #require(results.measure("conservation.passes"))
    #expect(results.scoreTable(results.criteria(measure)[0]).table.strategies == ["grid(cellSize=400)"])
    #expect(results.verdict(dataset: 0, strategy: 2) == .invalid)
  }

  @Test("rows that became no points are told by reason: as the study runs, in its state, manifest and report")
  func losses() throws {
    let rows = (0..<20).map { "\($0 % 5),\($0),\($0 < 15 ? "" : "7")\n" }.joined()
    let file = folder.write("plants.csv", "lon,lat,hours\n" + rows + "x,3,7\n")
    let plan = try makeStudy(
      #"{ "datasets": [{ "path": "\#(file)", "weight": "hours", "unweighted": "skip" }], "controls": false, "strategies": ["grid"], "metrics": ["overlap"] }"#
    )
    var runner = StudyRunner(plan, in: path("study"))
    let notes = Notes()
    runner.note = { notes.add($0) }
    let store = try runner.run()
    #expect(notes.all.contains { $0.contains("15 of 21 rows unusable: bad weight") })
    let words =
      "plants: 16 of 21 rows (76 %) are unusable: 15 bad weight, 1 coordinates that are no numbers"
    #expect(try store.status().losses == [words])
    let results = try store.results()
    #expect(results.datasets[0].losses.rows == 21 && results.datasets[0].count == 5)
    #expect(StudyReport(results).html.contains(words))
    let dataset = try store.manifest().datasets[0]
    #expect(
      dataset.unusable == ["bad weight": 15, "coordinates that are no numbers": 1] && dataset.rows == 21)
  }

  @Test("runs that failed are tried again where that is asked for")
  func retry() throws {
    let json =
      #"{ "datasets": [{ "generate": "cities", "count": 20 }], "controls": false, "strategies": ["flaky"] }"#
    func registry(_ strategy: any ClusteringStrategy) -> Registry {
      var registry = studyRegistry
      registry.register(
        Registration(kind: .strategy, name: "flaky", summary: "", parameters: []) { _ in strategy })
      return registry
    }
    let broken = try makeStudy(json, registry: registry(BrokenStrategy(failsBuild: true)))
    #expect(try StudyRunner(broken, in: path("study")).run().status().failed == 1)
    var runner = StudyRunner(try makeStudy(json, registry: registry(GridStrategy())), in: path("study"))
    #expect(try runner.run().status().failed == 1)
    runner.retriesFailures = true
    #expect(try runner.run().status().failed == 0)
  }

  @Test("another plan in the same folder is refused, and told what differs")
  func otherPlan() throws {
    func plan(_ sizes: String, _ seed: Int) throws -> StudyDefinition {
      try makeStudy(
        """
        { "datasets": [{ "generate": "cities", "count": 20, "seed": \(seed) }], "metrics": ["overlap"],
          "controls": false, "strategies": [{ "name": "grid", "cellSize": \(sizes) }] }
        """)
    }
    _ = try StudyRunner(try plan("[40, 60]", 1), in: path("study")).run()
    #expect {
      try StudyRunner(try plan("[40, 80]", 1), in: path("study")).run()
    } throws: { error in
      "\(error)".hasSuffix(
        """
        contains a study with a different plan, and a plan can only add datasets, strategies, cameras and seeds; \
        use another folder
          strategies: the study has grid(cellSize=60): grid(cellSize=60,anchor=world,finer=false), version 2
          strategies: the plan has grid(cellSize=80): grid(cellSize=80,anchor=world,finer=false), version 2
        """)
    }
    // Another order is the same study.
    #expect(
      try StudyRunner(try plan("[60, 40]", 1), in: path("study")).run().results().strategies.map(\.label)
        == ["grid(cellSize=60)", "grid(cellSize=40)"])
    // Other points under the same definition are another plan too.
    #expect {
      try StudyRunner(try plan("[40, 60]", 2), in: path("study")).run()
    } throws: {
      "\($0)".contains("sha256")
    }
  }

  @Test("a damaged database, and a folder without one, are told as such", arguments: [0.1, 0.5, 0.9])
  func damaged(share: Double) throws {
    let plan = try makeSmallStudy()
    _ = try StudyRunner(plan, in: path("study")).run()
    let file = path("study/study.sqlite")
    let bytes = try Data(contentsOf: URL(filePath: file))
    try bytes.prefix(Int(Double(bytes.count) * share)).write(to: URL(filePath: file))
    #expect {
      try StudyStore(in: path("study"))
    } throws: {
      "\($0)".contains("study.sqlite: the database is damaged (")
        && "\($0)".contains("restore it from a copy")
    }
    #expect { try StudyStore(in: path("nothing")) } throws: { "\($0)".contains("contains no study") }
  }

  @Test("two runs in one folder at a time are refused")
  func busy() throws {
    let plan = try makeSmallStudy()
    let other = StudyRunner(plan, in: path("study"))
    var refusal = ""
    let isFirst = Flag()
    _ = try StudyRunner(plan, in: path("study")).run { _ in
      guard isFirst.take() else { return }
      do { _ = try other.run() } catch { isFirst.note("\(error)") }
    }
    refusal = isFirst.text
    #expect(refusal.hasSuffix("another process is running this study"))
  }

  @Test("strategies are timed with raw samples, warm-ups apart")
  func timings() throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "cities", "count": [30, 40] }], "controls": false, "strategies": ["grid", "broken-view"], "starts": [7],
        "cameras": [{ "name": "zoom-ladder", "steps": 3 }], "metrics": [], "timing": { "builds": 3, "passes": 2 } }
      """)
    // Stopped amid the timings of the second dataset, then gone on with.
    let cancellation = Cancellation()
    #expect(throws: StudyError.self) {
      try StudyRunner(plan, in: path("study")).run(context: RunContext(cancellation: cancellation)) {
        if $0.phase == .timings && $0.done == 14 { cancellation.cancel() }
      }
    }
    #expect(try StudyStore(in: path("study")).status().timed == 2)
    let results = try StudyRunner(plan, in: path("study")).run().results()
    #expect(results.timings.map { [$0.dataset, $0.strategy] } == [[0, 0], [0, 1], [1, 0], [1, 1]])
    for timing in results.timings where timing.strategy == 0 {
      #expect(timing.coldBuild != nil)
      #expect(timing.build.samples.count == 3)
      #expect(timing.coldQuery.samples.count == 4)
      #expect(timing.query.samples.count == 8)
      #expect(timing.bytesPerPoint == 0)
    }
    #expect(results.timings[1].failure == "broken.lua:7: no view")
  }
}

/// What a study notes.
private final class Notes: Sendable {
  private let notes = Mutex<[String]>([])

  func add(_ note: String) { notes.withLock { $0.append(note) } }

  var all: [String] { notes.withLock { $0 } }
}

/// Something that happens once, and what came of it.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var isTaken = false
  private var noted = ""

  func take() -> Bool {
    lock.withLock {
      defer { isTaken = true }
      return !isTaken
    }
  }

  func note(_ text: String) { lock.withLock { noted = text } }

  var text: String { lock.withLock { noted } }
}
