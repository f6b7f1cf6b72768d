import Pinfold

/// The information that two labelings share, by entropies in nats.
///
/// None of it is corrected for chance: random labelings of many clusters seem alike, so it is shown beside
/// ``BCubed`` only.
package struct SharedInformation: Hashable, Sendable {
  /// 1 − *H*(first | second) / *H*(first), 0…1: whether each second cluster is within one of the first; 1 for
  /// one first cluster. Source: Rosenberg and Hirschberg 2007.
  package var homogeneity: Double

  /// 1 − *H*(second | first) / *H*(second), 0…1: whether each first cluster is within one of the second.
  package var completeness: Double

  /// *H*(first | second) + *H*(second | first), the variation of information (Meilă 2003): 0 for equal
  /// labelings.
  package var variation: Double

  /// The harmonic mean of homogeneity and completeness, 0…1: the V-measure, which is the mutual information
  /// divided by the mean entropy.
  package var vMeasure: Double {
    let sum = homogeneity + completeness
    return sum > 0 ? 2 * homogeneity * completeness / sum : 0
  }

  /// Compares labelings; without a common point they are equal.
  ///
  /// - Complexity: O(number of entries).
  package init(_ table: Contingency) {
    let all = Double(table.count)
    var (firstLeft, secondLeft) = (0.0, 0.0)
    for cell in table.cells {
      let share = Double(cell.count) / all
      firstLeft -= share * Double.log(Double(cell.count) / Double(table.secondSizes[cell.second]))
      secondLeft -= share * Double.log(Double(cell.count) / Double(table.firstSizes[cell.first]))
    }
    func told(_ left: Double, _ sizes: [Int]) -> Double {
      let entropy = sizes.reduce(0.0) { sum, size in
        size > 0 ? sum - Double(size) / all * Double.log(Double(size) / all) : sum
      }
      return entropy > 0 ? max(0, 1 - left / entropy) : 1
    }
    homogeneity = told(firstLeft, table.firstSizes)
    completeness = told(secondLeft, table.secondSizes)
    variation = firstLeft + secondLeft
  }
}
