public import Pinfold

/// L5: the share of the screen that markers cover; each is drawn once.
public struct InkMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "L5", name: "ink", summary: "How much of the screen the markers cover.",
    formula: "|∪ D_k ∩ V| / |V| for the discs D_k and the screen V without its margin, exactly.",
    measures: [.share("share", .descriptive, "Share of the screen under markers.")],
    cost: "O(K + pairs)",
    source:
      #"G. Ellis and A. Dix, "A taxonomy of clutter reduction for information visualisation", IEEE TVCG "#
      + "2007; Green's theorem."
  ).dependingOnSeam("the screen shows each marker once, cut where the globe is")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let (view, viewport) = (subject.frame.view, subject.frame.view.viewport)
    let covered = try subject.drawnMarkers.onScreen(of: view)
      .unionArea(width: viewport.width, height: viewport.height, context: subject.context)
    return values(.number(max(0, min(covered / (viewport.width * viewport.height), 1))))
  }
}
