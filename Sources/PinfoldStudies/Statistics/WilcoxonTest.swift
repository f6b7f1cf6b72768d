import CDistributions

/// Whether paired differences lie around 0: Wilcoxon's signed-rank test, two-sided and to either side.
///
/// Differences of 0 are left out, equal sizes share the mean of their ranks. Up to ``exactLimit`` differences
/// the chance is exact, by counting the signs that give a rank sum as extreme; above it is the normal one,
/// corrected for ties and continuity.
///
/// Source: F. Wilcoxon, "Individual comparisons by ranking methods", 1945.
package struct WilcoxonTest: Hashable, Sendable {
  /// The number of differences that are not 0.
  package let count: Int

  /// The sum of the ranks of the positive differences.
  package let positiveRankSum: Double

  /// The chance of a rank sum as far from its mean if signs were random; 1 where all differences are 0.
  package let p: Double

  /// The chance of a rank sum as large if signs were random: small where differences lie above 0.
  package let pGreater: Double

  /// The chance of a rank sum as small if signs were random: small where differences lie below 0.
  package let pLess: Double

  /// The share of the largest difference by which two sizes may differ and tie.
  private static let rounding = 1e-9

  /// The most differences that are tested exactly.
  package static let exactLimit = 200

  /// Tests differences.
  ///
  /// - Parameter limit: the most differences that are tested exactly.
  /// - Precondition: all are finite.
  /// - Complexity: O(*n*³) up to the limit, O(*n* log *n*) above it.
  package init(_ differences: [Double], exactTo limit: Int = exactLimit) {
    // Equal differences of scores come out a few units in the last place apart, and must tie all the same.
    let unit = (differences.map(\.magnitude).max() ?? 0) * Self.rounding
    let differences = unit == 0 ? [] : differences.map { ($0 / unit).rounded() }.filter { $0 != 0 }
    let count = differences.count
    self.count = count
    let sizes = differences.map(\.magnitude)
    let ranks = Ranks.of(sizes)
    let sum = zip(differences, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    positiveRankSum = sum
    func tail(_ sum: Double) -> Double {
      count <= limit ? Self.exact(ranks, sum) : Self.normal(sizes, sum)
    }
    // Random signs make a sum as likely as the one that is left; without a difference both are 0.
    let most = Double(count) * Double(count + 1) / 2
    (pLess, pGreater) = (tail(sum), tail(most - sum))
    p = min(1, 2 * min(pLess, pGreater))
  }

  /// The chance of a rank sum of at most `sum`.
  private static func exact(_ ranks: [Double], _ sum: Double) -> Double {
    // Shared ranks are halves, so twice a rank is a whole number.
    let steps = ranks.map { Int(2 * $0) }
    let most = steps.reduce(0, +)
    // The chance of each rank sum, as signs are drawn one by one.
    var chances = [Double](repeating: 0, count: most + 1)
    chances[0] = 1
    var reached = 0
    for step in steps {
      reached += step
      for total in stride(from: reached, through: 0, by: -1) {
        chances[total] = (chances[total] + (total >= step ? chances[total - step] : 0)) / 2
      }
    }
    return min(1, chances[...Int(2 * sum)].reduce(0, +))
  }

  /// The chance of a rank sum of at most `sum`, nearly.
  private static func normal(_ sizes: [Double], _ sum: Double) -> Double {
    let n = Double(sizes.count)
    let variance = n * (n + 1) * (2 * n + 1) / 24 - Ranks.tieExcess(sizes) / 48
    return pinfold_normal_tail((n * (n + 1) / 4 - sum - 0.5) / variance.squareRoot())
  }
}

/// Corrects the chances of several tests for their number, step by step.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", 1979.
package enum HolmCorrection {
  /// The corrected chances, in the order given; never below the raw ones, and at most 1.
  package static func adjusted(_ chances: [Double]) -> [Double] {
    var adjusted = chances
    var least = 0.0
    for (place, index) in chances.indices.sorted(by: { (chances[$0], $0) < (chances[$1], $1) }).enumerated() {
      least = max(least, min(1, chances[index] * Double(chances.count - place)))
      adjusted[index] = least
    }
    return adjusted
  }
}

/// Whether paired differences lie within a margin around 0: two one-sided signed-rank tests, one against each
/// end, of which the worse one counts.
///
/// A difference that no test finds is not one that is absent; this test can find that it is. Source:
/// S. Wellek, "Testing statistical hypotheses of equivalence and noninferiority", 2010.
package struct EquivalenceTest: Hashable, Sendable {
  /// The chance of differences so far within the margin if the true one were at an end of it.
  package let p: Double

  /// Tests differences.
  ///
  /// - Precondition: all are finite, and the margin is above 0.
  /// - Complexity: as of ``WilcoxonTest``.
  package init(_ differences: [Double], margin: Double) {
    p = max(
      WilcoxonTest(differences.map { $0 + margin }).pGreater,
      WilcoxonTest(differences.map { $0 - margin }).pLess)
  }
}
