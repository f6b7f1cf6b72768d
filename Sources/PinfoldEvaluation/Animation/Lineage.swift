public import Pinfold

/// The fates of clusters: connected components of the graph that joins two clusters if they share enough
/// points.
package struct Lineage: Hashable, Sendable {
  /// The components of each kind. No animation can show a tangle as splits and merges.
  package private(set) var (persist, split, merge, tangle, appear, disappear) = (0, 0, 0, 0, 0, 0)

  /// The clusters, before and after, in tangles.
  package private(set) var tangledMarkers = 0

  /// Counts the components by kind.
  ///
  /// - Parameters:
  ///   - firstSizes: the number of points of each cluster before, in the table or not.
  ///   - threshold: the share of either cluster that two must exceed in common to be joined.
  ///   - ignoring: clusters before and after that are not counted.
  /// - Complexity: O(entries + clusters), nearly.
  package init(
    _ table: Contingency, firstSizes: [Int], secondSizes: [Int], threshold: Double = 0,
    ignoring: (first: [Bool], second: [Bool])? = nil
  ) {
    let before = firstSizes.count
    var parts = DisjointSets(count: before + secondSizes.count)
    for cell in table.cells {
      let smaller = min(firstSizes[cell.first], secondSizes[cell.second])
      if Double(cell.count) > threshold * Double(smaller) { parts.join(cell.first, before + cell.second) }
    }
    var counts = [(before: Int, after: Int)](repeating: (0, 0), count: before + secondSizes.count)
    for cluster in 0..<before where ignoring?.first[cluster] != true {
      counts[parts.root(of: cluster)].before += 1
    }
    for cluster in secondSizes.indices where ignoring?.second[cluster] != true {
      counts[parts.root(of: before + cluster)].after += 1
    }
    for count in counts {
      switch count {
      case (0, 0): break
      case (0, _): appear += 1
      case (_, 0): disappear += 1
      case (1, 1): persist += 1
      case (1, _): split += 1
      case (_, 1): merge += 1
      default:
        tangle += 1
        tangledMarkers += count.before + count.after
      }
    }
  }
}

/// A1: the splits, merges, appearances and disappearances of clusters between two frames; see ``Lineage``.
/// Clusters that only slid out of view or into it are counted apart.
public struct LineageMetric: Metric, Configurable {
  /// The share of either cluster that two must exceed in common to be joined.
  public var theta = 0.0

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter(
      "theta", \.theta, in: 0...1, "Two clusters are related if they share more than this part of either.")
  ]

  public let about = MetricDescription(
    id: "A1", name: "lineage", summary: "How clusters split, merge, appear and disappear.",
    formula: """
      clusters k and l of two frames are joined if n_kl / min(|C_k|, |C′_l|) > theta; the graph's \
      connected parts of a clusters before and b after are persist (1, 1), split (1, b), merge (a, 1), \
      tangle (a, b), appear (0, 1), disappear (1, 0); tangled = markers in tangles / (K + K′). A cluster \
      without a common point whose marker is out of the other view slides, and does not count otherwise.
      """,
    measures: [
      .share("tangled", .lower, "Share of the markers in tangles."),
      .amount("persist", unit: "events", .descriptive, "One becomes one."),
      .amount("split", unit: "events", .descriptive, "One becomes several."),
      .amount("merge", unit: "events", .descriptive, "Several become one."),
      .amount("tangle", unit: "events", .descriptive, "Several become several."),
      .amount("appear", unit: "events", .descriptive, "A cluster without a predecessor."),
      .amount("disappear", unit: "events", .descriptive, "A cluster without a successor."),
      .amount("slide", unit: "events", .descriptive, "One leaves the view or enters it."),
    ],
    scope: .pair, undefined: [.differentPoints, .noMarkers],
    cost: "O(n)",
    source:
      #"Defined here, after M. Spiliopoulou, I. Ntoutsi, Y. Theodoridis and R. Schult, "MONIC: modeling and "#
      + #"monitoring cluster transitions", KDD 2006."#)

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    guard let pair = subject.pair else { return undefined(for: .differentPoints) }
    let slides = pair.slides
    let lineage = Lineage(
      pair.table, firstSizes: pair.first.sizes, secondSizes: pair.second.sizes, threshold: theta,
      ignoring: slides)
    let slid = slides.first.count { $0 } + slides.second.count { $0 }
    let markers = pair.first.count + pair.second.count - slid
    return values(
      markers == 0 ? .undefined(.noMarkers) : .number(Double(lineage.tangledMarkers) / Double(markers)),
      .count(lineage.persist), .count(lineage.split), .count(lineage.merge), .count(lineage.tangle),
      .count(lineage.appear), .count(lineage.disappear), .count(slid))
  }
}
