import PinfoldEvaluation

extension ComparisonOutcome {
  /// Ranks one dataset's strategies by the median of a measure: 1 is best, and equal values share the mean of
  /// their ranks.
  ///
  /// - Parameters:
  ///   - dataset: the name of the points.
  ///   - label: the full name of a measure: "overlap.share".
  /// - Returns: ranks by strategy; rows that are not valid or have no value get none, nor do measures that
  ///   only describe.
  public func ranks(dataset: String, by label: String) -> [String: Double] {
    var entries: [(strategy: String, badness: Double)] = []
    for row in rows where row.dataset == dataset && row.verdict == .valid {
      guard let summary = row.summaries.first(where: { $0.label == label }),
        let median = summary.median.number
      else { continue }
      switch summary.measure.better {
      case .higher: entries.append((row.strategy, -median))
      case .lower: entries.append((row.strategy, median))
      case .descriptive: return [:]
      }
    }
    return Dictionary(
      zip(entries.map(\.strategy), Ranks.of(entries.map(\.badness))), uniquingKeysWith: { first, _ in first })
  }
}
