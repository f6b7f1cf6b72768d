/// B-cubed: the similarity of two labelings, judged point by point.
///
/// Source: Bagga and Baldwin 1998; with each point counted among its own companions, as in ELKI.
package struct BCubed: Hashable, Sendable {
  /// The mean share of a point's companions in the second labeling that are companions in the first, 0…1.
  package var precision: Double

  /// The mean share of a point's companions in the first labeling that are companions in the second, 0…1.
  package var recall: Double

  /// The harmonic mean of both, above 0 and at most 1.
  package var f1: Double { 2 * precision * recall / (precision + recall) }

  /// Compares two labelings; without a common point they are equal.
  ///
  /// - Complexity: O(number of entries).
  package init(_ table: Contingency) {
    guard table.count > 0 else {
      (precision, recall) = (1, 1)
      return
    }
    var precision = 0.0
    var recall = 0.0
    for cell in table.cells {
      let square = Double(cell.count) * Double(cell.count)
      precision += square / Double(table.secondSizes[cell.second])
      recall += square / Double(table.firstSizes[cell.first])
    }
    self.precision = precision / Double(table.count)
    self.recall = recall / Double(table.count)
  }
}

extension Contingency {
  /// The adjusted Rand index (Hubert and Arabie 1985): 1 for equal labelings, 0 by chance, below 0 for worse.
  ///
  /// Where most clusters hold one point it falls to 0 over a single pair, so it is shown beside ``BCubed``,
  /// never alone. Empty and trivially equal labelings give 1.
  package var adjustedRandIndex: Double {
    func pairs(_ sizes: some Sequence<Int>) -> Double {
      sizes.reduce(0) { $0 + Double($1) * Double($1 - 1) / 2 }
    }
    let both = pairs(cells.lazy.map(\.count))
    let first = pairs(firstSizes)
    let second = pairs(secondSizes)
    let all = Double(count) * Double(count - 1) / 2
    let expected = all > 0 ? first * second / all : 0
    let most = (first + second) / 2
    return most == expected ? 1 : (both - expected) / (most - expected)
  }
}
