import Pinfold

/// An interval of a median whose ends are values of the sample, so that it needs no seed and no assumption on
/// their distribution.
///
/// Between the *k*-th least and the *k*-th largest of *n* values lies the median of what they were drawn from
/// unless *n* − *k* + 1 values or more fall on one side of it, which signs drawn at random decide. Source:
/// W. Conover, "Practical nonparametric statistics", 1999.
package struct MedianInterval: Hashable, Sendable {
  /// The lower end.
  package let low: Double

  /// The upper end.
  package let high: Double

  /// The probability that such an interval contains the median, at least the requested one.
  package let coverage: Double

  /// Finds the narrowest interval of a confidence.
  ///
  /// - Returns: nil where all values together are not enough: below 6 values at 95 %.
  /// - Complexity: O(*n* log *n*).
  package init?(of values: [Double], confidence: Double = 0.95) {
    let sorted = values.sorted()
    // The chance of at most `dropped` values below the median.
    var (tail, term) = (0.0, Double.pow(0.5, Double(sorted.count)))
    var dropped = 0
    while dropped < sorted.count, 2 * (tail + term) <= 1 - confidence {
      tail += term
      term *= Double(sorted.count - dropped) / Double(dropped + 1)
      dropped += 1
    }
    guard dropped > 0 else { return nil }
    low = sorted[dropped - 1]
    high = sorted[sorted.count - dropped]
    coverage = 1 - 2 * tail
  }
}
