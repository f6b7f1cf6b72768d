/// How much of each cluster of one labeling is found in its best match of another.
///
/// Source: Hennig 2007, cluster-wise assessment of stability, with its thresholds.
public struct ClusterJaccard: Hashable, Sendable {
  /// For each cluster of the first labeling that has a common point the largest |*C* ∩ *C*′| / |*C* ∪ *C*′|, above 0 and at
  /// most 1; by cluster.
  public var values: [Double]

  /// Compares labelings on their common points.
  ///
  /// - Complexity: O(number of cells).
  public init(_ table: Contingency) {
    var best = [Double](repeating: 0, count: table.firstSizes.count)
    for cell in table.cells {
      let union = table.firstSizes[cell.first] + table.secondSizes[cell.second] - cell.count
      best[cell.first] = max(best[cell.first], Double(cell.count) / Double(union))
    }
    values = best.filter { $0 > 0 }
  }

  /// The share of the clusters below 0.5: those that are gone; nil without clusters.
  public var dissolved: Double? { share { $0 < 0.5 } }

  /// The share of the clusters of at least 0.75; nil without clusters.
  public var stable: Double? { share { $0 >= 0.75 } }

  /// The share of the clusters of at least 0.85; nil without clusters.
  public var highlyStable: Double? { share { $0 >= 0.85 } }

  private func share(_ condition: (Double) -> Bool) -> Double? {
    values.isEmpty ? nil : Double(values.count(where: condition)) / Double(values.count)
  }
}
