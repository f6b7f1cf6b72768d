package import PinfoldEvaluation

/// How much better one strategy is than another, whatever the unit of the measure.
package struct EffectSize: Hashable, Sendable {
  /// The share of point sets on which the first is better, with half of those on which both are equal: the
  /// chance that it is better on another set, 0…1. Source: R. Grissom, J. Kim, "Effect sizes for research",
  /// 2012, for dependent values.
  package let superiority: Double

  /// The share of all pairs of a value of the first and one of the second in which the first is better, less
  /// that in which it is worse, −1…1, as if point sets were not paired. Source: N. Cliff, "Dominance
  /// statistics", 1993.
  package let delta: Double

  /// Compares the scores of two strategies, one of each for a point set; nil without any.
  ///
  /// - Complexity: O(*N*²).
  package init?(_ scores: [(first: Double, second: Double)], better: MeasureDirection) {
    guard !scores.isEmpty else { return nil }
    let sign = better == .higher ? 1.0 : -1
    func balance(_ first: Double, _ second: Double) -> Double {
      first == second ? 0 : first > second ? sign : -sign
    }
    let count = Double(scores.count)
    superiority = scores.reduce(0) { $0 + (1 + balance($1.first, $1.second)) / 2 } / count
    let all = scores.reduce(0) { sum, one in
      scores.reduce(sum) { $0 + balance(one.first, $1.second) }
    }
    delta = all / (count * count)
  }

  /// The size of ``delta`` in a word. Source: J. Romano et al., "Appropriate statistics for ordinal level
  /// data", 2006.
  package var magnitude: String {
    switch delta.magnitude {
    case ..<0.147: "negligible"
    case ..<0.33: "small"
    case ..<0.474: "medium"
    default: "large"
    }
  }
}
