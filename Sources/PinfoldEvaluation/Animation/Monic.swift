public import Pinfold

/// The fates of old clusters by MONIC (Spiliopoulou, Ntoutsi, Theodoridis and Schult 2006).
///
/// The overlap of a cluster *X* with a later one *Y* is |*X* ∩ *Y*| / |*X*|. Clusters that fall into many
/// small parts count as disappeared; ``Lineage`` counts them as split. The formula of ``MonicMetric`` defines
/// each fate.
package struct Monic: Hashable, Sendable {
  package private(set) var (survive, split, absorbed, disappear, emerge) = (0, 0, 0, 0, 0)

  /// Determines the fates of clusters.
  ///
  /// - Parameters:
  ///   - most: the overlap that a successor exceeds, from a half.
  ///   - part: the overlap that each part of a split has at least.
  ///   - ignoring: clusters before and after that are not counted.
  package init(
    _ table: Contingency, firstSizes: [Int], secondCount: Int, most: Double = 0.5, part: Double = 0.25,
    ignoring: (first: [Bool], second: [Bool])? = nil
  ) {
    var heirs = [Int](repeating: -1, count: firstSizes.count)
    var parts = [[Int]](repeating: [], count: firstSizes.count)
    var partSizes = [Int](repeating: 0, count: firstSizes.count)
    var origins = [Int](repeating: 0, count: secondCount)
    for cell in table.cells {
      let size = Double(firstSizes[cell.first])
      if Double(cell.count) > most * size {
        heirs[cell.first] = cell.second
        origins[cell.second] += 1
      } else if Double(cell.count) >= part * size {
        parts[cell.first].append(cell.second)
        partSizes[cell.first] += cell.count
      }
    }
    var isMatched = [Bool](repeating: false, count: secondCount)
    for cluster in firstSizes.indices where ignoring?.first[cluster] != true {
      if heirs[cluster] >= 0 {
        isMatched[heirs[cluster]] = true
        if origins[heirs[cluster]] == 1 { survive += 1 } else { absorbed += 1 }
      } else if Double(partSizes[cluster]) > most * Double(firstSizes[cluster]) {
        split += 1
        for part in parts[cluster] { isMatched[part] = true }
      } else {
        disappear += 1
      }
    }
    emerge = isMatched.indices.count { !isMatched[$0] && ignoring?.second[$0] != true }
  }
}

/// A1m: the fates of clusters by MONIC; see ``Monic``. ``LineageMetric`` is preferable.
public struct MonicMetric: Metric, Configurable {
  /// The share of an old cluster that its successor exceeds.
  public var share = 0.5

  /// The share of an old cluster that each part of a split has at least.
  public var splitShare = 0.25

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("share", \.share, in: 0.5...1, "Minimum share of an old cluster in its successor."),
    Parameter(
      "splitShare", \.splitShare, in: 0...1, "Minimum share of an old cluster in each part of a split."),
  ]

  public let about = MetricDescription(
    id: "A1m", name: "monic", summary: "What becomes of each cluster in the next frame.",
    formula: """
      overlap of X before with Y after = |X ∩ Y| / |X|; X survives if one overlap exceeds share, is absorbed \
      if other clusters exceed share with that Y, splits if overlaps of at least splitShare together exceed \
      share, and else disappears; a Y in none of these emerges. A cluster that only slid out of view or into \
      it does not count.
      """,
    measures: [
      .amount("survive", unit: "clusters", .descriptive, "One cluster has most of its points."),
      .amount("split", unit: "clusters", .descriptive, "Several clusters have most of its points."),
      .amount(
        "absorbed", unit: "clusters", .descriptive, "One cluster has most of its points and of another's."),
      .amount("disappear", unit: "clusters", .descriptive, "No cluster has most of its points."),
      .amount("emerge", unit: "clusters", .descriptive, "New clusters without a predecessor."),
    ],
    scope: .pair, undefined: [.differentPoints],
    cost: "O(n)",
    source:
      #"M. Spiliopoulou, I. Ntoutsi, Y. Theodoridis and R. Schult, "MONIC: modeling and monitoring cluster "#
      + #"transitions", KDD 2006."#)

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    guard let pair = subject.pair else { return undefined(for: .differentPoints) }
    let monic = Monic(
      pair.table, firstSizes: pair.first.sizes, secondCount: pair.second.count, most: share, part: splitShare,
      ignoring: pair.slides)
    return values(
      .count(monic.survive), .count(monic.split), .count(monic.absorbed), .count(monic.disappear),
      .count(monic.emerge))
  }
}
