public import Pinfold

/// S4: whether a repeated view shows the same clusters as at first.
///
/// Frames are compared by ``Frame/canonicalHashes``. Only repeated views are hashed.
public struct HistoryMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "S4", name: "history", summary: "Whether a view shows the same clusters whatever was shown before.",
    formula: """
      over the frames whose viewport was shown before: the share with the canonical SHA-256 of the first \
      of that viewport, positions to 1/256 screen point; exact: by the exact bits of positions.
      """,
    measures: [
      .share("identical", .higher, "Share of the revisits that look the same."),
      .share("exact", .higher, "Share of the revisits that are equal bit for bit."),
      .amount("revisits", unit: "frames", .descriptive, "Frames of views shown before."),
    ],
    scope: .sequence, undefined: [.differentPoints, .noRevisits],
    cost: "O(n log n) for each frame of a view that comes twice",
    source:
      #"T. Been, E. Daiches and C. Yap, "Dynamic map labeling", IEEE TVCG 2006: the map depends on its state "#
      + "alone, not on the history.")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let frames = subject.frames
    guard subject.isOfOneSet else { return undefined(for: .differentPoints) }
    let visits = Dictionary(grouping: frames.indices) { frames[$0].view.viewport }
      .values.filter { $0.count > 1 }
    var (revisits, identical, exact) = (0, 0, 0)
    for visit in visits {
      try subject.context.check()
      let first = frames[visit[0]].canonicalHashes
      for frame in visit.dropFirst() {
        try subject.context.check()
        let hashes = frames[frame].canonicalHashes
        revisits += 1
        if hashes.screen == first.screen { identical += 1 }
        if hashes.exact == first.exact { exact += 1 }
      }
    }
    func share(_ count: Int) -> MeasuredValue {
      revisits == 0 ? .undefined(.noRevisits) : .number(Double(count) / Double(revisits))
    }
    return values(share(identical), share(exact), .count(revisits))
  }
}
