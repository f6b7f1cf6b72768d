/// Whether two columns rise together, by ranks: Spearman's coefficient, which ties are part of.
///
/// Source: C. Spearman, "The proof and measurement of association between two things", 1904.
package enum RankCorrelation {
  /// The coefficient, −1…1; nil for fewer than three values, and where one column is all one value.
  ///
  /// - Precondition: columns of one length, finite numbers.
  /// - Complexity: O(*n* log *n*).
  package static func of(_ first: [Double], _ second: [Double]) -> Double? {
    precondition(first.count == second.count, "columns of one length")
    guard first.count > 2 else { return nil }
    // Mean ranks are the same with ties and without.
    let middle = Double(first.count + 1) / 2
    let (a, b) = (Ranks.of(first).map { $0 - middle }, Ranks.of(second).map { $0 - middle })
    let spread = a.reduce(0) { $0 + $1 * $1 } * b.reduce(0) { $0 + $1 * $1 }
    guard spread > 0 else { return nil }
    return zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } / spread.squareRoot()
  }
}
