public import Pinfold

/// The nesting of clusters: whether coarse ones consist of whole fine ones, so that zooming only splits and
/// merges. The formula of ``NestingMetric`` defines each value; homogeneity (Rosenberg and Hirschberg 2007)
/// is 1 for one coarse cluster.
package struct Nesting: Hashable, Sendable {
  package let hard, mass, soft, homogeneity: Double

  /// Compares labelings; nil without a common point. All four are 1 if and only if the clusters nest.
  ///
  /// - Parameter table: the coarse labeling first, the fine one second.
  package init?(_ table: Contingency) {
    guard table.count > 0 else { return nil }
    var isUnion = table.firstSizes.map { $0 > 0 }
    var best = [Int](repeating: 0, count: table.secondSizes.count)
    for cell in table.cells {
      if cell.count < table.secondSizes[cell.second] { isUnion[cell.first] = false }
      best[cell.second] = max(best[cell.second], cell.count)
    }
    let coarse = table.firstSizes.indices.filter { table.firstSizes[$0] > 0 }
    let unions = coarse.filter { isUnion[$0] }
    hard = Double(unions.count) / Double(coarse.count)
    mass = Double(unions.reduce(0) { $0 + table.firstSizes[$1] }) / Double(table.count)
    soft = Double(best.reduce(0, +)) / Double(table.count)
    homogeneity = table.homogeneity
  }
}

/// S3: whether the clusters of the farther view are made of whole clusters of the nearer one; see
/// ``Nesting``.
///
/// Undefined for two frames of one zoom, of which neither is the farther. Points that only one frame shows do
/// not count.
public struct NestingMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "S3", name: "nesting", summary: "Whether zooming only splits and merges clusters.",
    formula: """
      of two frames of different zooms, on the points that both show: hard = share of the coarse clusters that are unions of fine \
      ones; mass = the same by points; soft = 1/n Σ over fine F of max over coarse C of |F ∩ C|; \
      homogeneity = 1 − H(coarse | fine) / H(coarse).
      """,
    measures: [
      .share("hard", .higher, "Share of the coarse clusters that nest."),
      .share("mass", .higher, "Share of the points in clusters that nest."),
      .share("soft", .higher, "Share of the points that stay with their fine cluster."),
      .share("homogeneity", .higher, "How well the fine cluster determines the coarse one."),
    ],
    scope: .pair, undefined: [.differentPoints, .oneZoom, .noPoints],
    cost: "O(n)",
    source:
      #"T. Been, E. Daiches and C. Yap, "Dynamic map labeling", IEEE TVCG 2006: monotonicity; A. Das Sarma, "#
      + #"H. Lee, H. Gonzalez, J. Madhavan and A. Halevy, "Efficient spatial sampling of large geographical "#
      + #"tables", SIGMOD 2012."#, version: "2")

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    guard let pair = subject.pair else { return undefined(for: .differentPoints) }
    let (before, after) = (pair.first.view.unitsPerPoint, pair.second.view.unitsPerPoint)
    guard before != after else { return undefined(for: .oneZoom) }
    let nesting = Nesting(after > before ? pair.table.swapped : pair.table)
    return values(
      [nesting?.hard, nesting?.mass, nesting?.soft, nesting?.homogeneity], else: .noPoints)
  }
}
