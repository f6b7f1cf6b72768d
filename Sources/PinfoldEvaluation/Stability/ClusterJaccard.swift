public import Pinfold

/// The Jaccard similarity of each cluster of one labeling to its best match in another.
///
/// Source: Hennig 2007, cluster-wise assessment of stability, with its thresholds.
package struct ClusterJaccard: Hashable, Sendable {
  /// For each cluster of the first labeling that has a common point the largest |*C* ∩ *C*′| / |*C* ∪ *C*′|.
  package var values: [Double]

  package init(_ table: Contingency) {
    var best = [Double](repeating: 0, count: table.firstSizes.count)
    for cell in table.cells {
      let union = table.firstSizes[cell.first] + table.secondSizes[cell.second] - cell.count
      best[cell.first] = max(best[cell.first], Double(cell.count) / Double(union))
    }
    values = best.filter { $0 > 0 }
  }

  /// The share of the clusters below 0.5, which count as lost. Like the others nil without clusters.
  package var dissolved: Double? { share { $0 < 0.5 } }

  package var stable: Double? { share { $0 >= 0.75 } }

  package var highlyStable: Double? { share { $0 >= 0.85 } }

  private func share(_ condition: (Double) -> Bool) -> Double? {
    values.isEmpty ? nil : Double(values.count(where: condition)) / Double(values.count)
  }
}

/// S6: the share of each cluster of the first frame that is found in the second; see ``ClusterJaccard``.
public struct ClusterJaccardMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "S6", name: "jaccard", summary: "How much of each cluster is found in the next frame.",
    formula: """
      on the points that both frames show, for each cluster C of the first the largest |C ∩ C′| / |C ∪ \
      C′|: the mean, and the shares below 0.5, of at least 0.75 and of at least 0.85.
      """,
    measures: [
      .share("mean", .higher, "Mean over clusters."),
      .share("dissolved", .lower, "Share of the clusters below 0.5."),
      .share("stable", .higher, "Share of the clusters of at least 0.75."),
      .share("highlyStable", .higher, "Share of the clusters of at least 0.85."),
    ],
    scope: .pair, undefined: [.differentPoints, .noPoints],
    cost: "O(n)",
    source:
      #"C. Hennig, "Cluster-wise assessment of cluster stability", Computational Statistics & Data Analysis "#
      + "2007; thresholds of the R package fpc.")

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    let jaccard = subject.pair.map { ClusterJaccard($0.table) }
    let reason: UndefinedReason = jaccard == nil ? .differentPoints : .noPoints
    let mean = jaccard.flatMap { Quantile.mean(of: $0.values) }
    return values([mean, jaccard?.dissolved, jaccard?.stable, jaccard?.highlyStable], else: reason)
  }
}
