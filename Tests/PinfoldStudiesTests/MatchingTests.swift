import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Strategies tuned to equal amounts")
struct MatchingTests {
  private func strategy(_ text: String) throws -> ClustererDefinition {
    try ClustererDefinition.one(Node(.word(text), place: "test"), in: studyRegistry)
  }

  private static let view = Viewport(
    center: Coordinate(longitude: 2, latitude: 50), zoom: 7, width: 900, height: 700)

  @Test("strategies that keep markers apart in other sizes than those that are measured are told")
  func ownSizes() throws {
    func note(_ texts: String...) throws -> String? {
      MarkerWarning.ownSizes(of: try texts.map { try strategy($0).named() }, measuredWith: MarkerStyle())
    }
    #expect(try note("grid", "separate", "separate(padding=9)") == nil)
    #expect(
      try note("grid", "separate(smallest=4,largest=8)")
        == "separate(smallest=4,largest=8): markers are kept apart in sizes of their own, and measured like all others, "
        + "with radii of 12 to 32 screen points, in which they may overlap")
  }

  @Test(
    "the size found is the best of all that there are, as far as halving can tell",
    arguments: ["grid", "pca", "kmeans", "quadtree", "radius"])
  func best(name: String) throws {
    let points = try makeHeaps(700, seed: 4)
    let size = try #require(try strategy(name).size)
    let tuned = TunedStrategy(
      size, on: points, to: .markers(40), style: MarkerStyle(), context: RunContext())
    let tuning = try tuned.tuning(for: [Self.view])
    let frame = try tuning.map.frame(for: Self.view)
    // Of whole numbers, a few.
    let values = size.values.indices.filter { size.values.count < 100 || $0 % 256 == 255 }.map {
      size.values[$0]
    }
    let counts = try values.map {
      try size.clusterer($0).build(points).frame(for: Self.view).count
    }
    #expect(counts.first ?? 0 > 40 && counts.last ?? 50 < 40)
    if size.values.count > 100 { #expect(frame.count == 40) }
    let distances = counts.map { abs(Double.log(Double($0) / 40)) }
    let nearest = try #require(distances.min())
    // Halving may miss a nearer count of a size that is out of order, by no more than the steps between
    // sizes.
    #expect(abs(Double.log(Double(frame.count) / 40)) <= nearest + 0.2, "\(frame.count)")
    #expect(tuning.size?.hasPrefix("\(size.name)=") == true)
    #expect(try tuning.map.clusterer.build(points).frame(for: Self.view).bytes == frame.bytes)
  }

  @Test("ink is matched too, and what cannot be reached is approached")
  func ink() throws {
    let points = try makeHeaps(700, seed: 4)
    let size = try #require(try strategy("grid").size)
    func covered(_ share: Double) throws -> Double {
      let tuned = TunedStrategy(
        size, on: points, to: .ink(share), style: MarkerStyle(), context: RunContext())
      let frame = try tuned.tuning(for: [Self.view]).map.frame(for: Self.view)
      return try #require(try InkMetric().evaluate(MetricSubject([frame]))[0].value.number)
    }
    #expect((0.04..<0.06).contains(try covered(0.05)))
    #expect(try covered(1) < 0.5)
  }

  @Test("values fall from the most markers to the fewest, and read as people type them")
  func values() throws {
    let grid = try #require(try strategy("grid").size)
    #expect(grid.name == "cellSize" && grid.values.first == .number(1) && grid.values.last == .number(3760))
    #expect(grid.values.contains(.number(45.3)))
    let pca = try #require(try strategy("pca").size)
    #expect(pca.name == "budget" && pca.values.last == .integer(1) && pca.values.first == .integer(4096))
    #expect(try strategy("none").size == nil)
  }

  @Test("where the parameter is the number of markers, it is the number that is wanted")
  func wholeNumbers() throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "uniform", "count": 300 }], "strategies": ["kmeans"], "cameras": ["still"],
        "metrics": ["markers"], "match": { "markers": 40 } }
      """)
    let folder = TemporaryFolder()
    let results = try StudyRunner(plan, in: folder.path).run().results()
    #expect(results.runs.map(\.size) == ["k=40"] && results.runs[0].frames[0].markers == 40)
  }

  @Test("a path is tuned by the median of its views with enough points")
  func path() throws {
    let points = try makeHeaps(700, seed: 4)
    let size = try #require(try strategy("radius").size)
    var views = [Self.view, Self.view, Self.view, Self.view]
    for step in views.indices { views[step].zoom += Double(step) / 2 }
    // Nothing is to be seen here.
    views.append(Viewport(center: Coordinate(longitude: -100, latitude: 0), zoom: 9, width: 900, height: 700))
    let tuned = TunedStrategy(
      size, on: points, to: .markers(40), style: MarkerStyle(), context: RunContext())
    let tuning = try tuned.tuning(for: views)
    let frames = try views.map { try tuning.map.frame(for: $0) }
    let counts = frames.filter { frame in frame.isInView.count { $0 } >= 40 }.map { Double($0.count) }
    let median = try #require(Quantile.median(of: counts))
    #expect(counts.count > 1 && (34...46).contains(median))
  }

  @Test("a study tunes over the views of each run, keeps the size, and says it")
  func study() throws {
    let folder = TemporaryFolder()
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "uniform", "count": 800 }], "strategies": ["grid", "pca", "none"],
        "cameras": [{ "name": "zoom-ladder", "steps": 1 }], "metrics": ["markers"], "match": { "markers": 60 } }
      """)
    let store = try StudyRunner(plan, in: folder.path).run(context: RunContext(threads: 2))
    let results = try store.results()
    // Cells come in steps of twice the size, which change the number of markers by up to four.
    for (run, range) in zip(results.runs, [30.0...120, 54...66]) {
      #expect(range.contains(try #require(Quantile.median(of: run.frames.map { Double($0.markers) }))))
    }
    let size = try #require(results.runs[0].size)
    #expect(size.hasPrefix("cellSize=") && results.runs[1].size?.hasPrefix("budget=") == true)
    #expect(results.runs[2].size == nil)
    let again = try Clusterer(.grid(cellSize: try #require(SizeRange([size])).low))
      .build(try store.points(of: 0, registry: studyRegistry))
    for frame in results.runs[0].frames {
      #expect(try again.frame(for: frame.viewport).canonicalHashes == frame.hashes)
    }
    #expect(StudyReport(results).markdown().contains("| tuned to |"))
    #expect(StudyReport(results).markdown().contains("| \(size) |"))
    #expect(try makeStudy(plan.json).match == .markers(60))
  }

  @Test("a size of its own is refused where all are tuned, and two targets are")
  func refused() {
    func message(_ members: String) -> String {
      do {
        _ = try makeStudy(#"{ "datasets": ["x.csv"], \#(members) }"#)
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      message(#""strategies": ["grid(cellSize=9)"], "match": { "ink": 0.1 }"#)
        .contains("strategy 'grid(cellSize=9)' sets 'cellSize', which is tuned here"))
    #expect(
      message(#""strategies": ["grid"], "match": { "ink": 0.1, "markers": 9 }"#).contains("are both given"))
  }
}
