import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("What figures of a report count, and what they leave out")
struct ReportUnitTests {
  /// Results with a measure of a plugin, and one that has no value anywhere.
  private func withMore(_ results: StudyResults) -> StudyResults {
    var results = results
    for (name, better) in [("crowding.value", MeasureDirection.descriptive), ("silent.value", .higher)] {
      results.measures.append(
        MeasureRecord(
          label: name, id: name, version: "1", scope: .frame,
          measure: Measure("value", in: 0...1, better: better, "The fullest.")))
    }
    for run in results.runs.indices where results.runs[run].failure == nil {
      let strategy = results.runs[run].strategy
      results.runs[run].values += [
        [MeasuredValue](repeating: .number(Double(strategy + 1) / 8), count: 3),
        [MeasuredValue](repeating: .undefined(.noMarkers), count: 3),
      ]
    }
    return results
  }

  @Test("measures that no card has are in a table of their own, unranked, and those without values are named")
  func further() throws {
    let report = StudyReport(withMore(try MadeUpResults().make()))
    let text = report.markdown()
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("| crowding.value") })
    #expect(line == "| crowding.value = | 0.125 | 0.25 | 0.375 | 0.5 | – (1) | The fullest. |")
    #expect(text.contains("Neither ranked nor tested"))
    #expect(text.contains("Measured, but without a value anywhere: silent.value (no markers)."))
    #expect(report.html.contains("Further measures") && report.html.contains("crowding."))
    #expect(
      report.export.files.contains { $0.path.hasSuffix(".csv") && $0.text.contains("\ncrowding.value =") })
    // Every measure is in some table, or named as one without a value.
    for measure in withMore(try MadeUpResults().make()).measures { #expect(text.contains(measure.label)) }
  }

  @Test("runs are those of the study, with each seed of a strategy, and every text says the same number")
  func runs() throws {
    var madeUp = MadeUpResults(datasets: 6)
    madeUp.labels = ["grid", "kmeans(k=5,seed=1)", "kmeans(k=5,seed=2)", "kmeans(k=5,seed=3)"]
    var results = try madeUp.make()
    for seed in 1...3 { results.strategies[seed].parameters = [ParameterRecord("seed", "\(seed)")] }
    let facts = ReportFacts(results)
    let text = StudyReport(results).markdown()
    #expect(text.contains("kmeans(k=5) with its own seeds 1, 2, 3."))
    #expect(text.contains("with 1 seed of the study. ") && text.contains("48 of 48 runs finished."))
    #expect(facts.methods.contains("kmeans(k=5) 1, 2 and 3.") && facts.methods.contains("That makes 48 runs"))
    #expect(facts.json.contains("\"runs\":48") || facts.json.contains("\"runs\": 48"))
    #expect(facts.all(1, "test") == "the one test" && facts.all(2, "test") == "all 2 tests")
    #expect(text.contains("| seeds of strategies | kmeans(k=5) 1, 2 and 3 |"))
  }

  @Test("medians weigh sources alike, however many data sets one has")
  func sources() throws {
    var results = try MadeUpResults(datasets: 5).make()
    for dataset in 0..<3 { results.datasets[dataset].source = "one.csv" }
    let facts = ReportFacts(results)
    #expect(facts.sources == [[0, 1, 2], [3], [4]])
    let criterion = results.criterion(try #require(results.measure("overlap.share")), camera: 0)
    let scores = results.datasets.indices.map {
      results.score(criterion, dataset: $0, strategy: 0).value.number ?? .nan
    }
    let expected = [(scores[0] + scores[1] + scores[2]) / 3, scores[3], scores[4]].sorted()[1]
    #expect(expected != scores.sorted()[2])
    #expect(abs((facts.median(criterion, of: 0) ?? .nan) - expected) < 1e-12)
    let card = ScoreCard(results, camera: 0, claims: []).table(dataset: nil).table
    let column = try #require(card.columns.firstIndex { $0.hasPrefix("overlap.share") })
    #expect(card.rows[0][column].text == ReportNumber.text(expected))
    #expect(
      card.caption.hasSuffix(
        "medians over 3 sources, each with the scores of its data sets reduced to one (5 data sets in all)."))
    #expect(
      facts.methods.contains(
        "There are 3 sources; of several data sets: one.csv (set-0, towns \"&\" <cities>, set-2)."))
  }

  @Test("a value that construction decides is marked wherever strategies are ranked")
  func construction() throws {
    var madeUp = MadeUpResults(datasets: 8)
    madeUp.labels = ["a", "b", "c"]
    madeUp.primary = ["overlap.share"]
    var results = try madeUp.make()
    #expect(!StudyReport(results).markdown().contains("c (by construction)"))
    results.strategies[2].parameters = [ParameterRecord("separate", "true")]
    // Overlapping markers of a strategy that separates them are no construction.
    #expect(!StudyReport(results).markdown().contains("by construction"))
    for run in results.runs.indices where results.runs[run].strategy == 2 {
      results.runs[run].values[2] = [MeasuredValue](repeating: .number(0), count: 3)
    }
    let text = StudyReport(results).markdown()
    let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| c | valid") })
    #expect(row.contains(" (by construction) |"))
    #expect(text.contains("| c (by construction) against b |"))
    #expect(text.contains("minus that of c (by construction), which has the best mean rank"))
    let made = Construction(results.strategies[2])
    #expect(made.promises("overlap.share") && !made.promises("lattice.excess"))
    let grid = Construction(Clusterer(.grid()))
    #expect(
      grid.decides("lattice.excess") && !grid.promises("lattice.excess") && grid.promises("nesting.hard"))
    #expect(Construction(Clusterer(.grid(), separation: Separation())).promises("overlap.share"))
  }

  @Test("a capability that values contradict is told as a broken promise, and is no construction")
  func brokenPromise() throws {
    var madeUp = MadeUpResults(datasets: 8)
    madeUp.labels = ["a", "b", "c"]
    madeUp.primary = ["nesting.hard"]
    var results = try madeUp.make()
    results.strategies[0].capabilities = .nested
    for run in results.runs.indices {
      let value = results.runs[run].strategy == 0 ? 0.7 : 0.5
      results.runs[run].values[4] = [MeasuredValue](repeating: .number(value), count: 2)
    }
    let text = StudyReport(results).markdown()
    #expect(
      text.contains("- a promises nesting.hard of 1, and measured values are others: the promise is broken."))
    #expect(!text.contains("by construction"))
    for run in results.runs.indices where results.runs[run].strategy == 0 {
      results.runs[run].values[4] = [MeasuredValue](repeating: .number(1), count: 2)
    }
    #expect(!StudyReport(results).markdown().contains("promise is broken"))
  }

  @Test("every built-in strategy and metric is registered with its source")
  func bibliography() {
    for strategy in Registry.builtIn.all(.strategy) { #expect(strategy.source != nil, "\(strategy.name)") }
    var registry = Registry()
    registry.registerMetrics()
    for metric in registry.all(.metric) { #expect(metric.source?.isEmpty == false, "\(metric.name)") }
    #expect(Bibliography.source(of: "overlap", .metric)?.contains("supercluster") == true)
    #expect(Bibliography.source(of: "crowding", .metric) == nil)
  }
}
