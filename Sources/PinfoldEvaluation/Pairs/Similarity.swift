package import Pinfold

/// B-cubed: the similarity of two labelings, judged point by point.
///
/// Source: Bagga and Baldwin 1998; with each point counted among its own companions, as in ELKI.
package struct BCubed: Hashable, Sendable {
  /// The mean share of a point's companions in the second labeling that are companions in the first.
  package var precision: Double

  /// The mean share of a point's companions in the first labeling that are companions in the second.
  package var recall: Double

  /// The harmonic mean of both.
  package var f1: Double { 2 * precision * recall / (precision + recall) }

  /// Compares two labelings; without a common point they are equal.
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
  /// If most clusters hold one point it falls to 0 because of a single pair, so it is shown only together
  /// with ``BCubed``. Empty and trivially equal labelings give 1.
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

  /// The adjusted mutual information by the mean of both entropies (Vinh, Epps and Bailey 2010): 1 for equal
  /// labelings, 0 by chance, below 0 for worse.
  ///
  /// - Complexity: O(*c* + *s* *t* *m*), where *c* is the number of entries, *s* and *t* are the numbers of
  ///   different sizes of clusters, and *m* is the mean of the lesser size of two clusters.
  package func adjustedMutualInformation(
    context: RunContext = RunContext()
  ) throws(ClusteringError) -> Double {
    let (rows, columns) = (firstSizes.count { $0 > 0 }, secondSizes.count { $0 > 0 })
    // Equal labelings have no further entries; labelings of single points are equal by chance as well.
    if rows == columns, cells.count == rows { return 1 }
    guard rows > 1, columns > 1 else { return 0 }
    let all = Double(count)
    let mutual = cells.reduce(0.0) { sum, cell in
      let (first, second) = (Double(firstSizes[cell.first]), Double(secondSizes[cell.second]))
      return sum + Double(cell.count) / all * Double.log(all * Double(cell.count) / (first * second))
    }
    let expected = try expectedInformation(context)
    let most = (Self.entropy(firstSizes, all) + Self.entropy(secondSizes, all)) / 2
    // If the expected value equals the maximum, as among single points, there is nothing to detect.
    guard most - expected > 1e-12 * most else { return 0 }
    return (mutual - expected) / (most - expected)
  }

  private static func entropy(_ sizes: [Int], _ all: Double) -> Double {
    sizes.reduce(0.0) { sum, size in
      size > 0 ? sum - Double(size) / all * Double.log(Double(size) / all) : sum
    }
  }

  /// The mean mutual information of labelings with clusters of these sizes, all of them as likely.
  private func expectedInformation(_ context: RunContext) throws(ClusteringError) -> Double {
    let all = Double(count)
    var logarithms = [0.0]
    logarithms.reserveCapacity(count + 1)
    for number in 0..<count { logarithms.append(logarithms[number] + Double.log(Double(number + 1))) }
    func counted(_ sizes: [Int]) -> [(size: Int, times: Double)] {
      Dictionary(grouping: sizes.filter { $0 > 0 }) { $0 }.map { ($0.key, Double($0.value.count)) }
        .sorted { $0.0 < $1.0 }
    }
    var sum = 0.0
    // Clusters of one size expect the same.
    for (first, times) in counted(firstSizes) {
      for (second, others) in counted(secondSizes) {
        try context.check()
        let fixed =
          logarithms[first] + logarithms[second] + logarithms[count - first] + logarithms[count - second]
          - logarithms[count]
        var part = 0.0
        for shared in max(1, first + second - count)...min(first, second) {
          let chance = Double.exp(
            fixed - logarithms[shared] - logarithms[first - shared] - logarithms[second - shared]
              - logarithms[count - first - second + shared])
          part +=
            Double(shared) / all * Double.log(all * Double(shared) / (Double(first) * Double(second)))
            * chance
        }
        sum += times * others * part
      }
    }
    return sum
  }

  /// The share of points of the first labeling's most frequent cluster among those that share their second
  /// cluster; 1 without points.
  package var purity: Double {
    guard count > 0 else { return 1 }
    var most = [Int](repeating: 0, count: secondSizes.count)
    for cell in cells { most[cell.second] = max(most[cell.second], cell.count) }
    return Double(most.reduce(0, +)) / Double(count)
  }

  /// 1 − *H*(first | second) / *H*(first): whether each second cluster is within one of the first; 1 for one
  /// first cluster. Source: Rosenberg and Hirschberg 2007.
  ///
  /// It is not corrected for chance: random labelings of many clusters seem alike.
  package var homogeneity: Double {
    let all = Double(count)
    let left = cells.reduce(0.0) { sum, cell in
      sum - Double(cell.count) / all * Double.log(Double(cell.count) / Double(secondSizes[cell.second]))
    }
    let entropy = Self.entropy(firstSizes, all)
    return entropy > 0 ? max(0, 1 - left / entropy) : 1
  }
}
