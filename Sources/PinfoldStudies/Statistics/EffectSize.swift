package import PinfoldEvaluation

/// The advantage of one strategy over another, independent of the measure's unit.
package struct EffectSize: Hashable, Sendable {
  /// The share of point sets on which the first is better, with half of those on which both are equal: the
  /// chance that it is better on another set, 0…1. Source: R. Grissom, J. Kim, "Effect sizes for research",
  /// 2012, for dependent values.
  package let superiority: Double

  /// The matched-pairs rank-biserial correlation, −1…1: of the ranks of the differences' sizes, the share in
  /// favor of the first less that in favor of the second; 0 without a difference. It belongs to Wilcoxon's
  /// test, which is of the same ranks. Source: D. S. Kerby, "The simple difference formula: an approach to
  /// teaching nonparametric correlation", 2014.
  package let rankBiserial: Double

  /// Compares two strategies by their differences, the first's score less the second's, one for a point set;
  /// nil without any.
  package init?(_ differences: [Double], better: MeasureDirection) {
    guard !differences.isEmpty else { return nil }
    let sign = better == .higher ? 1.0 : -1
    superiority =
      differences.reduce(0) { $0 + ($1 == 0 ? 0.5 : $1 * sign > 0 ? 1 : 0) } / Double(differences.count)
    let test = WilcoxonTest(differences)
    let all = Double(test.count) * Double(test.count + 1) / 2
    rankBiserial = all == 0 ? 0 : sign * (2 * test.positiveRankSum / all - 1)
  }
}
