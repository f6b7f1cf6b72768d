/// The numbers of points that each two clusters of two labelings share: the sparse table behind similarities.
package struct Contingency: Sendable {
  /// An entry of the table: the points that a cluster of the first and one of the second labeling share.
  package struct Cell: Hashable, Sendable {
    package var first: Int
    package var second: Int

    /// At least 1.
    package var count: Int
  }

  /// The common points; `firstSizes` and `secondSizes` are those of each cluster.
  package let count: Int
  package let firstSizes: [Int]
  package let secondSizes: [Int]

  /// The entries that are not 0, by first cluster.
  package let cells: [Cell]
}

extension Contingency {
  /// Tabulates two labelings.
  ///
  /// - Parameter first: the cluster of each point, from 0, dense; negative for a point without one.
  /// - Complexity: O(*n* + *K* + *L*), where *K* and *L* are the numbers of clusters.
  package init(_ first: [Int32], _ second: [Int32]) {
    precondition(first.count == second.count, "labelings of different points")
    var firstSizes = [Int](repeating: 0, count: Int(first.max() ?? -1) + 1)
    var secondSizes = [Int](repeating: 0, count: Int(second.max() ?? -1) + 1)
    for point in first.indices where first[point] >= 0 && second[point] >= 0 {
      firstSizes[Int(first[point])] += 1
      secondSizes[Int(second[point])] += 1
    }
    // The second labels of the common points, dealt by first label.
    var ends = firstSizes
    for cluster in ends.indices.dropFirst() { ends[cluster] += ends[cluster - 1] }
    var places = zip(ends, firstSizes).map { $0 - $1 }
    var dealt = [Int32](repeating: 0, count: ends.last ?? 0)
    for point in first.indices where first[point] >= 0 && second[point] >= 0 {
      dealt[places[Int(first[point])]] = second[point]
      places[Int(first[point])] += 1
    }
    var cells: [Cell] = []
    var entry = [Int](repeating: -1, count: secondSizes.count)
    for cluster in firstSizes.indices {
      let start = cells.count
      for place in ends[cluster] - firstSizes[cluster]..<ends[cluster] {
        let other = Int(dealt[place])
        // An entry before `start` was left by an earlier cluster.
        if entry[other] >= start {
          cells[entry[other]].count += 1
        } else {
          entry[other] = cells.count
          cells.append(Cell(first: cluster, second: other, count: 1))
        }
      }
    }
    self.init(count: dealt.count, firstSizes: firstSizes, secondSizes: secondSizes, cells: cells)
  }

  /// The table with the labelings in the other order.
  package var swapped: Contingency {
    let cells = cells.map { Cell(first: $0.second, second: $0.first, count: $0.count) }
      .sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    return Contingency(count: count, firstSizes: secondSizes, secondSizes: firstSizes, cells: cells)
  }
}
