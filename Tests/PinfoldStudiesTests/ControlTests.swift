import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import Synchronization
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Controls of a study")
struct ControlTests {
  private let folder = TemporaryFolder()

  private func plan(_ strategies: String, _ members: String = "", count: Int = 300) throws -> StudyDefinition
  {
    try makeStudy(
      """
      { "datasets": [{ "generate": "uniform", "count": \(count) }], "strategies": [\(strategies)],
        "metrics": ["overlap", "churn"], "cameras": [{ "name": "zoom-ladder", "steps": 3 }]\(members) }
      """)
  }

  @Test("none, one marker and a random partition run along with two strategies or more")
  func added() throws {
    let all = ["grid", "pca", "none", "random(k=1)", "random"]
    #expect(try plan(#""grid", "pca""#).strategies.map(\.label) == all)
    #expect(try plan(#""grid""#).strategies.map(\.label) == ["grid"])
    #expect(
      try plan(#""grid", "none""#).strategies.map(\.label) == ["grid", "none", "random(k=1)", "random"])
    #expect(try plan(#""grid", "pca""#, #", "controls": false"#).strategies.map(\.label) == ["grid", "pca"])
    // The normal form has them all, so that it gives the same plan.
    let first = try plan(#""grid", "pca""#)
    #expect(try makeStudy(first.json).strategies.map(\.label) == all)
    #expect(try makeStudy(first.json).json == first.json)
  }

  @Test("a point set that is too large to draw every point has no control none, and a note says so")
  func large() throws {
    let notes = Mutex<[String]>([])
    var runner = StudyRunner(
      try plan(#""grid", "quadtree""#, #", "starts": [14]"#, count: 20_001), in: "\(folder.path)/large")
    runner.note = { note in notes.withLock { $0.append(note) } }
    let results = try runner.run().results()
    #expect(results.strategies.map(\.label) == ["grid", "quadtree", "random(k=1)", "random"])
    #expect(
      notes.withLock { $0 }.contains {
        $0.hasPrefix(
          "the control none is omitted, because 'uniform(count=20001)' has 20001 points, more than 20000")
      })
    let named = try plan(#""grid", "none""#, #", "starts": [14]"#, count: 20_001)
    let own = try StudyRunner(named, in: "\(folder.path)/named").run().results()
    #expect(own.strategies.map(\.label) == ["grid", "none", "random(k=1)", "random"])
  }

  @Test("controls are measured, never ranked, and change neither which views count nor the others' scores")
  func apart() throws {
    let with = try StudyRunner(try plan(#""grid", "quadtree""#), in: "\(folder.path)/with").run().results()
    let without = try StudyRunner(
      try plan(#""grid", "quadtree""#, #", "controls": false"#), in: "\(folder.path)/without"
    ).run().results()
    #expect(with.competitors == [0, 1] && without.competitors == [0, 1])
    #expect((2..<5).compactMap(with.control).count == 3)
    for measure in without.measures.indices {
      #expect(with.criteria(measure).allSatisfy { with.ranked(by: $0).ranked.allSatisfy { $0 < 2 } })
      for strategy in [0, 1] {
        #expect(
          with.score(measure, dataset: 0, strategy: strategy, camera: 0)
            == without.score(measure, dataset: 0, strategy: strategy, camera: 0))
      }
    }
    #expect(with.runs[0].exposure == without.runs[0].exposure)
    let report = StudyReport(with).markdown()
    #expect(report.contains("2 strategies and 3 controls, on 1 data set"))
    #expect(report.contains("No strategy was tried with several parameters, so there are no curves."))
    #expect(!report.contains("depend on the seed is not known"))
    #expect(report.contains("Not ranked: random(k=1) shows one marker in every view."))
    #expect(report.contains("overlap.share is won by random(k=1), which shows one marker in every view"))
  }

  @Test("where markers are matched the random partition is tuned, and one marker stays one")
  func matched() throws {
    let plan = try plan(#""grid", "quadtree""#, #", "match": { "markers": 20 }"#)
    let results = try StudyRunner(plan, in: "\(folder.path)/matched").run().results()
    let sizes = results.runs.map { $0.size?.prefix { $0 != "=" } }
    #expect(sizes == ["cellSize", "cellSize", nil, nil, "k"])
    #expect(results.runs[3].frames.allSatisfy { $0.markers == 1 })
    #expect(results.runs[4].size == "k=20")
    #expect(results.mismatch(of: 3) != nil && results.mismatch(of: 4) == nil)
    // Read again from its manifest it is the same plan, though a control sets its size.
    let again = try results.manifest.plan(registry: studyRegistry, path: "manifest.json")
    #expect(again.json == plan.json)
  }

  @Test("a manifest of before there were controls has none, and one that calls them anchors has them")
  func old() throws {
    let store = try StudyRunner(
      try plan(#""grid", "quadtree""#, #", "controls": false"#), in: "\(folder.path)/old"
    ).run()
    var manifest = try store.manifest()
    guard case .table(var members) = manifest.definition else {
      Issue.record("no table")
      return
    }
    members["controls"] = nil
    for anchors in [[], [JSONValue.text("none")]] {
      members["anchors"] = anchors.isEmpty ? nil : .list(anchors)
      manifest.definition = .table(members)
      let plan = try manifest.plan(registry: studyRegistry, path: "")
      #expect(plan.strategies.map(\.label) == ["grid", "quadtree"] + anchors.map { _ in "none" })
      #expect(manifest.controls.count == anchors.count)
    }
  }

  @Test("studies of different strategies merge to what one study of all would be, controls last")
  func merged() throws {
    func run(_ strategies: String, in name: String) throws -> StudyStore {
      try StudyRunner(try plan(strategies), in: "\(folder.path)/\(name)").run()
    }
    let parts = [try run(#""grid", "pca""#, in: "first"), try run(#""quadtree", "grid""#, in: "second")]
    let manifests = try parts.map { (name: $0.folder, manifest: try $0.manifest()) }
    let union = try StudyManifest.union(of: manifests)
    let all = ["grid", "pca", "quadtree", "none", "random(k=1)", "random"]
    #expect(union.strategies.map(\.label) == all)
    let joined = try union.plan(registry: studyRegistry, path: "first")
    #expect(joined.strategies.map(\.label) == all)
    let merged = try StudyMerger(joined, parts).merge(into: "\(folder.path)/merged")
    let whole = try run(#""grid", "pca", "quadtree""#, in: "whole")
    #expect(try merged.manifest().frames != nil)
    #expect(try merged.manifest().frames == whole.manifest().frames)
    #expect(try StudyVerifier(merged, registry: studyRegistry).verify().problems.isEmpty)
  }

  @Test("a strategy that the plan names as a control is measured and not ranked")
  func named() throws {
    let plan = try plan(#""grid", "quadtree""#, #", "controls": ["grid(cellSize=400)"]"#)
    #expect(try makeStudy(plan.json).json == plan.json)
    let results = try StudyRunner(plan, in: "\(folder.path)/named").run().results()
    #expect(results.competitors == [0, 1])
    #expect(results.control(2) == "is a control")
    let report = StudyReport(results).markdown()
    #expect(report.contains("Not ranked: grid(cellSize=400) is a control."))
  }
}
