import PinfoldDrawing
import PinfoldEvaluation
import Testing

@testable import PinfoldStudies

@Suite("What reports say of differences")
struct MeasureAnalysisTests {
  private static let overlap = "overlap.share"

  private func analysis(_ datasets: Int, _ label: String) throws -> MeasureAnalysis {
    var madeUp = MadeUpResults(datasets: datasets)
    madeUp.labels = ["a", "b", "c", "lossy", "broken"]
    let results = try madeUp.make()
    let measure = try #require(results.measure(label))
    return try #require(MeasureAnalysis(results, results.criterion(measure, camera: 1)))
  }

  @Test("strategies that lose points or fail are in no test")
  func ranked() throws {
    #expect(try analysis(4, Self.overlap).table.strategies == ["a", "b", "c"])
  }

  @Test("a strategy that is better everywhere differs from 6 data sets on, and not before")
  func separation() throws {
    // c is 0.1 below b, and b below a; the wobble is less than that, so that ranks are the same everywhere.
    for datasets in [2, 5, 6, 16] {
      let analysis = try analysis(datasets, Self.overlap)
      #expect(analysis.order.map { analysis.table.strategies[$0] } == ["c", "b", "a"])
      let lead = try #require(analysis.leads.last)
      #expect(lead.outcomes.wins == datasets && lead.difference < 0)
      // The exact test's least chance, three times by Holm.
      let least = 2.0 / Double(1 << datasets)
      #expect(abs(lead.p - least) < 1e-12)
      #expect(lead.differs == (3 * least < 0.05))
      // Five differences are too few for an interval of 95 %.
      #expect((lead.interval == nil) == (datasets < 6))
      if let interval = lead.interval {
        #expect(interval.low <= lead.difference && lead.difference <= interval.high)
      }
      #expect(lead.effect?.superiority == 1)
    }
  }

  @Test("chances of several measures are corrected together, those of alikeness by themselves")
  func family() throws {
    var madeUp = MadeUpResults(datasets: 12)
    madeUp.labels = ["a", "b", "c"]
    let results = try madeUp.make()
    let overlap = try #require(results.measure(Self.overlap))
    let churn = try #require(results.measure("churn.churn"))
    let alone = try [overlap, churn].map { measure in
      try #require(
        MeasureAnalysis(results, results.criterion(measure, camera: 1, margin: measure == churn ? 0.09 : nil))
      )
    }
    let together = MeasureAnalysis.corrected(alone)
    let chances = alone.flatMap { $0.pairs.map(\.p) }
    #expect(together.flatMap { $0.pairs.map(\.corrected) } == HolmCorrection.adjusted(chances))
    #expect(together.flatMap { $0.pairs.map(\.corrected) } != alone.flatMap { $0.pairs.map(\.corrected) })
    // Only churn states a margin, so that its three pairs are a family alone.
    #expect(together[0].pairs.allSatisfy { $0.alikeCorrected == nil && !$0.isAlike })
    let alike = try together[1].pairs.map { try #require($0.alikeP) }
    #expect(together[1].pairs.map(\.alikeCorrected) == HolmCorrection.adjusted(alike))
    #expect(together[1].pairs.contains { $0.isAlike })
  }

  @Test("cliques are the widest runs by rank without a difference within")
  func cliques() throws {
    let few = try analysis(5, Self.overlap)
    #expect(few.cliques == [few.order])
    #expect(try analysis(16, Self.overlap).cliques.isEmpty)
  }

  @Test("a critical difference that no ranks can reach is none")
  func criticalDifference() throws {
    #expect(try analysis(2, Self.overlap).criticalDifference == nil)
    let many = try analysis(16, Self.overlap)
    let difference = try #require(many.criticalDifference)
    #expect(difference == NemenyiTest.criticalDifference(strategies: 3, datasets: 16))
  }

  @Test("pairs with missing values have the differences and chances of numpy, and of all signs enumerated")
  func matchedPairs() throws {
    var results = try MadeUpResults(datasets: 8).make()
    let measure = try #require(results.measure(Self.overlap))
    results.strategies = Array(results.strategies.prefix(3))
    results.cameras = [results.cameras[0]]
    results.runs = results.runs.filter { $0.camera == 0 && $0.strategy < 3 }
    for index in results.runs.indices {
      let (d, s) = (results.runs[index].dataset, results.runs[index].strategy)
      results.runs[index].frames = results.runs[index].frames.map { frame in
        var frame = frame
        frame.isConserving = true
        return frame
      }
      results.runs[index].values[measure] = (0..<7).map { step in
        (d + 2 * step + s) % 5 == 0
          ? .undefined(.tooFewMarkers)
          : .number(Double((d * 31 + s * 17 + step * step * 7) % 23) / 23 + Double(s) * 0.05)
      }
    }
    let analysis = try #require(MeasureAnalysis(results, results.criterion(measure, camera: 0)))
    #expect(abs(try #require(analysis.friedman).chiSquared - 3.25) < 1e-9)
    for (first, second, median, p) in [
      (0, 1, -0.01413043478260867, 0.921875),
      (0, 2, -0.07826086956521744, 0.296875),
      (1, 2, -0.11413043478260868, 0.015625),
    ] {
      let pair = try #require(
        analysis.pairs.first { [[first, second], [second, first]].contains([$0.first, $0.second]) })
      #expect(abs((pair.first == first ? 1 : -1) * pair.difference - median) < 1e-12)
      #expect(abs(pair.p - p) < 1e-12)
    }
  }

  @Test("half of the strategies at the best value there is are too many to rank")
  func saturation() throws {
    let analysis = try analysis(4, "determinism.permutations")
    #expect(analysis.table.strategies.indices.map(analysis.isPerfect) == [true, false, true])
    #expect(analysis.isSaturated)
    #expect(try !self.analysis(4, Self.overlap).isSaturated)
  }
}

@Suite("What charts of reports show")
struct ReportChartTests {
  @Test("the front is what none beats in both ways, ties and all")
  func pareto() {
    let points = [(x: 1.0, y: 5.0), (2, 4), (3, 4), (4, 1), (4, 1), (5, 0.5), (6, 6)]
    #expect(ParetoFront.of(points, .lower, .lower) == [0, 1, 3, 4, 5])
    #expect(ParetoFront.of(points, .higher, .higher) == [6])
    #expect(ParetoFront.of(points, .higher, .lower) == [5, 6])
  }

  @Test("a performance profile is the share of sets within a factor of the best")
  func profile() {
    let profile = PerformanceProfile([[1, 2, nil], [4, 2, 8], [3, 3, 3]])
    #expect(profile.factors == [[1, 1, 2], [1, 1, 2], [1, 4]])
    #expect(profile.share(0, within: 1) == 2.0 / 3 && profile.share(0, within: 2) == 1)
    #expect(profile.share(2, within: 100) == 2.0 / 3)
    #expect(profile.line(2).map(\.x) == [1, 4, 4] && profile.line(1).last?.y == 1)
  }

  @Test("an exponent is the slope of logarithms, and wants three sizes")
  func scaling() throws {
    let samples = [1000.0, 4000, 64_000].map { (count: $0, seconds: 1e-9 * $0 * $0.squareRoot()) }
    let slope = try #require(scalingExponent(of: samples))
    #expect(abs(slope - 1.5) < 1e-12)
    #expect(scalingExponent(of: Array(samples.prefix(2))) == nil)
  }

  @Test(
    "numbers have three digits that tell something, and thousands apart",
    arguments: [
      (0, "0"), (1, "1"), (-2.5, "−2.5"), (0.123456, "0.123"), (0.00012349, "0.000123"), (12.3456, "12.3"),
      (99.96, "100"), (0.9996, "1"), (999.6, "1,000"), (1234.4, "1,234"), (1_234_567, "1,234,567"),
      (0.1, "0.1"), (100.04, "100"), (0.0000123, "1.23·10⁻⁵"), (.infinity, "∞"), (.nan, "–"),
      (-0.000_000_000_1, "−1·10⁻¹⁰"),
    ])
  func numbers(value: Double, text: String) { #expect(ReportNumber.text(value) == text) }

  @Test("durations and memory have the unit that suits them")
  func units() {
    #expect(ReportNumber.duration(seconds: 2.5) == "2.5 s")
    #expect(ReportNumber.duration(seconds: 0.0001234) == "123 µs")
    #expect(ReportNumber.duration(seconds: 0) == "0 ns")
    #expect(ReportNumber.bytes(1_500_000) == "1.5 MB" && ReportNumber.bytes(12) == "12 B")
    #expect(ReportNumber.chance(0.0004) == "p < 0.001" && ReportNumber.chance(0.04) == "p = 0.040")
    #expect(ReportNumber.difference(0.5) == "+0.5" && ReportNumber.difference(-0.5) == "−0.5")
  }
}
