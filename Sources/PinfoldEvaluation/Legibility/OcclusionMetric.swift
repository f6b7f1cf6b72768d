public import Pinfold

/// L3: how much of the markers' area is lost to markers lying on one another; see ``Occlusion``.
public struct OcclusionMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    MetricDescription(
      id: "L3", name: "occlusion", summary: "How much of the markers is hidden by others.",
      formula: """
        share = 1 − |∪ D_k| / Σ |D_k| for the discs D_k, exactly, by the short way around; lens = Σ over pairs of the \
        area that two have in common. seen: of each disc the share that no disc drawn after it hides, the largest \
        drawn first; least, and mean over discs.
        """,
      measures: [
        MeasureDescription("share", in: 0...1, better: .lower, "Share of the markers' area that is hidden."),
        MeasureDescription(
          "lens", in: 0...(.infinity), unit: "square points", better: .lower,
          "Area in common, summed over pairs."),
        MeasureDescription("leastSeen", in: 0...1, better: .higher, "Share of the most hidden marker seen."),
        MeasureDescription("meanSeen", in: 0...1, better: .higher, "Mean share of a marker that is seen."),
      ],
      undefined: [.noMarkers, .noSpread, .tooManyMarkers],
      cost: "O(K log K + pairs)", source: "Cabello et al. 2010, proportional symbols; Green's theorem.")
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let markers = subject.markers
    let occlusion = try Occlusion(of: markers, context: subject.context)
    let visibility = try Visibility(of: markers, context: subject.context)
    let reason: UndefinedReason = markers.discs.isEmpty ? .noMarkers : .tooManyMarkers
    return [
      "share": .number(occlusion.share, else: markers.discs.isEmpty ? .noMarkers : .noSpread),
      "lens": .number(occlusion.lensArea, else: .tooManyMarkers),
      "leastSeen": .number(visibility?.least, else: reason),
      "meanSeen": .number(visibility?.mean, else: reason),
    ]
  }
}
