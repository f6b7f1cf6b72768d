import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import Synchronization
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Studies from a manifest alone")
struct StudyReproductionTests {
  private let folder = TemporaryFolder()

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private static let full = """
    {
      "name": "full", "datasets": [{ "generate": "cities", "count": [30, 40], "seed": 3, "name": "towns" }, "PATH",
        { "path": "PATH", "name": "weighed", "lon": "b", "lat": "a", "weight": "w", "unweighted": "skip", "delimiter": "comma" }],
      "strategies": [{ "name": "grid", "cellSize": [50, 90], "limits": { "minPoints": 3 } }, "kmeans(k=5)",
        { "name": "pca", "representative": "central", "separate": { "padding": 4 } },
        { "name": "quadtree", "separate": {} }],
      "cameras": ["still", "pan(steps=2)"], "starts": ["fit", 6.5], "seeds": [1, 7],
      "metrics": ["overlap", "isolation(distance=25)"], "primary": ["overlap.share@pan"], "combine": "mean",
      "width": 800, "height": 600.5, "tileSize": 512, "margin": 0.25, "style": { "smallest": 6, "largest": 20 },
      "rerunFrames": 2, "timeout": 60
    }
    """

  private func plan(_ json: String = full) throws -> StudyDefinition {
    let file = folder.write(
      "rows.csv", "id,lon,lat,b,a,w\n1,2,3,2,3,1\n2,2.5,3,2.5,3,2\n3,4,5,4,5,1\n4,4,5.5,4,5.5,\n")
    return try makeStudy(json.replacing("PATH", with: file))
  }

  @Test("the normal form of a definition gives the same plan, and is its own normal form")
  func normalForm() throws {
    let plan = try plan()
    let again = try makeStudy(plan.json)
    let digests = plan.datasets.map { _ in "" }
    for (one, other) in zip(plan.items(digests: digests), again.items(digests: digests)) {
      #expect(one.items == other.items)
    }
    #expect(again.datasets == plan.datasets)
    #expect(again.json == plan.json)
  }

  @Test("metrics that were added after a study was run are measured in its repetition too")
  func later() throws {
    let store = try StudyRunner(try plan(), in: path("first")).run()
    let added = try MetricDefinition.all(Node(.text("ink"), place: "test"), in: studyRegistry)
    try StudyScorer(added).score(store, registry: studyRegistry)
    let manifest = try StudyManifest(path: path("first/manifest.json"))
    let notes = Mutex<[String]>([])
    func repeated(_ manifest: StudyManifest, in name: String) throws -> StudyStore {
      var source = StudySource(
        try manifest.plan(registry: studyRegistry, path: "manifest.json"), from: manifest,
        pluginLimits: .init(seconds: 1, bytes: 1))
      source.findLaterMetrics(in: studyRegistry)
      let second = try StudyRunner(source, in: path(name)).run()
      try source.finish(
        second, context: RunContext(), note: { note in notes.withLock { $0.append(note) } },
        progress: { _ in })
      return second
    }
    let second = try repeated(manifest, in: "second")
    #expect(try second.results().measure("ink.share") != nil)
    #expect(try second.manifest().scores == manifest.scores && manifest.scores != nil)
    #expect(notes.withLock { $0 } == ["metrics added to the study later are measured too: ink"])
    // One that is unknown here, and values that differ for it, are told.
    var other = manifest
    other.metrics[other.metrics.count - 1].name = "lost"
    _ = try repeated(other, in: "third")
    #expect(notes.withLock { $0.count } == 3)
    #expect(notes.withLock { $0[1] }.hasPrefix("metric 'lost' of the manifest was not measured: "))
    #expect(
      notes.withLock { $0[2] }.hasPrefix("the frames are those of the manifest, but some values differ"))
  }

  @Test("a manifest makes the same frames in another folder")
  func reproduced() throws {
    let first = try StudyRunner(try plan(), in: path("first")).run()
    let manifest = try StudyManifest(path: path("first/manifest.json"))
    #expect(manifest == (try first.manifest()))
    var runner = StudyRunner(
      try manifest.plan(registry: studyRegistry, path: "manifest.json"), in: path("second"))
    runner.reproduced = manifest
    let second = try runner.run().manifest()
    #expect(second.frames == manifest.frames && second.frames != nil && second.scores == manifest.scores)
    #expect(second.definition == manifest.definition)
    #expect(second.study == manifest.study)
    #expect(manifest.datasets[3].unusable == ["bad weight": 1])
  }

  @Test("other points, parameters and views are told before anything runs, other frames after it")
  func differences() throws {
    _ = try StudyRunner(try plan(), in: path("first")).run()
    func error(_ change: (inout StudyManifest) -> Void) throws -> String {
      var manifest = try StudyManifest(path: path("first/manifest.json"))
      change(&manifest)
      var runner = StudyRunner(
        try manifest.plan(registry: studyRegistry, path: "manifest.json"), in: path(UUID().uuidString))
      runner.reproduced = manifest
      do {
        _ = try runner.run()
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(try error { _ in }.isEmpty)
    #expect(
      try error { $0.datasets[0].sha256 = "77" }.contains(
        "\n  dataset 'towns: cities(count=30,seed=3)': points of SHA-256 "))
    #expect(
      try error { $0.strategies[2].parameters["maxIterations"] = "7" }
        .contains("\n  strategy 'kmeans(k=5)': kmeans, "))
    #expect(try error { $0.cameras[1].viewsSHA256 = "0" }.contains("\n  camera 'still from z6.5': views of "))
    #expect(try error { $0.frames?.sha256 = "ff" }.contains(" here, ff in the manifest"))
  }

  @Test("a manifest tells the commit that the build states, and whether files differed from it")
  func commit() {
    typealias Known = StudyManifest.Known
    let digits = String(repeating: "0a1b2", count: 8)
    func facts(_ text: String) -> [Known] {
      let facts = StudyManifest.Tool.commit(of: text)
      return [facts.commit, facts.hasLocalChanges]
    }
    #expect(facts(digits) == [Known(digits), Known("no")])
    #expect(facts(digits + " +changes") == [Known(digits), Known("yes")])
    for unknown in ["", "+changes", "main", String(digits.dropLast()), digits + " and more"] {
      #expect(facts(unknown).allSatisfy { $0.value == nil && $0.reason?.contains("make build") == true })
    }
  }

  @Test("plugins go with a manifest, and only with the text that their digest is of")
  func plugins() throws {
    _ = try StudyRunner(try plan(), in: path("first")).run()
    var manifest = try StudyManifest(path: path("first/manifest.json"))
    let text = "return {}"
    func plugin(_ name: String, _ module: String, _ moduleText: String) -> StudyManifest.Plugin {
      .init(
        PluginSource(
          name: name, version: "1",
          sources: [
            SourceFile(name: name, text: Array(text.utf8)),
            SourceFile(name: module, text: Array(moduleText.utf8)),
          ]))
    }
    // Modules of one name and different plugins stay apart.
    manifest.plugins = [
      plugin("mine.lua", "lib.helper", "return 1"), plugin("mine.lua", "lib.helper", "return 2"),
    ]
    let paths = try manifest.writePlugins(to: folder.path)
    #expect(paths == [path("1/mine.lua"), path("2/mine.lua")])
    func content(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
    #expect(try content("1/mine.lua") == text && content("2/lib/helper.lua") == "return 2")
    for wrong in [
      { $0.source = "return 1" }, { $0.modules[0].source = "return 3" }, { $0.modules[0].name = "lib.other" },
      { $0.modules = [] },
    ] as [(inout StudyManifest.Plugin) -> Void] {
      var forged = manifest
      wrong(&forged.plugins[1])
      #expect(throws: StudyError.self) { try forged.writePlugins(to: folder.path) }
    }
    for (name, module) in [("../x.lua", "lib"), ("x.lua", "../x"), ("x.lua", "..x"), ("x.lua", "")] {
      manifest.plugins = [plugin(name, module, "return 1")]
      #expect(throws: StudyError.self) { try manifest.writePlugins(to: folder.path) }
    }
  }
}

@Suite("Versions of what comes with the package")
struct BuiltInVersionTests {
  private static let file = "built-in-versions.txt"

  /// A line for each strategy and metric: its name, its version, and a digest of what it gives on fixed data.
  private static func lines() throws -> [String] {
    let points = try makeHeaps(400, seed: 5)
    let views = [5.0, 6, 7.5].map { zoom in
      Viewport(center: Coordinate(longitude: 3, latitude: 50), zoom: zoom, width: 700, height: 500)
    }
    var registry = Registry.builtIn
    registry.registerMetrics()
    var lines: [String] = []
    for registration in registry.all(.strategy) {
      let map = try Clusterer(try registration()).build(points)
      let frames = try views.map { try map.frame(for: $0).canonicalHashes.screen.description }
      lines.append(
        "strategy \(registration.name) \(BuiltInVersions.version(of: registration.name)) "
          + Digest(of: frames.joined().utf8).description)
    }
    let map = try Clusterer(.grid(cellSize: 70)).build(points)
    let subject = MetricSubject(try views.map { try map.frame(for: $0) }, seed: 3)
    for metric in try registry.all(.metric).map({ try $0() }) where !metric.about.reruns {
      let scores = try SequenceScores([metric], of: subject)
      let values = (scores.frames + scores.pairs + [scores.sequence]).flatMap { $0 }.map { result in
        // As many digits as any machine's logarithms and sines agree in.
        result.value.number.map { String(format: "%.9g", $0) } ?? result.value.description
      }
      lines.append(
        "metric \(metric.about.name) \(metric.about.version) "
          + Digest(of: values.joined(separator: "\n").utf8).description)
    }
    return lines
  }

  @Test("results of a strategy or metric change only with its version")
  func versions() throws {
    let lines = try Self.lines()
    let url = Folders.package.appending(path: "Tests/Snapshots/\(Self.file)")
    let stored = try? String(contentsOf: url, encoding: .utf8)
    for line in lines {
      let parts = line.split(separator: " ")
      let start = parts.dropLast().joined(separator: " ") + " "
      let before = stored?.split(separator: "\n").first { $0.hasPrefix(start) }
      // Not even a recording lets the same version stand for other results.
      if let before {
        #expect(before == line, "\(parts[0]) '\(parts[1])' has other results; count its version up")
      }
    }
    #expect(try Snapshot.difference(of: lines.joined(separator: "\n") + "\n", from: Self.file) == nil)
  }
}
