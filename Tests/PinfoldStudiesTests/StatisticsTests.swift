import PinfoldEvaluation
import PinfoldStudies
import Testing

/// Against scipy 1.17.1, autorank 1.3.0 and pingouin 0.7.0 on a table of 12 data sets and 5 strategies, and
/// against closed forms.
@Suite struct StatisticsTests {
  // Lower is better.
  private let table = ScoreTable(
    strategies: ["a", "b", "c", "d", "e"],
    rows: [
      [0.276505, 0.325826, 0.330366, 0.1564, 0.637964],
      [-0.071124, 0.098761, 0.302811, 0.649605, 0.752556],
      [0.386994, 0.461673, 0.335788, 0.435573, 0.640739],
      [0.308527, 0.154341, 0.260682, 0.279695, 0.459856],
      [0.645121, 0.427598, 0.143836, 0.379276, 0.754126],
      [0.250514, 0.565183, 0.247274, 0.780958, 0.746599],
      [-0.117869, 0.321975, 0.293684, 0.434226, 0.859125],
      [0.370851, 0.425994, 0.497097, 0.483673, 0.716624],
      [0.267744, 0.570014, 0.512067, 0.489231, 0.977663],
      [0.410565, 0.185478, 0.409232, 0.460014, 0.389326],
      [0.303391, 0.379261, 0.403824, 0.482396, 0.708393],
      [0.548733, 0.433905, 0.333634, 0.499744, 0.689133],
    ], better: .lower)

  private func close(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= 1e-9 * b.magnitude }

  @Test("Friedman's test and the F of Iman and Davenport are those of scipy")
  func friedman() throws {
    let test = try #require(FriedmanTest(table))
    #expect(close(test.chiSquared, 19.666666666666657))
    #expect(close(test.p, 0.0005810315308230404))
    #expect(close(test.f, 7.635294117647053))
    for (rank, wanted) in zip(table.meanRanks, [2.25, 2.5, 7.0 / 3, 3.25, 14.0 / 3]) {
      #expect(close(rank, wanted))
    }
    // With 2 degrees above, the F tail has a closed form: (1 + 2F / d)^(−d / 2).
    let three = try #require(
      FriedmanTest(
        ScoreTable(
          strategies: ["a", "b", "c"], rows: [[1, 2, 3], [1, 2, 3], [1, 2, 3], [2, 1, 3]], better: .lower)))
    #expect(close(three.chiSquared, 6.5))
    #expect(close(three.p, 0.03877420783172201))
    let base = 1 + 2 * three.f / 6
    #expect(close(three.fisherP, 1 / (base * base * base)))
  }

  @Test("ties are corrected for, and only ties are no test")
  func ties() throws {
    // Ranks 1.5 1.5 3, 1 2 3, 1 2 3: deviations −5/6, −1/6, 1 of the mean ranks; 12·3·(62/36)/12 = 31/6; one
    // tie of two takes 6 of 72 away.
    let tied = ScoreTable(
      strategies: ["a", "b", "c"], rows: [[1, 1, 3], [1, 2, 3], [1, 2, 3]], better: .lower)
    #expect(close(try #require(FriedmanTest(tied)).chiSquared, 31.0 / 6 * 12 / 11))
    let flat = ScoreTable(strategies: ["a", "b"], rows: [[1, 1], [2, 2]], better: .lower)
    #expect(FriedmanTest(flat) == nil)
    #expect(FriedmanTest(ScoreTable(strategies: ["a", "b"], rows: [[1, 2]], better: .lower)) == nil)
    let alike = ScoreTable(strategies: ["a", "b"], rows: [[1, 2], [1, 2]], better: .lower)
    let certain = try #require(FriedmanTest(alike))
    #expect(certain.f == .infinity && certain.fisherP == 0)
  }

  @Test("the critical difference is that of the studentised range")
  func nemenyi() {
    #expect(close(NemenyiTest.quantile(strategies: 5), 2.7277743708703763))
    #expect(close(NemenyiTest.criticalDifference(strategies: 5, datasets: 12), 1.7607707850987302))
    #expect(close(NemenyiTest.quantile(strategies: 3), 2.343700586378409))
    // Of two values the range is |x − y|, normal with variance 2: the two-sided normal quantile itself.
    #expect(close(NemenyiTest.quantile(strategies: 2), 1.959963984540054))
    #expect(NemenyiTest.quantile(strategies: 5, level: 0.1) < NemenyiTest.quantile(strategies: 5))
  }

  private func differences(_ first: Int, _ second: Int) -> [Double] {
    table.rows.map { $0[first] - $0[second] }
  }

  @Test("Wilcoxon's chances are exact, and Holm's correction goes with them")
  func wilcoxon() {
    let wanted: [(Int, Int, Double, Double)] = [
      (0, 1, 0.423828125, 1), (0, 2, 0.5185546875, 1), (0, 3, 0.12939453125, 0.517578125),
      (0, 4, 0.0009765625, 0.0087890625), (1, 2, 0.7333984375, 1), (1, 3, 0.09228515625, 0.46142578125),
      (1, 4, 0.00048828125, 0.0048828125), (2, 3, 0.04248046875, 0.2548828125),
      (2, 4, 0.0009765625, 0.0087890625), (3, 4, 0.00244140625, 0.01708984375),
    ]
    let chances = wanted.map { WilcoxonTest(differences($0.0, $0.1)).p }
    #expect(chances == wanted.map(\.2))
    #expect(HolmCorrection.adjusted(chances) == wanted.map(\.3))
  }

  @Test("Wilcoxon's test leaves zeros out and shares the ranks of ties")
  func wilcoxonTies() {
    // Ranks 1.5 1.5 3 of 2³ sign patterns: only +++ and −−− are as extreme.
    let test = WilcoxonTest([1, 0, 1, 2, 0])
    #expect(test.count == 3 && test.positiveRankSum == 6 && test.p == 0.25)
    #expect(WilcoxonTest([0, 0]).p == 1)
    #expect(WilcoxonTest([]).p == 1)
  }

  @Test("many differences are tested by the normal distribution, near the exact chance")
  func wilcoxonMany() {
    let differences = (1...WilcoxonTest.exactLimit).map { Double($0) * ($0 % 9 < 5 ? 1 : -1) }
    let exact = WilcoxonTest(differences)
    let normal = WilcoxonTest(differences + [Double(WilcoxonTest.exactLimit + 1)])
    #expect((exact.p - normal.p).magnitude < 0.05)
    #expect((0...1).contains(normal.p))
  }

  @Test("one-sided chances are those of scipy, exact and by the normal distribution")
  func oneSided() {
    // scipy.stats.wilcoxon(d, alternative=…), by default and with method="approx", correction=True.
    let exact = WilcoxonTest(differences(0, 3))
    #expect(exact.pGreater == 0.945068359375 && exact.pLess == 0.064697265625)
    let many = WilcoxonTest((1...201).map { Double($0) * ($0 % 9 < 5 ? 1 : -1) })
    #expect(close(many.p, 0.12641176137986657))
    #expect(close(many.pLess, 0.9369442349981197))
    #expect(close(many.pGreater, 0.06320588068993328))
  }

  @Test("an interval of a median is that of scipy, for as few values as there is one")
  func medianInterval() throws {
    // scipy.stats.quantile_test(d, q=0, p=0.5).confidence_interval(0.95)
    for (count, low, high, coverage) in [
      (6, -0.314669, 0.21752300000000008, 0.96875), (8, -0.439844, 0.21752300000000008, 0.9921875),
      (9, -0.314669, 0.154186, 0.9609375), (12, -0.30227000000000004, 0.154186, 0.96142578125),
    ] {
      let interval = try #require(MedianInterval(of: Array(differences(0, 1).prefix(count))))
      #expect(interval.low == low && interval.high == high)
      #expect(close(interval.coverage, coverage))
    }
    let few = Array(differences(0, 1).prefix(5))
    #expect(MedianInterval(of: few) == nil && MedianInterval(of: []) == nil)
    let narrow = try #require(MedianInterval(of: few, confidence: 0.9))
    #expect(narrow.low == -0.169885 && narrow.high == 0.21752300000000008)
  }

  @Test("the rank-biserial correlation is that of pingouin, and the chance to be better counts data sets")
  func effects() throws {
    // The RBC of pingouin 0.7.0's wilcoxon, negated where lower is better; numpy's mean of d < 0.
    for (first, second, correlation, superiority) in [
      (0, 1, 0.2820512820512821, 2.0 / 3), (0, 3, 0.5128205128205128, 2.0 / 3),
      (0, 4, 0.9743589743589745, 11.0 / 12), (1, 2, -0.1282051282051282, 0.5),
    ] {
      let differences = differences(first, second)
      let effect = try #require(EffectSize(differences, better: .lower))
      #expect(close(effect.rankBiserial, correlation) && close(effect.superiority, superiority))
      let other = try #require(EffectSize(differences, better: .higher))
      #expect(close(other.rankBiserial, -correlation) && abs(other.superiority - (1 - superiority)) < 1e-9)
    }
    #expect(EffectSize([], better: .lower) == nil)
    let ties = try #require(EffectSize([0, 1], better: .higher))
    #expect(ties.superiority == 0.75 && ties.rankBiserial == 1)
    let equal = try #require(EffectSize([0, 0], better: .higher))
    #expect(equal.superiority == 0.5 && equal.rankBiserial == 0)
  }

  @Test("rank correlations are those of scipy")
  func correlation() throws {
    // scipy.stats.spearmanr(…).statistic
    let rising = RankCorrelation.of([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 7, 7])
    #expect(close(try #require(rising), 0.8696565534786727))
    let mixed = RankCorrelation.of([3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8])
    #expect(close(try #require(mixed), 0.19885368120992467))
    #expect(RankCorrelation.of([1, 2], [1, 2]) == nil && RankCorrelation.of([1, 2, 3], [4, 4, 4]) == nil)
  }

  @Test("two strategies are alike within a margin if both one-sided tests of scipy find them so")
  func equivalence() {
    // max(wilcoxon(d + m, alternative="greater").pvalue, wilcoxon(d - m, alternative="less").pvalue)
    for (first, second, margin, p) in [
      (0, 1, 0.1, 0.25927734375), (0, 1, 0.2, 0.021240234375), (0, 1, 0.3, 0.004638671875),
      (0, 4, 0.3, 0.7880859375), (1, 2, 0.1, 0.088134765625), (1, 2, 0.2, 0.00341796875),
    ] {
      #expect(EquivalenceTest(differences(first, second), margin: margin).p == p)
    }
    #expect(EquivalenceTest([0, 0, 0, 0, 0, 0], margin: 0.1).p == 1.0 / 64)
  }

  @Test("wins are counted in the direction that is better")
  func outcomes() {
    let higher = ScoreTable(
      strategies: ["a", "b"], rows: [[1, 2], [2, 2], [5, 2], [4, 1]], better: .higher)
    let differences = higher.rows.map { $0[0] - $0[1] }
    #expect(ScoreTable.outcomes(of: differences, better: .higher) == (2, 1, 1))
    #expect(ScoreTable.outcomes(of: differences + [3], better: .lower) == (1, 1, 3))
    #expect(higher.ranks == [[2, 1], [1.5, 1.5], [1, 2], [1, 2]])
  }
}
