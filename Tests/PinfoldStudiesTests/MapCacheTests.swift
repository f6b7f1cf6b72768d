import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import Synchronization
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Indices that runs share")
struct MapCacheTests {
  /// A grid that counts how often it is built.
  private final class CountingStrategy: ClusteringStrategy {
    let builds = Atomic(0)

    var capabilities: Capabilities { [] }

    func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
      builds.add(1, ordering: .relaxed)
      return GridStrategy().makeIndex(over: points, context: context)
    }
  }

  @Test(
    "an index is built once for a dataset and a strategy, whatever the cameras and where they start",
    arguments: [1, 3])
  func builds(threads: Int) throws {
    let (plain, seeded) = (CountingStrategy(), CountingStrategy())
    var registry = studyRegistry
    registry.register(
      Registration(kind: .strategy, name: "plain", summary: "", parameters: []) { _ in plain })
    let seed = ParameterDescription(
      name: "seed", kind: .integer(0...100), defaultValue: .integer(1), help: "")
    registry.register(
      Registration(kind: .strategy, name: "seeded", summary: "", parameters: [seed]) { _ in seeded })
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "cities", "count": [20, 30] }], "controls": false, "strategies": ["plain", "seeded", "seeded(seed=4)"],
        "cameras": ["still", "pan(steps=1)"], "starts": ["fit", 5], "seeds": [1, 2, 3], "metrics": ["overlap"] }
      """, registry: registry)
    let folder = TemporaryFolder()
    let store = try StudyRunner(plan, in: folder.path).run(context: RunContext(threads: threads))
    #expect(try store.status().finished == 2 * 3 * 4 * 3)
    #expect(plain.builds.load(ordering: .relaxed) == 2)
    // With its usual seed, and with one of its own.
    #expect(seeded.builds.load(ordering: .relaxed) == 2 * 2)
  }
}

@Suite("Metrics of a run")
struct MetricScoreTests {
  @Test(
    "metrics measured together have the values that each has alone, those that run again on the first frames")
  func together() throws {
    let names = "determinism(repeats=2,permutations=2),overlap,nesting,ladder,conservation,churn,history"
    let metrics = try MetricDefinition.all(Node(.word(names), place: "test"), in: studyRegistry)
      .map(\.metric)
    let map = try Clusterer(.grid()).build(try makeHeaps(200, seed: 4))
    let frames = try [5.0, 6, 7].map {
      try map.frame(for: Viewport(center: Coordinate(longitude: 3, latitude: 50), zoom: $0))
    }
    let subject = MetricSubject(frames, clusterer: Clusterer(.grid()))
    for rerunFrames in 0...2 {
      let all = try SequenceScores(metrics, of: subject, rerunFrames: rerunFrames)
      let alone = try metrics.map { try SequenceScores([$0], of: subject, rerunFrames: rerunFrames) }
      #expect(all.columns == alone.flatMap(\.columns))
      #expect(all.columns[0].count == rerunFrames)
      #expect(all.columns.count == metrics.reduce(0) { $0 + $1.about.measures.count })
    }
  }
}
