import PinfoldEvaluation

/// The statistics of a report: strategies compared by one measure over several point sets.
///
/// Claims rest on Wilcoxon's test of each pair, corrected by Holm for the number of pairs of all measures
/// together, because a pair's mean ranks would depend on which others were compared. Source: A. Benavoli,
/// G. Corani, F. Mangili, "Should we really use post-hoc tests based on mean-ranks?", JMLR 2016.
struct MeasureAnalysis {
  let measure: MeasureRecord

  /// The full name of the criterion: "churn.share@zoom-ladder from z6".
  let label: String

  /// The scores of the strategies that can be ranked: a row for each source on which all have one.
  let table: ScoreTable

  /// The number of point sets behind the rows of ``table``.
  let datasetCount: Int

  /// The valid strategies that cannot be compared fairly, with the reason.
  let excluded: [(strategy: Int, reason: String)]

  /// For each column of ``table``, how many of the counted values are the best possible.
  let passes: [Passes]

  /// How often a strategy has the best value of a measure.
  struct Passes {
    /// The number of frames or pairs that can distinguish strategies, and of those without the best value.
    let exposed: Int
    let failed: Int

    /// The worst value; nil without values.
    let worst: Double?
  }

  /// The strategies from the best mean rank to the worst, as columns of ``table``.
  let order: [Int]

  /// The test whether strategies differ at all; nil where it is not possible.
  let friedman: FriedmanTest?

  /// Every two strategies, the better mean rank first.
  private(set) var pairs: [Pair]

  /// The columns of ``table`` as indices of the study's strategies.
  let strategies: [Int]

  /// The difference below which strategies are alike; nil where the plan states none.
  let margin: Double?

  /// The chance below which a difference counts.
  static let level = 0.05

  /// The number of sources below which hardly anything separates.
  static let fewSources = 15

  /// Two strategies on the same point sets.
  struct Pair {
    /// Columns of the table.
    let first: Int
    let second: Int

    /// The number of sources on which the first is better, equal and worse.
    let outcomes: (wins: Int, ties: Int, losses: Int)

    /// The scores of both on each source where both have a value: of the frames on which both have one.
    let scores: [(first: Double, second: Double)]

    /// The first's scores less the second's, 0 where they tie by the measure's resolution.
    let differences: [Double]

    /// The median of the differences.
    let difference: Double

    /// The interval of that median over other point sets; nil where there are too few for one of 95 %.
    let interval: MedianInterval?

    /// The advantage of the first, independent of the unit; nil without a point set.
    let effect: EffectSize?

    /// The chance of differences as one-sided as these, and the same corrected for the number of tests.
    let p: Double
    fileprivate(set) var corrected: Double

    /// The chance of differences so far within the margin if the true one were at its end, and the same
    /// corrected; nil where the plan states no margin.
    let alikeP: Double?
    fileprivate(set) var alikeCorrected: Double?

    /// Whether the first is significantly better: by the test, by the median difference, and on more sources
    /// than it is worse.
    var differs: Bool {
      corrected < level && outcomes.wins > outcomes.losses && (effect?.superiority ?? 0) > 0.5
        && difference != 0
    }

    /// Whether the two are alike: their difference is within the margin by more than chance allows.
    var isAlike: Bool { alikeCorrected.map { $0 < level } ?? false }

    fileprivate init(
      _ first: Int, _ second: Int, _ scores: [(first: Double, second: Double)], _ measure: Measure,
      margin: Double?
    ) {
      (self.first, self.second, self.scores) = (first, second, scores)
      let differences = scores.map { measure.difference($0.first, $0.second) }
      self.differences = differences
      outcomes = ScoreTable.outcomes(of: differences, better: measure.better)
      difference = Quantile.median(of: differences) ?? 0
      interval = MedianInterval(of: differences)
      effect = EffectSize(differences, better: measure.better)
      p = WilcoxonTest(differences).p
      alikeP = margin.map { EquivalenceTest(differences, margin: $0).p }
      (corrected, alikeCorrected) = (p, alikeP)
    }
  }

  /// Analyses a measure; nil where fewer than two strategies can be ranked, or on no point set.
  ///
  /// - Complexity: O(*k*² *N*³) for *k* strategies and *N* sources.
  init?(_ results: StudyResults, _ criterion: Criterion) {
    measure = results.measures[criterion.measure]
    label = results.label(criterion)
    let scores = results.scoreTable(criterion)
    (table, strategies, margin) = (scores.table, scores.strategies, criterion.margin)
    (datasetCount, excluded) = (scores.datasetCount, scores.excluded)
    let about = measure.measure
    passes = strategies.map { strategy in
      let values = results.datasets.indices.flatMap { dataset in
        criterion.cameras.flatMap {
          results.values(criterion.measure, dataset: dataset, strategy: strategy, camera: $0)
        }
      }.compactMap(\.number)
      return Passes(
        exposed: values.count, failed: values.count { $0 != about.ideal },
        worst: about.better == .higher ? values.min() : values.max())
    }
    guard table.strategies.count > 1, !table.rows.isEmpty else { return nil }
    let ranks = table.meanRanks
    order = table.strategies.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    friedman = FriedmanTest(table)
    pairs = []
    let sources = results.sources
    for (place, first) in order.enumerated() {
      for second in order[(place + 1)...] {
        let scores = sources.compactMap { block -> (first: Double, second: Double)? in
          let rows = block.compactMap {
            results.matchedScores(
              criterion, dataset: $0, strategies: [strategies[first], strategies[second]])
          }
          guard let one = about.reduced(rows.map { $0[0] }), let other = about.reduced(rows.map { $0[1] })
          else { return nil }
          return (one, other)
        }
        pairs.append(Pair(first, second, scores, about, margin: margin))
      }
    }
    pairs = Self.corrected([self])[0].pairs
  }

  /// The analyses with chances corrected for the number of tests of all of them together, those whether two
  /// strategies differ and those whether they are alike by themselves. Measures that are saturated test
  /// nothing.
  static func corrected(_ analyses: [Self]) -> [Self] {
    var analyses = analyses
    let tests = analyses.indices.filter { !analyses[$0].isSaturated }.flatMap { analysis in
      analyses[analysis].pairs.indices.map { (analysis, $0) }
    }
    let differing = HolmCorrection.adjusted(tests.map { analyses[$0.0].pairs[$0.1].p })
    for (test, chance) in zip(tests, differing) { analyses[test.0].pairs[test.1].corrected = chance }
    let alike = tests.compactMap { test in analyses[test.0].pairs[test.1].alikeP.map { (test, $0) } }
    for ((test, _), chance) in zip(alike, HolmCorrection.adjusted(alike.map(\.1))) {
      analyses[test.0].pairs[test.1].alikeCorrected = chance
    }
    return analyses
  }

  /// The strategy with the best mean rank.
  var best: Int { order[0] }

  /// The best strategy against each other, in the order of ranks.
  var leads: [Pair] { pairs.filter { $0.first == best } }

  /// The median score of a strategy over the point sets.
  func median(_ strategy: Int) -> Double { Quantile.median(of: table.rows.map { $0[strategy] }) ?? 0 }

  /// Whether a strategy has the measure's best value on every frame or pair that can tell strategies apart. A
  /// single exception is enough: invariance is a claim about all views.
  func isPerfect(_ strategy: Int) -> Bool {
    measure.measure.ideal != nil && passes[strategy].exposed > 0 && passes[strategy].failed == 0
  }

  /// Whether the measure separates strategies too little for ranks: half of them or more are perfect, or all
  /// tie.
  var isSaturated: Bool {
    let perfect = table.strategies.indices.filter(isPerfect)
    return 2 * perfect.count >= table.strategies.count
      || table.rows.allSatisfy { row in row.allSatisfy { measure.measure.difference($0, row[0]) == 0 } }
  }

  /// The Nemenyi test's critical difference of mean ranks; nil where none could be as large, or for two
  /// strategies.
  var criticalDifference: Double? {
    let count = table.strategies.count
    guard count > 2 else { return nil }
    let difference = NemenyiTest.criticalDifference(
      strategies: count, datasets: table.rows.count, level: Self.level)
    return difference < Double(count - 1) ? difference : nil
  }

  /// The widest runs of neighbors by rank within which no two differ by more than chance allows, two or more
  /// each.
  var cliques: [[Int]] {
    let different = Set(pairs.filter(\.differs).map { [$0.first, $0.second] })
    var cliques: [[Int]] = []
    var reached = 0
    for start in order.indices {
      var end = start + 1
      while end < order.count, order[start..<end].allSatisfy({ !different.contains([$0, order[end]]) }) {
        end += 1
      }
      // One that ends where the one before did lies within it.
      if end - start > 1, end > reached { cliques.append(Array(order[start..<end])) }
      reached = max(reached, end)
    }
    return cliques
  }
}
