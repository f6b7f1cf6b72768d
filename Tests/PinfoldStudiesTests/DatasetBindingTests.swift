import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("What a strategy has from each dataset")
struct DatasetBindingTests {
  private let folder = TemporaryFolder()

  /// A file of heaps with a column of labels, of which 0 is noise, and one with half of them.
  private func heaps(_ labels: Int, name: String) -> String {
    var random = SplitMix64(seed: UInt64(labels))
    let rows = (0..<labels * 30).map { row in
      let label = row % (labels + 1)
      let (x, y) = (Double(label) * 2 + random.bell() * 0.1, Double(label % 3) + random.bell() * 0.1)
      return "\(row),\(x),\(y),\(label),\(label / 2)\n"
    }
    return folder.write(name, "id,lon,lat,species,half\n" + rows.joined())
  }

  private func datasets() -> String {
    [("three.csv", 3), ("five.csv", 5)].map { name, labels in
      #"{ "path": "\#(heaps(labels, name: name))", "id": "id", "truth": "species", "attributes": ["half"] }"#
    }.joined(separator: ", ")
  }

  @Test("a whole number is counted in each dataset, whatever its data come to")
  func counted() throws {
    let plan = try makeStudy(
      """
      { "datasets": [\(datasets())], "metrics": ["truth(noiseLabel=0)", "markers"], "controls": false,
        "strategies": [{ "name": "kmeans", "k": { "from": "truth", "except": "0" }, "restarts": [1, 5] },
                       { "name": "kmeans", "k": { "from": "half" } }, "kmeans(k=4)"] }
      """)
    let labels = [
      "kmeans(k=truth but 0,restarts=1)", "kmeans(k=truth but 0,restarts=5)", "kmeans(k=half)", "kmeans(k=4)",
    ]
    #expect(
      plan.strategies.map { Set($0.label.split { "(),".contains($0) }) }
        == labels.map { Set($0.split { "(),".contains($0) }) })
    #expect(try makeStudy(plan.json).json == plan.json)
    let store = try StudyRunner(plan, in: "\(folder.path)/study").run()
    let results = try store.results()
    let markers = results.runs.map { $0.frames[0].markers }
    #expect(markers == [3, 3, 2, 4, 5, 5, 3, 4])
    #expect(try StudyVerifier(store, registry: studyRegistry).verify(rerunning: 8).problems.isEmpty)
  }

  @Test("what cannot be counted is told")
  func mistakes() throws {
    func message(_ strategy: String) -> String {
      do {
        _ = try makeStudy(#"{ "datasets": ["x.csv"], "strategies": [\#(strategy)] }"#)
        return "none"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message(#"{ "name": "grid", "cellSize": { "from": "truth" } }"#).contains(
        "'cellSize' of strategy 'grid' is not a whole number"))
    #expect(
      message(#"{ "name": "kmeans", "k": { "from": 3 } }"#).contains("takes 'from', the name of a column"))
    #expect(message(#"{ "name": "kmeans", "k": { "from": "a", "but": "b" } }"#).contains("but"))
    #expect(message(#"{ "name": "grid", "frames": "f.json" }"#).contains("'grid' is the name of a strategy"))
    #expect(message(#"{ "frames": "f.json" }"#).contains("needs 'name'"))
    #expect(message(#"{ "name": "x", "frames": "" }"#).contains("takes the path of a file"))
    #expect(message(#"{ "name": "x", "frames": "f", "cellSize": 3 }"#).contains("cellSize"))
    let plan = try makeStudy(
      #"{ "datasets": [{ "generate": "uniform", "count": 9 }], "metrics": [], "strategies": [{ "name": "kmeans", "k": { "from": "truth" } }] }"#
    )
    let failure = try StudyRunner(plan, in: "\(folder.path)/none").run().results().runs[0].failure
    #expect(failure?.contains("truth") == true)
  }

  /// A frame as a foreign program would write it.
  private func json(_ frame: Frame) -> String {
    let view = frame.view.viewport
    let clusters = (0..<frame.count).map { cluster in
      let place = frame.coordinate(of: cluster)
      let members = frame.members(of: cluster).map { frame.points.ids[$0].description }
      return
        #"{ "lon": \#(place.longitude), "lat": \#(place.latitude), "members": [\#(members.joined(separator: ","))] }"#
    }
    return
      #"{ "viewport": { "lon": \#(view.center.longitude), "lat": \#(view.center.latitude), "zoom": \#(view.zoom), "#
      + #""width": \#(view.width), "height": \#(view.height), "tileSize": \#(view.tileSize) }, "#
      + #""clusters": [\#(clusters.joined(separator: ","))] }"#
  }

  @Test("frames that another program made have the scores that the same frames have here")
  func foreign() throws {
    let cameras =
      #""cameras": [{ "name": "zoom-ladder", "steps": 3 }, "still"], "metrics": ["overlap", "displacement", "churn", "nesting", "conservation", "markers"]"#
    let own = try makeStudy(
      #"{ "datasets": [\#(datasets())], "strategies": ["grid(cellSize=90)"], \#(cameras) }"#)
    for (name, views) in try own.views(context: RunContext()) {
      let points = try StudyData(try #require(own.datasets.first { $0.name == name }), context: RunContext())
        .points
      let map = try Clusterer(.grid(cellSize: 90)).build(points)
      let frames = try views.map { json(try map.frame(for: $0)) }
      _ = folder.write("\(name).json", "[\(frames.joined(separator: ","))]")
    }
    let plan = try makeStudy(
      #"{ "datasets": [\#(datasets())], "timing": { "builds": 1, "passes": 1 }, "strategies": ["grid(cellSize=90)", { "name": "other", "frames": "\#(folder.path)/{dataset}.json" }], \#(cameras) }"#
    )
    #expect(try makeStudy(plan.json).json == plan.json)
    #expect(plan.framePaths.count == 2)
    let store = try StudyRunner(plan, in: "\(folder.path)/both").run()
    let results = try store.results()
    #expect(results.runs.allSatisfy { $0.failure == nil })
    #expect(
      results.strategies.map(\.label) == ["grid(cellSize=90)", "other", "none", "random(k=1)", "random"])
    for camera in 0..<2 {
      for dataset in 0..<2 {
        for measure in results.measures.indices {
          let (first, second) = (
            results.score(measure, dataset: dataset, strategy: 0, camera: camera).value.number,
            results.score(measure, dataset: dataset, strategy: 1, camera: camera).value.number
          )
          #expect((first == nil) == (second == nil))
          if let first, let second { #expect(abs(first - second) < 1e-6) }
        }
      }
    }
    // It is not timed here, and its files are in the manifest.
    #expect(Set(results.timings.map(\.strategy)) == [0])
    #expect(results.manifest.strategies[1].sourceSHA256 != nil)
    #expect(try StudyVerifier(store, registry: studyRegistry).verify(rerunning: 20).problems.isEmpty)
    // Files that changed are noticed.
    let file = try #require(plan.framePaths[0].split(separator: "/").last)
    _ = folder.write(String(file), "[]")
    #expect(try !StudyVerifier(store, registry: studyRegistry).verify().problems.isEmpty)
  }

  @Test("frames that are missing, or have a point twice, fail their runs with the reason")
  func broken() throws {
    func failure(_ content: String?) throws -> String {
      if let content { _ = folder.write("f.json", content) }
      let plan = try makeStudy(
        #"{ "datasets": [{ "generate": "uniform", "count": 3 }], "metrics": [], "strategies": [{ "name": "x", "frames": "\#(folder.path)/f.json" }] }"#
      )
      let name = "\(folder.path)/\(content?.count ?? 0)"
      return try StudyRunner(plan, in: name).run().results().runs[0].failure ?? "none"
    }
    #expect(try failure(nil).contains("f.json"))
    #expect(try failure("[]").contains("has no frame (of 0 frames) for the view"))
    let view = #""viewport": { "lon": 0, "lat": 0, "zoom": 1 }"#
    #expect(
      try failure(
        #"{ \#(view), "clusters": [{ "lon": 0, "lat": 0, "members": [1] }, { "lon": 1, "lat": 1, "members": [1] }] }"#
      )
      .contains("[0] has point 1 twice"))
  }
}
