public import Pinfold

/// A1m: what became of the clusters, as MONIC tells it; see ``Monic``. ``LineageMetric`` is to be preferred.
public struct MonicMetric: Metric, Configurable {
  /// The share of an old cluster that its heir exceeds.
  public var tau = 0.5

  /// The share of an old cluster that each part of a split has at least.
  public var tauSplit = 0.25

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("tau", \.tau, in: 0.5...1, "Share of an old cluster that its heir exceeds."),
    Parameter("tauSplit", \.tauSplit, in: 0...1, "Share of an old cluster that each part of a split has."),
  ]

  public var about: MetricDescription {
    func count(_ name: String, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: 0...(.infinity), unit: "clusters", better: .descriptive, help)
    }
    return MetricDescription(
      id: "A1m", name: "monic", summary: "What became of the clusters, seen from each of them.",
      formula: """
        overlap of X before with Y after = |X ∩ Y| / |X|; X survives if one overlap exceeds tau, is absorbed if other \
        clusters exceed tau with that Y, splits if overlaps of at least tauSplit together exceed tau, and else \
        disappears; a Y in none of these emerges. A cluster that only slid out of view or into it does not count.
        """,
      measures: [
        count("survive", "One has most of it."), count("split", "Several have most of it."),
        count("absorbed", "One has most of it and of others."), count("disappear", "None has most of it."),
        count("emerge", "Clusters that have most of none."),
      ],
      scope: .pair, undefined: [.differentPoints],
      cost: "O(n)", source: "Spiliopoulou et al. 2006, MONIC.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    guard let pair = FramePair(subject) else { return undefined(for: .differentPoints) }
    let monic = Monic(
      pair.table, firstSizes: FramePair.sizes(of: pair.first), secondCount: pair.second.count, most: tau,
      part: tauSplit, ignoring: pair.slides)
    return [
      "survive": .count(monic.survive), "split": .count(monic.split), "absorbed": .count(monic.absorbed),
      "disappear": .count(monic.disappear), "emerge": .count(monic.emerge),
    ]
  }
}
