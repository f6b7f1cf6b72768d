import Pinfold
import PinfoldEvaluation

/// An estimate of the number of sources that a study would need to detect a difference like the observed one.
///
/// Sources are drawn with replacement from the existing ones, and tested; the result is the least number of
/// sources at which 80 % of the draws are significant. It assumes that further sources are similar, which a
/// study of few sources cannot know.
package struct PowerEstimate: Hashable, Sendable {
  /// The number of sources; nil where ``most`` are too few.
  package let sources: Int?

  /// The share of draws that must be significant.
  package static let power = 0.8

  /// The most sources that are tried.
  package static let most = 64

  /// The least number of differences from which anything is drawn.
  private static let fewest = 6

  private static let tried = [6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, most]
  private static let draws = 200

  /// Estimates a number of sources; nil for too few differences, and where their median is 0.
  ///
  /// - Parameters:
  ///   - differences: one of each source.
  ///   - tests: the number of tests that share the level, all of which count against this one.
  package init?(_ differences: [Double], tests: Int, level: Double) {
    guard differences.count >= Self.fewest, let median = Quantile.median(of: differences), median != 0
    else { return nil }
    func isReached(_ count: Int) -> Bool {
      // No draw of so few can be significant.
      if Double(tests) * 2 * Double.pow(0.5, Double(count)) >= level { return false }
      var random = SplitMix64(seed: UInt64(count))
      let found = (0..<Self.draws).count { _ in
        let drawn = (0..<count).map { _ in differences[random.below(differences.count)] }
        let test = WilcoxonTest(drawn, exactTo: 16)
        return Double(tests) * (median > 0 ? test.pGreater : test.pLess) * 2 < level
      }
      return Double(found) >= Self.power * Double(Self.draws)
    }
    sources = Self.tried.first(where: isReached)
  }
}
