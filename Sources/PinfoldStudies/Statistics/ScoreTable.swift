package import PinfoldEvaluation

/// One number for each strategy on each data set: the input of statistical tests.
///
/// The unit is the data set. Views and seeds of one set are no independent samples, so they are reduced to
/// one number first.
package struct ScoreTable: Hashable, Sendable {
  /// The names of the strategies: the columns.
  package let strategies: [String]

  /// The scores: a row for each data set, a value for each strategy.
  package let rows: [[Double]]
  package let better: MeasureDirection

  /// Gathers scores.
  ///
  /// - Precondition: every row is as long as `strategies`, and every value is finite.
  package init(strategies: [String], rows: [[Double]], better: MeasureDirection) {
    precondition(rows.allSatisfy { $0.count == strategies.count && $0.allSatisfy(\.isFinite) })
    (self.strategies, self.rows, self.better) = (strategies, rows, better)
  }

  /// Each row's ranks: 1 is the best, and equal scores share the mean of their ranks.
  package var ranks: [[Double]] { rows.map { Ranks.of($0.map(badness)) } }

  /// The mean rank of each strategy; empty without data sets.
  package var meanRanks: [Double] {
    let ranks = ranks
    guard !ranks.isEmpty else { return [] }
    return strategies.indices.map { column in
      ranks.reduce(0) { $0 + $1[column] } / Double(ranks.count)
    }
  }

  /// The numbers of data sets on which one strategy's score is better than another's, equal to it, and worse,
  /// by the differences of the two.
  package static func outcomes(
    of differences: [Double], better: MeasureDirection
  ) -> (wins: Int, ties: Int, losses: Int) {
    let (below, above) = (differences.count { $0 < 0 }, differences.count { $0 > 0 })
    let ties = differences.count - below - above
    return better == .higher ? (above, ties, below) : (below, ties, above)
  }

  private func badness(_ value: Double) -> Double { better == .higher ? -value : value }
}

/// Ranks with ties.
enum Ranks {
  /// The rank of each value, 1 for the least; equal values share the mean of their ranks.
  ///
  /// - Complexity: O(*n* log *n*).
  static func of(_ values: [Double]) -> [Double] {
    var ranks = [Double](repeating: 0, count: values.count)
    for tie in ties(values) {
      let shared = Double(tie.places.lowerBound + tie.places.upperBound + 1) / 2
      for index in tie.indices { ranks[index] = shared }
    }
    return ranks
  }

  /// The sum of *t*³ − *t* over groups of *t* equal values, by which tests correct for ties.
  static func tieExcess(_ values: [Double]) -> Double {
    ties(values).reduce(0) { sum, tie in
      let size = Double(tie.indices.count)
      return sum + size * (size * size - 1)
    }
  }

  /// The indices of equal values, and the ranks from 0 that they take in ascending order.
  static func ties(_ values: [Double]) -> [(places: Range<Int>, indices: ArraySlice<Int>)] {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ties: [(Range<Int>, ArraySlice<Int>)] = []
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      ties.append((start..<end, order[start..<end]))
      start = end
    }
    return ties
  }
}

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
