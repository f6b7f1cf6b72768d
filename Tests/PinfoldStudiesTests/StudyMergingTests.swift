import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import Synchronization
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Studies that grow and merge")
struct StudyMergingTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private static let counts = "[60, 90]"
  private static let sizes = "[50, 90]"

  /// A study of 2 datasets × 3 strategies × 2 cameras × 2 seeds, or of fewer.
  private func plan(
    counts: String = counts, sizes: String = sizes, seeds: String = "[1, 2]", cameras: String = "",
    metrics: String = #"["conservation", "overlap", "nesting", "churn"]"#, name: String = "study"
  ) throws -> StudyDefinition {
    try makeStudy(
      """
      {
        "name": "\(name)", "datasets": [{ "generate": "cities", "count": \(counts), "seed": 3 }],
        "controls": false, "strategies": [{ "name": "grid", "cellSize": \(sizes) }, { "name": "kmeans", "k": 6 }],
        "cameras": ["still", { "name": "zoom-ladder", "steps": 2 }\(cameras)], "starts": [6], "seeds": \(seeds),
        "metrics": \(metrics), "primary": ["overlap.share"]
      }
      """)
  }

  private func run(_ plan: StudyDefinition, _ name: String, part: String? = nil) throws -> StudyStore {
    var runner = StudyRunner(plan, in: path(name))
    runner.part = part.flatMap { StudyPart($0) }
    return try runner.run(context: RunContext(threads: 2))
  }

  private func merge(_ parts: [StudyStore], into name: String) throws -> StudyStore {
    let manifest = try StudyManifest.union(of: parts.map { ($0.folder, try $0.manifest()) })
    let plan = try manifest.plan(registry: studyRegistry, path: "manifest.json")
    return try StudyMerger(plan, parts).merge(into: path(name))
  }

  /// The message of an error; empty where there is none.
  private func failure(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// Expects that two folders hold the same, times and the machine aside.
  private func expectEqual(_ name: String, _ other: String) throws {
    #expect(try StudyDump.text(of: path(name)) == StudyDump.text(of: path(other)))
    let (store, second) = (try StudyStore(in: path(name)), try StudyStore(in: path(other)))
    let (manifest, manifest2) = (try store.manifest(), try second.manifest())
    #expect(manifest.frames != nil && manifest.frames == manifest2.frames)
    #expect(manifest.scores != nil && manifest.scores == manifest2.scores)
    #expect(manifest.study == manifest2.study && manifest.cameras == manifest2.cameras)
    #expect(try StudyReport(store.results()).csv() == StudyReport(second.results()).csv())
  }

  @Test("a study in four parts, merged in any order, is the study in one run")
  func parts() throws {
    let plan = try plan()
    #expect(plan.runCount == 24)
    _ = try run(plan, "whole")
    var parts = try (1...4).map { try run(plan, "part\($0)", part: "\($0)/4") }
    #expect(try parts.map { try $0.status().finished } == [6, 6, 6, 6])
    #expect(try parts[0].manifest().frames == nil)
    var random = SplitMix64(seed: 4)
    parts = random.shuffled(parts)
    _ = try merge(parts, into: "merged")
    try expectEqual("merged", "whole")
    // Once more, and with parts that overlap, changes nothing.
    _ = try merge(parts.reversed() + [try run(plan, "overlap", part: "2/3")], into: "merged")
    try expectEqual("merged", "whole")
    #expect(
      try StudyVerifier(StudyStore(in: path("merged")), registry: studyRegistry).verify().problems.isEmpty)
  }

  @Test("results that come twice are told by what they are, wherever they lie")
  func copies() throws {
    let plan = try plan(counts: "60", sizes: "[50]", seeds: "[1]")
    let first = try run(plan, "first", part: "1/2")
    try FileManager.default.copyItem(atPath: path("first"), toPath: path("copy"))
    let rest = try run(plan, "rest", part: "2/2")
    let notes = Mutex<[String]>([])
    var merger = StudyMerger(plan, [first, rest, try StudyStore(in: path("copy"))])
    merger.note = { line in notes.withLock { $0.append(line) } }
    _ = try merger.merge(into: path("merged"))
    let told = notes.withLock { $0 }.filter { $0.contains("adds nothing; its 2 runs are in earlier folders") }
    #expect(told.count == 1 && told[0].contains("copy: adds"), "\(told)")
  }

  @Test("parts are all runs, each once, whatever their number", arguments: [1, 2, 5, 24, 40])
  func partition(count: Int) {
    let parts = (1...count).compactMap { StudyPart("\($0)/\(count)") }
    #expect(parts.count == count)
    #expect((0..<24).allSatisfy { id in parts.count { $0.contains(id) } == 1 })
    for wrong in ["", "0/4", "5/4", "2", "1/0", "a/b", "1/2/3", "-1/2", "1 /2"] {
      #expect(StudyPart(wrong) == nil, "\(wrong)")
    }
  }

  @Test("a finished study grows by what a plan adds, wherever it adds it, and runs nothing again")
  func growth() throws {
    _ = try run(try plan(counts: "60", sizes: "[90]", seeds: "[2]"), "grown")
    let steps = [
      try plan(counts: "60", sizes: "[50, 90]", seeds: "[2]"),
      try plan(counts: "60", sizes: "[50, 90]", seeds: "[1, 2]"), try plan(),
      try plan(cameras: #", "pan(steps=1)""#),
    ]
    var before = 4
    for plan in steps {
      let runs = Atomic(0)
      _ = try StudyRunner(plan, in: path("grown")).run { progress in
        if progress.phase == .runs { runs.store(progress.done - progress.before, ordering: .relaxed) }
      }
      #expect(runs.load(ordering: .relaxed) == plan.runCount - before)
      before = plan.runCount
    }
    _ = try run(steps[3], "whole")
    try expectEqual("grown", "whole")
    #expect(
      try StudyVerifier(StudyStore(in: path("grown")), registry: studyRegistry).verify().problems.isEmpty)
  }

  @Test("a plan that takes something away, or changes what is shared, is refused and told so")
  func notGrowth() throws {
    _ = try run(try plan(counts: "60"), "study")
    #expect(
      failure { _ = try run(try plan(counts: "60", sizes: "[50]"), "study") }.hasSuffix(
        """
        contains a study with a different plan, and a plan can only add datasets, strategies, cameras and seeds; \
        use another folder
          strategies: the study has grid(cellSize=90): grid(cellSize=90,anchor=world,finer=false), version 2
        """))
    #expect(
      failure { _ = try run(try plan(counts: "60", metrics: #"["conservation", "overlap"]"#), "study") }
        .contains("\n  metrics: the study has churn, version "))
    #expect(try StudyStore(in: path("study")).status().isComplete)
  }

  @Test("values that were measured later stay as a study grows, and its manifest names their metric")
  func scoredGrowth() throws {
    let store = try run(try plan(counts: "60"), "study")
    let ink = try MetricDefinition.all(Node(.text("ink"), place: "test"), in: studyRegistry)
    _ = try StudyScorer(ink).score(store, registry: studyRegistry)
    let grown = try run(try plan(), "study")
    #expect(try grown.manifest().metrics.contains { $0.name == "ink" })
    // The new runs lack it until they are measured too.
    #expect(try StudyScorer(ink).score(grown, registry: studyRegistry) == 12)
    #expect(try StudyVerifier(grown, registry: studyRegistry).verify().problems.isEmpty)
  }

  @Test("strategies are timed anew where others come, as they take turns, and not where data come")
  func timings() throws {
    func plan(_ strategies: String, _ counts: String) throws -> StudyDefinition {
      try makeStudy(
        """
        { "datasets": [{ "generate": "cities", "count": \(counts) }], "controls": false, "strategies": \(strategies),
          "metrics": [], "timing": { "builds": 2, "passes": 1 } }
        """)
    }
    let first = try run(try plan(#"["grid"]"#, "30"), "study").results().timings
    let more = try run(try plan(#"["grid"]"#, "[40, 30]"), "study").results().timings
    #expect(more.map(\.dataset) == [0, 1] && more[1].build == first[0].build)
    let anew = try run(try plan(#"["pca", "grid"]"#, "[40, 30]"), "study").results().timings
    #expect(anew.count == 4 && anew[3].build != first[0].build)
    // A part takes none, and a merging leaves them behind.
    let part = try run(try plan(#"["grid"]"#, "30"), "part", part: "1/1")
    #expect(try part.status().timed == 0 && part.status().finished == 1)
    #expect(try merge([try run(try plan(#"["grid"]"#, "30"), "whole")], into: "merged").status().timed == 0)
  }

  @Test("studies of different definitions merge to what any of them has, and say what is left to do")
  func union() throws {
    let first = try run(try plan(counts: "60", sizes: "[50]", name: "published"), "first")
    let second = try run(try plan(counts: "90", sizes: "[90]", seeds: "[2]", name: "mine"), "second")
    let merged = try merge([first, second], into: "merged")
    let status = try merged.status()
    // 2 datasets × 3 strategies × 2 cameras × 2 seeds, of which 1 · 2 · 2 · 2 and 1 · 2 · 2 · 1 are done.
    #expect(status.name == "published" && status.runs == 24 && status.finished == 8 + 4)
    _ = try run(
      try merged.manifest().plan(registry: studyRegistry, path: "manifest.json"), "merged")
    _ = try run(
      try plan(sizes: "[50]", name: "published").with(grid: 90), "whole")
    #expect(try merged.manifest().frames == StudyStore(in: path("whole")).manifest().frames)
  }

  @Test("studies that contradict each other are refused, with what contradicts")
  func contradictions() throws {
    let first = try run(try plan(counts: "60"), "first")
    let other = try run(try plan(counts: "60", metrics: #"["conservation", "overlap"]"#), "other")
    #expect(
      failure { _ = try merge([first, other], into: "x") }
        == "the studies cannot be merged\n  'metrics' is different in \(path("other")) than in \(path("first"))"
    )
    // A dataset's name with other points.
    func named(_ seed: Int) throws -> StudyDefinition {
      try makeStudy(
        """
        { "datasets": [{ "generate": "cities", "count": 20, "seed": \(seed), "name": "towns" }],
          "controls": false, "strategies": ["grid"], "metrics": ["overlap"] }
        """)
    }
    let (one, two) = (try run(try named(1), "one"), try run(try named(2), "two"))
    #expect(
      failure { _ = try merge([one, two], into: "x") }.contains(
        "dataset 'towns' has different points or a different source in \(path("two")) than in \(path("one"))")
    )
    // The same run with other frames, or other values.
    let same = try run(try named(1), "same")
    try StudyDamage.execute("UPDATE score SET value = 0.25 WHERE run = 0 AND measure = 0", in: path("same"))
    #expect(
      failure { _ = try merge([one, same], into: "y") }.hasSuffix(
        "towns, grid, still from fit, seed 1: has different values of overlap.share in \(path("same")) than in the others"
      ))
    try StudyDamage.execute("UPDATE frame SET markers = 77", in: path("same"))
    #expect(failure { _ = try merge([one, same], into: "y") }.contains("has different frames in "))
    // What was merged before stays as it was.
    #expect(try StudyStore(in: path("y")).status().finished == 1)
    #expect(failure { _ = try merge([], into: "z") }.contains("no study was given"))
  }

  @Test("a run that failed in one part and not in another is taken from the other")
  func failures() throws {
    func flaky(_ strategy: any ClusteringStrategy) throws -> StudyDefinition {
      var registry = studyRegistry
      registry.register(
        Registration(kind: .strategy, name: "flaky", summary: "", parameters: []) { _ in strategy })
      return try makeStudy(
        #"{ "datasets": [{ "generate": "cities", "count": 20 }], "controls": false, "strategies": ["flaky"], "metrics": ["overlap"] }"#,
        registry: registry)
    }
    let failing = try flaky(BrokenStrategy(failsBuild: true))
    let (bad, good) = (try run(failing, "bad"), try run(try flaky(GridStrategy()), "good"))
    for parts in [[bad, good], [good, bad]] {
      let merged = try StudyMerger(failing, parts).merge(into: path(UUID().uuidString))
      #expect(try merged.status().failed == 0 && merged.results().runs[0].frames.count == 1)
    }
  }
}

extension StudyDefinition {
  /// The plan with another grid behind its strategies, as a merging orders them.
  fileprivate func with(grid size: Int) throws -> StudyDefinition {
    let strategies = #""strategies":[{"name":"grid","cellSize":50},{"name":"kmeans","k":6}"#
    let found = json.contains(strategies)
    #expect(found)
    return try makeStudy(
      json.replacing(strategies, with: strategies + #",{"name":"grid","cellSize":\#(size)}"#))
  }
}
