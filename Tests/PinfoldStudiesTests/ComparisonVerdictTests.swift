import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies
import Testing

@Suite("The verdict of a comparison")
struct ComparisonVerdictTests {
  private static let share = Measure("share", in: 0...1, better: .lower, "Rare.")
  private static let size = Measure(
    "mean", in: 0...(.infinity), unit: "screen points", better: .lower, "Far.")

  /// Rows of strategies with these values in their views, in which they show these numbers of markers of 50
  /// points.
  private static func rows(
    _ values: [(name: String, values: [Double])], of measure: Measure = share, markers: [[Int]] = []
  ) throws -> [ComparisonRow] {
    let outcome = try Comparison(
      datasets: [NamedPoints("heaps", try makeHeaps(60, seed: 1))],
      strategies: values.map { NamedClusterer($0.name, Clusterer(.grid())) }, metrics: [],
      plan: ViewPlan(zooms: [8, 9, 10, 11], locations: 1)
    ).run()
    return outcome.rows.enumerated().map { place, row in
      var row = row
      for view in row.views.indices {
        row.views[view].points = 50
        row.views[view].clusters = markers.isEmpty ? 10 : markers[place][view]
        row.views[view].isDecided = row.views[view].clusters.map { $0 > 1 && $0 < 50 } ?? false
        row.views[view].measurements = [
          MetricResult(
            metric: "m", measure: measure, value: .number(values[place].values[view], else: .notMeasured))
        ]
      }
      return row
    }
  }

  @Test("a rare failure counts: shares are compared by their means, not by their medians")
  func rare() throws {
    let rows = try Self.rows([("steady", [0, 0, 0, 0, 0]), ("rare", [0, 0, 1, 0, 0])])
    let verdict = ComparisonVerdict(rows, by: ["m.share"])
    #expect(verdict.leads.map(\.leaders) == [["steady"]])
    #expect(verdict.leads.map(\.nextScore) == [0.2])
    #expect(verdict.sentences[0] == "On these views the best is steady by m.share (0 against 0.2 of rare).")
    #expect(verdict.sentences[1].contains("One data set is one sample"))
  }

  @Test("a lead by construction is marked, and scores are said to hold within the comparison")
  func construction() throws {
    var rows = try Self.rows([("a", [0, 0, 0, 0, 0]), ("b", [0, 0, 1, 0, 0])])
    for row in rows.indices {
      for view in rows[row].views.indices {
        rows[row].views[view].measurements[0].metric = "nesting"
      }
    }
    let verdict = ComparisonVerdict(rows, by: ["nesting.share"])
    #expect(verdict.leads.map(\.byConstruction) == [["a"]])
    #expect(verdict.sentences[0].contains("the best is a (by construction) by nesting.share"))
    #expect(verdict.sentences[1].hasPrefix("By construction: the strategy promises"))
    #expect(verdict.sentences.last?.hasPrefix("Scores hold within this comparison only") == true)
  }

  @Test("an outlier does not decide a size, and less than a hundredth of a pixel is a tie")
  func sizes() throws {
    let rows = try Self.rows(
      [("a", [3, 3, 3, 3, 900]), ("b", [3.001, 3, 3, 3.001, 3]), ("c", [5, 5, 5, 5, 5])], of: Self.size)
    let verdict = ComparisonVerdict(rows, by: ["m.mean"])
    #expect(verdict.leads.map(\.leaders) == [["a", "b"]])
    #expect(verdict.leads.map(\.next) == ["c"])
    #expect(verdict.sentences[0].contains("a, b by m.mean (3 against 5 screen points of c)"))
  }

  @Test("strategies that merge all or nothing never lead, and are named")
  func trivial() throws {
    let rows = try Self.rows(
      [
        ("one", [0, 0, 0, 0, 0]), ("all", [0, 0, 0, 0, 0]), ("x", [0.4, 0.4, 0.4, 0.4, 0.4]),
        ("y", [1, 1, 1, 1, 1]),
      ],
      markers: [[1, 1, 1, 1, 1], [50, 50, 50, 50, 50], [10, 10, 10, 10, 10], [10, 10, 10, 10, 10]])
    // A view counts for all where one strategy decides something.
    let verdict = ComparisonVerdict(
      rows.map { row in
        var row = row
        for view in row.views.indices { row.views[view].isDecided = true }
        return row
      }, by: ["m.share"])
    #expect(verdict.leads.map(\.leaders) == [["x"]])
    #expect(
      verdict.excluded.map(\.reason) == ["shows one marker in every view", "merges no points"])
    #expect(verdict.sentences.contains("one shows one marker in every view, and is not compared."))
  }

  @Test("very different numbers of markers, equal values and a single strategy give no lead")
  func none() throws {
    let values = [("a", [0.0, 0, 0, 0, 0]), ("b", [1.0, 1, 1, 1, 1])]
    let unequal = try Self.rows(values, markers: [[10, 10, 10, 10, 10], [16, 16, 16, 16, 16]])
    #expect(ComparisonVerdict(unequal, by: ["m.share"]).leads.isEmpty)
    #expect(ComparisonVerdict(unequal, by: ["m.share"]).obstacle?.contains("10 to 16 markers") == true)
    let near = try Self.rows(values, markers: [[10, 10, 10, 10, 10], [15, 15, 15, 15, 15]])
    #expect(ComparisonVerdict(near, by: ["m.share"]).leads.count == 1)
    let equal = try Self.rows([("a", [0.2, 0.2, 0, 0, 0]), ("b", [0.2, 0.2, 0, 0, 0])])
    #expect(
      ComparisonVerdict(equal, by: ["m.share"]).sentences.first
        == "No strategy leads: no measure tells them apart here.")
    #expect(
      ComparisonVerdict([equal[0]], by: ["m.share"]).obstacle == "there are no two strategies to compare")
  }

  @Test("a strategy with values on fewer than four fifths of the views is not compared by that measure")
  func few() throws {
    var rows = try Self.rows([
      ("a", [0.3, 0.3, 0.3, 0.3, 0.3]), ("b", [0.5, 0.5, 0.5, 0.5, 0.5]), ("c", [0, 0, 0, 0, 0]),
    ])
    for view in 0..<2 {
      rows[2].views[view].measurements = [
        MetricResult(metric: "m", measure: Self.share, value: .undefined(.notMeasured))
      ]
    }
    #expect(ComparisonVerdict(rows, by: ["m.share"]).leads.map(\.leaders) == [["a"]])
  }

  @Test("views in which no strategy decides anything are in no score")
  func undecided() throws {
    // All points of two heaps far apart at a zoom where each is one marker for every strategy.
    let outcome = try Comparison(
      datasets: [NamedPoints("heaps", try makeHeaps(60, seed: 1))],
      strategies: [
        NamedClusterer("a", Clusterer(.grid())), NamedClusterer("b", Clusterer(.grid(cellSize: 90))),
      ],
      metrics: [], plan: ViewPlan(zooms: [4, 20], locations: 2)
    ).run()
    for row in outcome.rows {
      for view in row.views.indices {
        let shown = outcome.rows.map { ($0.views[view].clusters ?? 0, $0.views[view].points) }
        #expect(row.views[view].isDecided == shown.contains { $0.1 > 1 && $0.0 > 1 && $0.0 < $0.1 })
      }
    }
    #expect(
      outcome.rows[0].views.contains { $0.isDecided } && outcome.rows[0].views.contains { !$0.isDecided })
  }
}
