import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies
import TestSupport
import Testing

@Suite("Plans of studies")
struct StudyPlanTests {
  @Test("a list where a parameter takes one value is an axis, and axes are crossed")
  func sweep() throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "cities", "count": [10, 20], "seed": [1, 2] }],
        "controls": false, "strategies": ["none", { "name": "grid", "anchor": ["world", "viewport"], "cellSize": [40, 80] }],
        "cameras": [{ "name": "pan", "steps": [1, 2] }], "starts": ["fit", 4.5] }
      """)
    #expect(
      plan.strategies.map(\.label) == [
        "none", "grid(cellSize=40,anchor=world)", "grid(cellSize=40,anchor=viewport)",
        "grid(cellSize=80,anchor=world)", "grid(cellSize=80,anchor=viewport)",
      ])
    #expect(
      plan.datasets.map(\.name) == [
        "cities(count=10,seed=1)", "cities(count=10,seed=2)", "cities(count=20,seed=1)",
        "cities(count=20,seed=2)",
      ])
    #expect(
      plan.cameras.map(\.label) == [
        "pan(steps=1) from fit", "pan(steps=1) from z4.5", "pan(steps=2) from fit", "pan(steps=2) from z4.5",
      ])
    #expect(plan.runCount == 4 * 5 * 4)
    #expect(plan.strategies[1].parameters.map(\.value) == ["40", "world", "false"])
    #expect(try plan.datasets.map { try $0.load().points.count } == [10, 10, 20, 20])
  }

  @Test("the steps after a strategy are part of it")
  func steps() throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "uniform" }],
        "controls": false, "strategies": [{ "name": "grid", "representative": ["central", "first"], "limits": { "minPoints": 3 },
          "separate": { "padding": 4 } }] }
      """)
    #expect(
      plan.strategies.map(\.label) == [
        "grid(representative=central,limits.minPoints=3,separate.padding=4)",
        "grid(representative=first,limits.minPoints=3,separate.padding=4)",
      ])
  }

  @Test("seeds of strategies repeat those that draw at random and have no seed of their own")
  func strategySeeds() throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "uniform" }], "strategySeeds": [3, 5], "seeds": [7],
        "controls": false, "strategies": ["grid", { "name": "kmeans", "k": 4, "limits": { "minPoints": 3 } }, "kmeans(seed=9)"] }
      """)
    #expect(
      plan.strategies.map(\.label) == [
        "grid", "kmeans(k=4,seed=3,limits.minPoints=3)", "kmeans(k=4,seed=5,limits.minPoints=3)",
        "kmeans(seed=9)",
      ])
    // Read again, the normal form gives the same strategies.
    #expect(try makeStudy(plan.json).strategies.map(\.label) == plan.strategies.map(\.label))
  }

  @Test("the seeds of a study move its cameras and no strategy")
  func placeSeeds() throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "cities", "count": 400 }], "strategies": ["kmeans(k=9)"], "seeds": [1, 2],
        "metrics": ["overlap"] }
      """)
    let folder = TemporaryFolder()
    let results = try StudyRunner(plan, in: folder.path).run().results()
    #expect(results.runs.count == 2)
    #expect(results.runs[0].frames == results.runs[1].frames)
  }

  @Test("what a plan does not say has its usual value")
  func defaults() throws {
    let plan = try makeStudy(#"{ "datasets": { "generate": "uniform" }, "strategies": "grid" }"#)
    #expect(plan.cameras.map(\.label) == ["still from fit"])
    #expect(plan.seeds == [1])
    #expect(plan.timing == nil)
    #expect(plan.metrics.count > 15)
    #expect(plan.metrics.allSatisfy { !$0.metric.about.reruns })
  }

  /// Texts that are wrong in one way each.
  private static let mistakes = [
    "", "[1, 2", "{ \"name\": \"a\" } x", "[]", "{\n  \"name\": 7\n}",
    #"{ "dataset": [] }"#, #"{ "strategies": ["grid"] }"#,
    "{\n\"datasets\": [{ \"generate\": \"cites\" }] }",
    #"{ "datasets": [{ "generate": "cities", "count": -1 }], "strategies": ["grid"] }"#,
    #"{ "datasets": [{ "pth": "x.csv" }] }"#, #"{ "datasets": [7] }"#,
    "{ \"datasets\": [\"x.csv\"],\n  \"strategies\": [\"grid\",\n    { \"name\": \"grid\", \"cellsize\": 3 }] }",
    #"{ "datasets": ["x.csv"], "strategies": [{ "name": "grid", "cellSize": [40, -1] }] }"#,
    #"{ "datasets": ["x.csv"], "strategies": [{ "name": "grid", "cellSize": [] }] }"#,
    #"{ "datasets": ["x.csv"], "strategies": [{ "cellSize": 40 }] }"#,
    #"{ "datasets": ["x.csv"], "strategies": [{ "name": "grid", "limits": { "minPonts": 3 } }] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid", "grid"] }"#,
    #"{ "datasets": ["x.csv", "y/x.csv"], "strategies": ["grid"] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "starts": ["fitt"] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "seeds": [-1] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["kmeans"], "strategySeeds": [0.5] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["kmeans"], "strategySeeds": [2, 2] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "metrics": ["overlp"] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "metrics": ["overlap"], "primary": ["overlap.shre"] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "metrics": ["overlap"], "primary": ["overlap.share ± 0"] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "metrics": ["overlap"], "primary": ["overlap.share +- few"] }"#,
    #"{ "datasets": ["x.csv", "y.csv"], "strategies": ["grid"], "tuning": ["z"] }"#,
    #"{ "datasets": ["x.csv", "y.csv"], "strategies": ["grid"], "tuning": ["x"] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "metrics": ["overlap"], "primary": ["overlap.share"], "tuning": ["x"] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "metrics": ["overlap"], "primary": ["overlap.share@pan"] }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "combine": "best" }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "width": -3 }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "timing": { "builds": 0 } }"#,
    #"{ "datasets": ["x.csv"], "strategies": ["grid"], "name": "a", "name": "b" }"#,
  ]

  @Test("every mistake is told with its line, and with what would be right")
  func errors() throws {
    var text = ""
    for mistake in Self.mistakes {
      #expect(throws: (any Error).self) { try makeStudy(mistake) }
      do { _ = try makeStudy(mistake) } catch { text += "\(mistake)\n  → \(error)\n" }
    }
    #expect(try Snapshot.difference(of: text, from: "study-errors.txt") == nil)
  }
}
