public import Pinfold

/// A1: how clusters split, merge, come and go between two frames; see ``Lineage``.
///
/// Clusters that only slid out of view or into it are counted apart.
public struct LineageMetric: Metric, Configurable {
  /// The share of either cluster that two must have in common, and more, to be kin.
  public var theta = 0.0

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("theta", \.theta, in: 0...1, "Share of either cluster that kin have in common, and more.")
  ]

  public var about: MetricDescription {
    func count(_ name: String, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: 0...(.infinity), unit: "events", better: .descriptive, help)
    }
    return MetricDescription(
      id: "A1", name: "lineage", summary: "How clusters split, merge, come and go.",
      formula: """
        clusters k and l of two frames are joined if n_kl / min(|C_k|, |C′_l|) > theta; the graph's connected parts of \
        a clusters before and b after are persist (1, 1), split (1, b), merge (a, 1), tangle (a, b), appear (0, 1), \
        disappear (1, 0); tangled = markers in tangles / (K + K′). A cluster without a common point whose marker is \
        out of the other view slides, and does not count otherwise.
        """,
      measures: [
        MeasureDescription("tangled", in: 0...1, better: .lower, "Share of the markers in tangles."),
        count("persist", "One becomes one."), count("split", "One becomes several."),
        count("merge", "Several become one."), count("tangle", "Several become several."),
        count("appear", "One comes from nothing."), count("disappear", "One goes to nothing."),
        count("slide", "One leaves the view or enters it."),
      ],
      scope: .pair, undefined: [.differentPoints, .noMarkers],
      cost: "O(n)", source: "Defined here, after Spiliopoulou et al. 2006 (MONIC).")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    guard let pair = FramePair(subject) else {
      return undefined(for: .differentPoints)
    }
    let slides = pair.slides
    let lineage = Lineage(
      pair.table, firstSizes: FramePair.sizes(of: pair.first), secondSizes: FramePair.sizes(of: pair.second),
      threshold: theta, ignoring: slides)
    let slid = slides.first.count { $0 } + slides.second.count { $0 }
    let markers = pair.first.count + pair.second.count - slid
    return [
      "tangled": markers == 0
        ? .undefined(.noMarkers) : .number(Double(lineage.tangledMarkers) / Double(markers)),
      "persist": .count(lineage.persist), "split": .count(lineage.split), "merge": .count(lineage.merge),
      "tangle": .count(lineage.tangle), "appear": .count(lineage.appear),
      "disappear": .count(lineage.disappear), "slide": .count(slid),
    ]
  }
}
