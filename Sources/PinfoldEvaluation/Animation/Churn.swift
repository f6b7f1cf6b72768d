public import Pinfold

/// The clusters of two frames that have no equal in the other frame.
package struct Churn: Hashable, Sendable {
  package var markers: Int

  /// The clusters without a cluster of the same members in the other frame.
  package var changed: Int

  /// The clusters that share no member with any cluster of the other frame.
  package var popped: Int

  package var share: Double { markers == 0 ? 0 : Double(changed) / Double(markers) }

  /// Compares frames.
  ///
  /// - Parameters:
  ///   - firstSizes: the number of points of each cluster before, in the table or not.
  ///   - ignoring: clusters before and after that are not counted.
  package init(
    _ table: Contingency, firstSizes: [Int], secondSizes: [Int],
    ignoring: (first: [Bool], second: [Bool])? = nil
  ) {
    var (markers, popped) = (0, 0)
    for (sizes, shared, ignored) in [
      (firstSizes, table.firstSizes, ignoring?.first), (secondSizes, table.secondSizes, ignoring?.second),
    ] {
      let counting = sizes.indices.filter { ignored?[$0] != true }
      markers += counting.count
      // Clusters past the end of the table share nothing.
      popped += counting.count { !shared.indices.contains($0) || shared[$0] == 0 }
    }
    let same = table.cells.count {
      $0.count == firstSizes[$0.first] && $0.count == secondSizes[$0.second]
    }
    // Ignored clusters share nothing, so none of them is among the same.
    (self.markers, changed, self.popped) = (markers, markers - 2 * same, popped)
  }
}

/// A2: the share of markers that are not the same in the next frame; see ``Churn``. Clusters that only slid
/// out of view or into it do not count, so a pan can have a churn of 0.
public struct ChurnMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "A2", name: "churn", summary: "How many markers change in the next frame.",
    formula: """
      share = (clusters of F without one of the same members in F′ + the reverse) / (K + K′); popped = \
      those that share no member with the other frame / (K + K′). Clusters without a common point whose \
      marker is out of the other view are left out; without any cluster both are 0.
      """,
    measures: [
      .share("share", .lower, "Share of the markers that changed."),
      .share("popped", .lower, "Share of the markers without any point in the other frame."),
    ],
    scope: .pair, undefined: [.differentPoints],
    cost: "O(n)",
    source: "Defined here; the defect is googlemaps/js-markerclusterer issue 439.")

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    guard let pair = subject.pair else { return undefined(for: .differentPoints) }
    let churn = Churn(
      pair.table, firstSizes: pair.first.sizes, secondSizes: pair.second.sizes, ignoring: pair.slides)
    let popped = churn.markers == 0 ? 0 : Double(churn.popped) / Double(churn.markers)
    return values(.number(churn.share), .number(popped))
  }
}
