import CDistributions

/// Whether strategies differ at all over data sets: Friedman's test on ranks, and the F form of Iman and
/// Davenport, which is less timid.
///
/// Source: M. Friedman, "The use of ranks to avoid the assumption of normality", 1937; R. Iman, J. Davenport,
/// "Approximations of the critical region of the Friedman statistic", 1980; J. Demšar, "Statistical
/// comparisons of classifiers over multiple data sets", JMLR 2006.
package struct FriedmanTest: Hashable, Sendable {
  /// Friedman's statistic, corrected for ties.
  package let chiSquared: Double

  /// The chance of a statistic as large if all strategies were alike, by the chi-squared distribution.
  package let p: Double

  /// The statistic of Iman and Davenport; infinite where every data set ranks the strategies alike.
  package let f: Double

  /// The chance of such an F if all strategies were alike.
  package let fisherP: Double

  /// Tests a table.
  ///
  /// - Returns: nil for fewer than two strategies or data sets, and where every row is one tie.
  /// - Complexity: O(*N* *k* log *k*), where *N* is the number of data sets and *k* that of strategies.
  package init?(_ table: ScoreTable) {
    let count = Double(table.rows.count)
    let strategies = Double(table.strategies.count)
    guard count >= 2, strategies >= 2 else { return nil }
    let spread = strategies * (strategies * strategies - 1)
    let correction = 1 - table.rows.reduce(0) { $0 + Ranks.tieExcess($1) } / (count * spread)
    guard correction > 0 else { return nil }
    let middle = (strategies + 1) / 2
    let deviation = table.meanRanks.reduce(0) { $0 + ($1 - middle) * ($1 - middle) }
    let raw = 12 * count * deviation / (strategies * (strategies + 1))
    chiSquared = raw / correction
    p = pinfold_chi_squared_tail(chiSquared, strategies - 1)
    let most = count * (strategies - 1)
    f = chiSquared < most ? (count - 1) * chiSquared / (most - chiSquared) : .infinity
    fisherP = pinfold_fisher_tail(f, strategies - 1, (strategies - 1) * (count - 1))
  }
}
