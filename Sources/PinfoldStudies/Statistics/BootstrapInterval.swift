import Pinfold
import PinfoldEvaluation

/// The interval of a statistic over data sets, had others been drawn: a percentile interval by resampling.
///
/// Each replicate draws as many values as there are, with replacement, from a seed. Source: B. Efron,
/// "Bootstrap methods: another look at the jackknife", 1979.
package struct BootstrapInterval: Hashable, Sendable {
  /// The lower end.
  package let low: Double

  /// The upper end.
  package let high: Double

  /// Resamples values.
  ///
  /// - Parameters:
  ///   - values: one for each data set.
  ///   - replicates: the number of draws; 2,000 or more for an interval that is stable.
  ///   - confidence: the share of replicates inside, 0…1.
  ///   - statistic: the statistic of each draw; the nearest-rank median by default.
  /// - Returns: nil without values.
  /// - Complexity: O(*B* *n* log *n*), where *B* is the number of replicates.
  package init?(
    of values: [Double], replicates: Int = 2000, confidence: Double = 0.95, seed: UInt64,
    statistic: (([Double]) -> Double?)? = nil
  ) {
    var random = SplitMix64(seed: seed)
    var drawn: [Double] = []
    drawn.reserveCapacity(replicates)
    guard !values.isEmpty else { return nil }
    for _ in 0..<replicates {
      let draw = values.map { _ in values[random.below(values.count)] }
      let value = statistic.map { $0(draw) } ?? Quantile.nearestRank(0.5, of: draw)
      if let value { drawn.append(value) }
    }
    guard let low = Quantile.nearestRank((1 - confidence) / 2, of: drawn),
      let high = Quantile.nearestRank((1 + confidence) / 2, of: drawn)
    else { return nil }
    self.low = low
    self.high = high
  }
}
