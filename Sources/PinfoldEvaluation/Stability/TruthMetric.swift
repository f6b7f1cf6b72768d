public import Pinfold

/// S8: whether clusters agree with given labels.
///
/// Labels are those of the attribute `truth`, which the reader's option of that name fills from a column, or
/// of other columns: if experts disagree, the labels that clusters agree with best count, measure by measure.
/// Points without a label are ignored, and so are those with the label for noise. A cluster of one point may
/// be noise: some strategies leave unassignable points alone, and a study decides how to count that.
public struct TruthMetric: Metric, Configurable {
  /// How to count points that are alone in their cluster.
  public var noise = NoisePolicy.alone

  /// The columns of labels.
  public var labels = [Attribute.truth]

  /// The label of points that belong to no class; an empty text for none.
  public var noiseLabel = ""

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("noise", \.noise, "How points that are alone in their cluster count."),
    Parameter("labels", \.labels, "Columns of labels; the best agreement counts."),
    Parameter("noiseLabel", \.noiseLabel, "Label of points that belong to no class, as 0 or -1."),
  ]

  public let about = MetricDescription(
    id: "S8", name: "truth", summary: "Whether clusters agree with labels in the data.",
    formula: """
      on the points shown that have a label: adjusted Rand index, adjusted mutual information (by the mean of \
      both entropies), B-cubed F1, and purity = Σ_k max_l |C_k ∩ L_l| / n, which many clusters raise. Points \
      alone in their cluster are by noise: alone, clusters of their own; together, one cluster; left-out, not \
      compared. Of several columns of labels, the greatest value of each measure.
      """,
    measures: [
      .score("rand", .higher, "Adjusted Rand index; 0 by chance."),
      .score("information", .higher, "Adjusted mutual information; 0 by chance."),
      .share("bCubed", .higher, "B-cubed F1, point by point."),
      .share("purity", .higher, "Share of the points that have their cluster's most frequent label."),
      .share("labeled", .descriptive, "Share of the points shown that are compared."),
    ],
    undefined: [.noPoints, .noLabels],
    cost: "O(n), and O(s t m) for s and t different sizes of clusters and labels",
    source:
      #"L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification 1985; N. X. Vinh, J. Epps "#
      + #"and J. Bailey, "Information theoretic measures for clusterings comparison", JMLR 2010; A. Bagga and "#
      + #"B. Baldwin, "Entity-based cross-document coreferencing using the vector space model", COLING-ACL "#
      + #"1998; Y. Zhao and G. Karypis, "Criterion functions for document clustering", University of "#
      + "Minnesota, TR 01-40, 2001.")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let frame = subject.frame
    let clusters = noise.applied(to: frame.labels)
    let shown = frame.labels.count { $0 >= 0 }
    var best: [Double] = []
    for name in labels {
      let truth: Attribute
      do {
        truth = try frame.points.attribute(named: name)
      } catch {
        // Data without labels have none; a column that somebody names must be there.
        if labels == Self().labels { return undefined(for: .noLabels) }
        throw .attribute(error)
      }
      let table = Contingency(classes(of: truth.values, count: frame.points.count), clusters)
      guard table.count > 0 else { continue }
      let found = [
        table.adjustedRandIndex, try table.adjustedMutualInformation(context: subject.context),
        BCubed(table).f1, table.purity, Double(table.count) / Double(shown),
      ]
      best = best.isEmpty ? found : zip(best, found).map(max)
    }
    guard !best.isEmpty else { return undefined(for: shown == 0 ? .noPoints : .noLabels) }
    return values(best, else: .noLabels)
  }

  /// The label of each point as a number from 0, by first appearance; −1 where it is missing, empty or noise.
  private func classes(of values: Attribute.Values, count: Int) -> [Int32] {
    // By their bytes: texts that differ in them may be equal to Swift.
    var known: [[UInt8]: Int32] = [:]
    return (0..<count).map { point in
      guard let text = values.text(at: point), !text.isEmpty, text != noiseLabel else { return -1 }
      let bytes = Array(text.utf8)
      if let label = known[bytes] { return label }
      known[bytes] = Int32(known.count)
      return Int32(known.count - 1)
    }
  }
}

/// How to count points that are alone in their cluster.
public enum NoisePolicy: String, Hashable, Sendable, CaseIterable {
  /// Each is a cluster of its own.
  case alone

  /// All of them are one cluster, as of programs that give noise one label.
  case together

  /// They are not compared.
  case leftOut = "left-out"

  /// The labels of points, −1 for those that are not compared.
  func applied(to labels: [Int32]) -> [Int32] {
    guard self != .alone else { return labels }
    let count = Int(labels.max() ?? -1) + 1
    var sizes = [Int](repeating: 0, count: count)
    for label in labels where label >= 0 { sizes[Int(label)] += 1 }
    return labels.map { label in
      guard label >= 0, sizes[Int(label)] == 1 else { return label }
      return self == .together ? Int32(count) : -1
    }
  }
}
