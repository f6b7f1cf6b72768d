import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("The log of a study")
struct StudyLogTests {
  private let folder = TemporaryFolder()

  private func runner(seeds: String, in name: String = "study") throws -> StudyRunner {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "uniform", "count": 40, "seed": [\(seeds)] }], "strategies": ["grid", "quadtree"],
        "metrics": ["overlap"], "primary": ["overlap.share"], "controls": false }
      """)
    return StudyRunner(plan, in: "\(folder.path)/\(name)")
  }

  private func events(_ store: StudyStore) throws -> [StudyManifest.Event] {
    let manifest = try store.manifest()
    #expect(manifest.logFaults.isEmpty)
    return manifest.log ?? []
  }

  @Test("a plan that is registered says so from then on, and is registered once")
  func registered() throws {
    let digest = try runner(seeds: "1").register().study.planSHA256
    #expect(throws: StudyError.self) { try runner(seeds: "1").register() }
    let store = try runner(seeds: "1").run()
    let log = try events(store)
    #expect(log.map(\.event) == [.registered])
    #expect(log[0].planSHA256 == digest && log[0].runs == 0)
    let text = StudyReport(try store.results()).markdown()
    #expect(text.contains("before any run, as the plan of SHA-256 \(digest). Nothing was added since."))
    // One that has runs cannot be registered any more.
    _ = try runner(seeds: "1", in: "run").run()
    #expect(throws: StudyError.self) { try runner(seeds: "1", in: "run").register() }
  }

  @Test("what is added to a plan is told, and whether results had been reported before")
  func grown() throws {
    _ = try runner(seeds: "1").run()
    var store = try runner(seeds: "1, 2").run()
    #expect(try store.manifest().history == nil)
    #expect(store.recordReport() == nil)
    // A report of the same results is the same event.
    #expect(store.recordReport() == nil)
    store = try runner(seeds: "1, 2, 3").run()
    #expect(store.recordReport() == nil)
    let log = try events(store)
    #expect(log.map(\.event) == [.began, .grew, .reported, .grew, .reported])
    #expect(log.map(\.runs) == [0, 2, 4, 4, 6])
    #expect(
      log.map(\.added) == [
        nil, ["data set uniform(count=40,seed=2)"], nil, ["data set uniform(count=40,seed=3)"], nil,
      ])
    let history = try #require(try store.manifest().history)
    #expect(history.hasPrefix("Added after results had been reported: data set uniform(count=40,seed=3) ("))
    #expect(history.contains("after 1 report). A study that grows until"))
    #expect(!history.contains("seed=2"))
    #expect(StudyReport(try store.results()).markdown().contains(history))
  }

  @Test("a study that is interrupted and gone on with has one beginning")
  func resumed() throws {
    #expect(throws: StudyError.self) {
      try runner(seeds: "1, 2").run(context: RunContext(cancellation: Cancellation(atLook: 60)))
    }
    #expect(try events(try runner(seeds: "1, 2").run()).map(\.event) == [.began])
  }

  @Test("an event that is changed, taken out or moved is found")
  func forged() throws {
    _ = try runner(seeds: "1").run().recordReport()
    let store = try runner(seeds: "1, 2").run()
    _ = store.recordReport()
    let manifest = try store.manifest()
    let log = try #require(manifest.log)
    #expect(log.count == 4)
    func faults(_ change: (inout [StudyManifest.Event]) -> Void) -> [String] {
      var forged = manifest
      var events = log
      change(&events)
      forged.log = events
      return forged.logFaults
    }
    #expect(faults { _ in }.isEmpty)
    #expect(!faults { $0[1].runs = 0 }.isEmpty)
    #expect(!faults { $0[2].added = nil }.isEmpty)
    #expect(!faults { $0[2].at = "2020-01-01T00:00:00Z" }.isEmpty)
    #expect(!faults { $0[0].event = .registered }.isEmpty)
    #expect(!faults { $0.remove(at: 1) }.isEmpty)
    #expect(!faults { $0.swapAt(1, 2) }.isEmpty)
    #expect(!faults { $0.removeLast(2) }.isEmpty)
  }

  @Test("a merged study says what its parts were, and which had been reported")
  func merged() throws {
    let first = try runner(seeds: "1", in: "first").run()
    _ = first.recordReport()
    let second = try runner(seeds: "2", in: "second").run()
    let manifests = try [first, second].map { (name: $0.folder, manifest: try $0.manifest()) }
    let plan = try StudyManifest.union(of: manifests).plan(registry: studyRegistry, path: "first")
    let store = try StudyMerger(plan, [first, second]).merge(into: "\(folder.path)/both")
    let log = try events(store)
    #expect(log.map(\.event) == [.began, .merged])
    #expect(log[1].runs == 4 && log[1].added?.count == 2)
    let history = try #require(try store.manifest().history)
    #expect(history.contains("first, begun ") && history.contains("reported 1 time before"))
    #expect(!history.contains("second"))
  }

  @Test("what two processes add at a time is all there, and neither's manifest is lost")
  func together() throws {
    let store = try runner(seeds: "1").run()
    let other = try StudyStore(in: "\(folder.path)/study")
    var mine = try store.manifest()
    #expect(other.recordReport() == nil)
    // The other's report came between reading and writing.
    mine.add(.merged, runs: 2, added: ["something"])
    mine.tool.compiler = "mine"
    try store.save(mine)
    #expect(try events(store).map(\.event) == [.began, .reported, .merged])
    // A report keeps what a run has written since it was opened.
    #expect(store.recordReport() == nil)
    let manifest = try other.manifest()
    #expect(manifest.tool.compiler == "mine" && manifest.log?.count == 4 && manifest.logFaults.isEmpty)
    let file = try StudyManifest(path: "\(folder.path)/study/manifest.json")
    #expect(file == manifest)
  }

  @Test("metrics that are added later are told as well")
  func scored() throws {
    let store = try runner(seeds: "1").run()
    #expect(store.recordReport() == nil)
    let metrics = try MetricDefinition.all(Node(.word("overlap,ink"), place: "test"), in: studyRegistry)
    _ = try StudyScorer(metrics).score(store, registry: studyRegistry)
    // Again nothing is new.
    _ = try StudyScorer(metrics).score(store, registry: studyRegistry)
    #expect(try events(store).map(\.event) == [.began, .reported, .scored])
    #expect(try store.manifest().history?.contains("metric ink (") == true)
  }
}
