package import Pinfold

extension Contingency {
  /// The mutual information of both labelings less that expected by chance, of the most there could be, the
  /// mean of both entropies (Vinh, Epps and Bailey 2010): 1 for equal labelings, 0 by chance, below 0 for
  /// worse.
  ///
  /// Two labelings of one cluster each are equal; of one cluster and several, nothing is known: 0.
  ///
  /// - Complexity: O(*c* + *s* *t* *m*), where *c* is the number of entries, *s* and *t* are the numbers of
  ///   different sizes of clusters, and *m* is the mean of the lesser size of two clusters.
  package func adjustedMutualInformation(
    context: RunContext = RunContext()
  ) throws(ClusteringError) -> Double {
    let (rows, columns) = (firstSizes.count { $0 > 0 }, secondSizes.count { $0 > 0 })
    // Equal labelings have no entry beside another; of nothing but single points chance makes them equal too.
    if rows == columns, cells.count == rows { return 1 }
    guard rows > 1, columns > 1 else { return 0 }
    let all = Double(count)
    let mutual = cells.reduce(0.0) { sum, cell in
      let (first, second) = (Double(firstSizes[cell.first]), Double(secondSizes[cell.second]))
      return sum + Double(cell.count) / all * Double.log(all * Double(cell.count) / (first * second))
    }
    let expected = try expectedInformation(context)
    let most = (Self.entropy(firstSizes, all) + Self.entropy(secondSizes, all)) / 2
    // Where chance leaves no room, as among single points, there is nothing to find.
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

  /// The share of points that are of the first labeling's most frequent cluster among those that share their
  /// second cluster: whether second clusters are of one kind each; 1 without points.
  package var purity: Double {
    guard count > 0 else { return 1 }
    var most = [Int](repeating: 0, count: secondSizes.count)
    for cell in cells { most[cell.second] = max(most[cell.second], cell.count) }
    return Double(most.reduce(0, +)) / Double(count)
  }
}
