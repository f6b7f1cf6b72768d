import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Studies beside each other")
struct StudyComparisonTests {
  private let folder = TemporaryFolder()

  /// The results of a study of two data sets, with a strategy 'mine' whose cells may be of any size.
  private func results(
    _ name: String, cellSize: Double = 60, seeds: String = "[1, 2]", dataSeed: Int = 3,
    others: String = #""none""#, width: Int = 1280, metrics: String = #"["overlap", "nesting", "churn"]"#
  ) throws -> StudyResults {
    var registry = studyRegistry
    registry.register(
      Registration(kind: .strategy, name: "mine", summary: "", parameters: []) { _ in
        GridStrategy(cellSize: cellSize)
      })
    let plan = try makeStudy(
      """
      {
        "datasets": [
          { "generate": "cities", "count": [600, 900], "seed": 3 },
          { "generate": "cities", "count": 700, "seed": \(dataSeed), "name": "seventy" }
        ],
        "controls": false, "strategies": ["mine", \(others)], "cameras": ["still", { "name": "zoom-ladder", "steps": 2 }],
        "starts": [6], "seeds": \(seeds), "width": \(width), "metrics": \(metrics)
      }
      """, registry: registry)
    return try StudyRunner(plan, in: "\(folder.path)/\(name)").run().results()
  }

  private func compare(_ first: StudyResults, _ second: StudyResults) -> StudyComparison {
    StudyComparison(first, second, names: ("a", "b"))
  }

  @Test("a study beside itself has equal frames, equal scores, and nothing to note")
  func same() throws {
    let comparison = compare(try results("first"), try results("again"))
    #expect(comparison.notes == [])
    #expect(comparison.runCount == 24 && comparison.equalCount == 24)
    #expect(!comparison.rows.isEmpty && comparison.trends.isEmpty)
    #expect(
      comparison.rows.allSatisfy { $0.differingCount == 0 && $0.largest == 0 && ($0.difference ?? 0) == 0 })
  }

  @Test("scores of a strategy that changed differ by as much as in reports, those of others do not")
  func changed() throws {
    let (first, second) = (try results("first"), try results("second", cellSize: 200))
    let comparison = compare(first, second)
    #expect(comparison.runCount == 24)
    // Frames of the strategy that did not change are equal.
    #expect((12..<24).contains(comparison.equalCount))
    #expect(comparison.rows.filter { $0.strategy == "none" }.allSatisfy { $0.differingCount == 0 })
    let rows = comparison.rows.filter { $0.measure.label == "churn.share" && $0.camera.hasPrefix("zoom") }
      .filter { $0.strategy == "mine" }
    #expect(rows.map(\.dataset) == first.datasets.map(\.name))
    let measure = try #require(first.measure("churn.share"))
    for (dataset, row) in rows.enumerated() {
      #expect(row.runCount == 2)
      #expect(row.first == first.score(measure, dataset: dataset, strategy: 0, camera: 1).value)
      // A pair counts where one of the studies had something to decide; larger cells decide less often.
      let runs = zip(first.runs, second.runs).filter {
        $0.0.dataset == dataset && $0.0.strategy == 0 && $0.0.camera == 1
      }
      let counted = runs.flatMap { old, new in
        new.values[measure].enumerated().filter {
          old.exposure.pairs[$0.offset] || new.exposure.pairs[$0.offset]
        }.compactMap(\.element.number)
      }
      #expect(row.second.number == Quantile.mean(of: counted))
      let (old, new) = (try #require(row.first.number), try #require(row.second.number))
      #expect(row.difference == new - old)
      #expect(row.largest >= 0 && row.valueCount == 4)
    }
    let differences = rows.compactMap(\.difference)
    func trend(_ comparison: StudyComparison) throws -> StudyComparison.Trend {
      try #require(
        comparison.trends.first { $0.measure.label == "churn.share" && $0.camera.hasPrefix("zoom") })
    }
    // Data sets of one generator are one source, and so one sample.
    let together = try trend(comparison)
    #expect(together.datasetCount == 3 && together.sourceCount == 1 && together.strategy == "mine")
    #expect(together.median == Quantile.mean(of: differences) && together.p == 1)
    var apart = first
    for dataset in 0..<3 { apart.datasets[dataset].source = "\(dataset).csv" }
    apart.manifest.overlaps = []
    let trend = try trend(compare(apart, second))
    #expect(trend.datasetCount == 3 && trend.sourceCount == 3)
    #expect(trend.median == Quantile.median(of: differences))
    // Less churn is better.
    #expect(trend.better == differences.count { $0 < 0 } && trend.worse == differences.count { $0 > 0 })
    // With three datasets no sign test is below one quarter, and corrections add to it.
    #expect(trend.p >= 0.25)
  }

  @Test("a value that one study has and the other has not is no part of either score")
  func missing() throws {
    var (first, second) = (try results("first"), try results("again"))
    let measure = try #require(first.measure("overlap.share"))
    for run in first.runs.indices where first.runs[run].strategy == 0 && first.runs[run].camera == 1 {
      first.runs[run].values[measure] = [.number(1), .number(0.5), .undefined(.noMarkers)]
      second.runs[run].values[measure] = [.undefined(.failed), .number(0.25), .undefined(.noMarkers)]
    }
    let row = try #require(
      compare(first, second).rows.first {
        $0.strategy == "mine" && $0.measure.label == "overlap.share" && $0.camera.hasPrefix("zoom")
      })
    #expect(row.first.number == 0.5 && row.second.number == 0.25 && row.difference == -0.25)
    #expect(row.valueCount == 6 && row.differingCount == 4 && row.largest == 0.25)
  }

  @Test("what is not shared is left out and said")
  func notShared() throws {
    let first = try results("first")
    let other = try results(
      "other", seeds: "[2, 3]", dataSeed: 4, others: #""quadtree""#, metrics: #"["overlap", "ink"]"#)
    let comparison = compare(first, other)
    // Of two datasets the points are the same; one strategy, two cameras and one seed are shared.
    #expect(comparison.runCount == 4 && comparison.equalCount == 4)
    #expect(Set(comparison.rows.map(\.measure.label)).allSatisfy { $0.hasPrefix("overlap.") })
    #expect(comparison.notes.contains("dataset 'seventy' has other points in b: its runs are left out"))
    #expect(comparison.notes.contains("only a has strategy none"))
    #expect(comparison.notes.contains("only b has strategy quadtree"))
    #expect(comparison.notes.contains("only a has seed 1") && comparison.notes.contains("only b has seed 3"))
    #expect(comparison.notes.contains { $0.hasPrefix("only a has measure nesting.") })
    let narrow = compare(first, try results("narrow", width: 400))
    #expect(narrow.runCount == 0 && narrow.rows.isEmpty)
    #expect(narrow.notes == ["24 runs with other views in b left out"])
  }

  @Test("values of a metric in another version, runs that failed or are missing, are left out and said")
  func versions() throws {
    let first = try results("first")
    var second = first
    for measure in second.measures.indices where second.measures[measure].label.hasPrefix("churn.") {
      second.measures[measure].version = "77"
    }
    second.runs[0].failure = "out of order"
    second.runs.removeLast(3)
    second.manifest.strategies[0].version = "9"
    let comparison = compare(first, second)
    #expect(comparison.runCount == 20)
    #expect(!comparison.rows.contains { $0.measure.label.hasPrefix("churn.") })
    let version = try #require(first.measures.first { $0.label.hasPrefix("churn.") }).version
    let strategy = first.manifest.strategies[0].version
    #expect(
      comparison.notes == [
        "strategy 'mine' is of version \(strategy) in a, 9 in b",
        "metric 'churn' is of version \(version) in a, 77 in b: it is left out",
        "3 runs of a not finished in b", "1 run failed in b",
      ])
    #expect(compare(second, first).notes.contains("3 runs of a not finished in b") == false)
    #expect(compare(second, first).notes.contains("3 runs of b not finished in a"))
  }
}
