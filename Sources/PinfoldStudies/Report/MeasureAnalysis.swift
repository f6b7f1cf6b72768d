import PinfoldEvaluation

/// The statistics of a report: strategies compared by one measure over several point sets.
///
/// Claims rest on Wilcoxon's test of each pair, corrected by Holm for the number of pairs, because a pair's
/// mean ranks would depend on which others were compared. Source: A. Benavoli, G. Corani, F. Mangili, "Should
/// we really use post-hoc tests based on mean-ranks?", JMLR 2016.
struct MeasureAnalysis {
  /// The measure.
  let measure: MeasureRecord

  /// The full name of the criterion: "churn.share@zoom-ladder from z6".
  let label: String

  /// The scores of the strategies that can be ranked, on the point sets where all have one.
  let table: ScoreTable

  /// The strategies from the best mean rank to the worst, as columns of ``table``.
  let order: [Int]

  /// The test whether strategies differ at all; nil where it is not possible.
  let friedman: FriedmanTest?

  /// Every two strategies, the better mean rank first.
  let pairs: [Pair]

  /// The chance below which a difference counts.
  static let level = 0.05

  /// The number of point sets below which hardly anything separates.
  static let fewDatasets = 15

  /// The seed of all resampling.
  static let seed: UInt64 = 1

  /// Two strategies on the same point sets.
  struct Pair {
    /// Columns of the table.
    let first: Int
    let second: Int

    /// The number of point sets on which the first is better, equal and worse.
    let outcomes: (wins: Int, ties: Int, losses: Int)

    /// The first's scores less the second's, one for each point set on which both have a value; scores are
    /// those of the frames on which both have one.
    let differences: [Double]

    /// The median of the differences.
    var difference: Double { Quantile.median(of: differences) ?? 0 }

    /// The interval of that median over other point sets; computed when needed, as few pairs are shown.
    var interval: BootstrapInterval? {
      BootstrapInterval(of: differences, seed: seed) { Quantile.median(of: $0) }
    }

    /// The chance of differences as one-sided as these, and the same corrected for the number of pairs.
    let p: Double
    let corrected: Double

    /// Whether the two differ by more than chance allows.
    var differs: Bool { corrected < level }
  }

  /// Analyses a measure; nil where fewer than two strategies can be ranked, or on no point set.
  ///
  /// - Complexity: O(*k*² *N*³) for *k* strategies and *N* point sets.
  init?(_ results: StudyResults, _ criterion: Criterion) {
    measure = results.measures[criterion.measure]
    label = results.label(criterion)
    let (table, strategies, _) = results.scoreTable(criterion)
    self.table = table
    guard table.strategies.count > 1, !table.rows.isEmpty else { return nil }
    let ranks = table.meanRanks
    order = table.strategies.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    friedman = FriedmanTest(table)
    var couples: [(first: Int, second: Int, differences: [Double])] = []
    for (place, first) in order.enumerated() {
      for second in order[(place + 1)...] {
        let differences = results.datasets.indices.compactMap { dataset in
          results.matchedScores(
            criterion, dataset: dataset, strategies: [strategies[first], strategies[second]])
        }.map { $0[0] - $0[1] }
        couples.append((first, second, differences))
      }
    }
    let chances = couples.map { WilcoxonTest($0.differences).p }
    let corrected = HolmCorrection.adjusted(chances)
    pairs = couples.indices.map { index in
      let (first, second, differences) = couples[index]
      return Pair(
        first: first, second: second, outcomes: ScoreTable.outcomes(of: differences, better: table.better),
        differences: differences, p: chances[index], corrected: corrected[index])
    }
  }

  /// The strategy with the best mean rank.
  var best: Int { order[0] }

  /// The best strategy against each other, in the order of ranks.
  var leads: [Pair] { pairs.filter { $0.first == best } }

  /// The median score of a strategy over the point sets.
  func median(_ strategy: Int) -> Double { Quantile.median(of: table.rows.map { $0[strategy] }) ?? 0 }

  /// Whether a strategy reaches the measure's best value on every point set.
  func isPerfect(_ strategy: Int) -> Bool {
    let range = measure.measure.range
    let ideal = measure.measure.better == .higher ? range.upperBound : range.lowerBound
    return ideal.isFinite && measure.measure.better != .descriptive
      && table.rows.allSatisfy { $0[strategy] == ideal }
  }

  /// Whether the measure separates strategies too little for ranks: half of them or more are perfect, or all
  /// are alike.
  var isSaturated: Bool {
    let perfect = table.strategies.indices.filter(isPerfect)
    return 2 * perfect.count >= table.strategies.count
      || table.rows.allSatisfy { row in row.allSatisfy { $0 == row[0] } }
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

  /// The widest runs of neighbours by rank within which no two differ by more than chance allows, two or more
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
