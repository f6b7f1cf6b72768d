public import PinfoldEvaluation

/// The results of a comparison: rows by dataset, then by strategy, in the order given.
public struct ComparisonOutcome: Hashable, Sendable {
  /// One row for each dataset and strategy.
  public var rows: [ComparisonRow]

  /// The measures that rows have, in their order; their values have no meaning.
  let measures: [MetricResult]

  init(rows: [ComparisonRow], measures: [MetricResult]) {
    self.rows = rows
    self.measures = measures
    noteDecisions()
  }

  /// Determines which views require a decision: they have two points or more, and some strategy shows neither
  /// one marker nor each point separately.
  private mutating func noteDecisions() {
    for rows in Dictionary(grouping: self.rows.indices, by: { self.rows[$0].dataset }).values {
      for view in 0..<(rows.map { self.rows[$0].views.count }.max() ?? 0) {
        let here = rows.filter { self.rows[$0].views.indices.contains(view) }
        let isDecided = here.contains { row in
          let outcome = self.rows[row].views[view]
          let clusters = outcome.clusters ?? 0
          return outcome.points > 1 && clusters > 1 && clusters < outcome.points
        }
        for row in here { self.rows[row].views[view].isDecided = isDecided }
      }
    }
  }

  /// The full names of all measures, in the order of the metrics: "overlap.share".
  public var measureLabels: [String] { measures.map(\.label) }

  /// The rows of one dataset in groups of indistinguishable ones: equal frames and values in every view. A
  /// row without an equal, or that failed, is a group of its own.
  public func groups(dataset: String) -> [[ComparisonRow]] {
    var groups: [[ComparisonRow]] = []
    for row in rows where row.dataset == dataset {
      if row.verdict != .failed, let group = groups.firstIndex(where: { $0[0].isEqual(to: row) }) {
        groups[group].append(row)
      } else {
        groups.append([row])
      }
    }
    return groups
  }
}

/// One strategy on one point set, over all views.
public struct ComparisonRow: Hashable, Sendable {
  /// The name of the points.
  public var dataset: String

  /// The name of the strategy.
  public var strategy: String

  /// Why the strategy could not be built; nil where it could.
  public var failure: String?

  /// Every view, in the order of the plan.
  public var views: [ViewOutcome]

  /// The traits of the strategy that decide some measures; nil where nothing is known.
  var construction: Construction?

  /// The results of metrics of sequences, on the frames of all views.
  var sequence: [MetricResult] = []

  /// The messages of metrics of sequences that failed.
  var sequenceMessages: [String] = []

  /// Whether the row may be ranked.
  public var verdict: Verdict {
    if failure != nil || views.contains(where: { $0.failure != nil }) { return .failed }
    return views.allSatisfy { $0.conservation?.passes ?? true } ? .valid : .invalid
  }

  /// The median size that clusters were made with in the views that count, in screen points; nil where the
  /// strategy has none.
  public var effectiveSize: Double? { Quantile.median(of: countingViews.compactMap(\.effectiveSize)) }

  /// The sizes that the strategy was tuned to in the views that count; nil where nothing was tuned.
  package var sizes: SizeRange? { SizeRange(countingViews.compactMap(\.size)) }

  /// Whether another row shows the same frames and values, by whatever name.
  func isEqual(to other: ComparisonRow) -> Bool {
    verdict == other.verdict && !views.isEmpty && views.count == other.views.count
      && sequence == other.sequence
      && zip(views, other.views).allSatisfy { $0.hashes == $1.hashes && $0.measurements == $1.measurements }
  }

  /// The median number of clusters in the views that count; nil where all of them failed.
  public var clusters: Double? {
    Quantile.median(of: countingViews.compactMap { $0.clusters.map { Double($0) } })
  }

  /// All failures' messages, each once, in the order of views.
  public var messages: [String] {
    let all =
      [failure].compactMap { $0 } + views.flatMap { [$0.failure].compactMap { $0 } + $0.messages }
      + sequenceMessages
    return all.uniqued
  }

  /// The views in which some strategy has a decision to make.
  package var decidedViews: [ViewOutcome] { views.filter(\.isDecided) }

  /// The views used for scores, sizes and numbers of clusters: those that require a decision, or all if none
  /// does.
  private var countingViews: [ViewOutcome] {
    let decided = decidedViews
    return decided.isEmpty ? views : decided
  }

  /// The measurements reduced over the views that count, in the order of the metrics; one for each measure
  /// met.
  public var summaries: [MeasureSummary] {
    let all = countingViews.flatMap(\.measurements)
    let groups = Dictionary(grouping: all, by: \.label)
    let each = all.map(\.label).uniqued.compactMap { groups[$0].map { MeasureSummary($0) } }
    return each + sequence.map { MeasureSummary([$0]) }
  }
}

/// One view of one strategy.
public struct ViewOutcome: Hashable, Sendable {
  /// The view.
  public var view: ViewPlan.PlannedView

  /// The size that the strategy was tuned to, "cellSize=48.5"; nil where nothing was tuned.
  public var size: String?

  /// The number of clusters; nil where the strategy failed.
  public var clusters: Int?

  /// The number of points in view.
  public var points = 0

  /// Whether some strategy of the comparison has a decision to make in this view. In other views all are
  /// perfect, so that these count in no score.
  public var isDecided = true

  /// The canonical hashes of the frame; nil where the strategy failed.
  var hashes: FrameHashes?

  /// The size that clusters were made with, in screen points; nil where the strategy has none.
  public var effectiveSize: Double?

  /// The gate; nil where the strategy failed.
  package var conservation: Conservation?

  /// The results of the metrics, in their order.
  public var measurements: [MetricResult] = []

  /// Why the strategy failed; nil where it did not.
  public var failure: String?

  /// The messages of metrics that failed.
  public var messages: [String] = []

  init(view: ViewPlan.PlannedView) { self.view = view }
}

/// One measure of one row, reduced over its views.
public struct MeasureSummary: Hashable, Sendable {
  /// The full name: "overlap.share".
  public var label: String

  /// The measure.
  public var measure: Measure

  /// The median of the views that have a value.
  public var median: MeasuredValue

  /// The mean of the values of a share, the median of those of a size: a median of shares would hide what
  /// happens in fewer than half of the views.
  public var score: MeasuredValue

  /// The worst value; undefined for measures that only describe.
  public var worst: MeasuredValue

  /// The number of views that have a value.
  public var defined: Int

  /// The number of views that have none.
  public var undefined: Int

  /// The number of views with a value and the number measured, "4 of 5"; nil if all have one.
  public var share: String? { undefined == 0 ? nil : "\(defined) of \(defined + undefined)" }

  /// Reduces the measurements of one measure.
  ///
  /// - Precondition: there is at least one.
  public init(_ measurements: [MetricResult]) {
    let values = measurements.compactMap(\.value.number)
    let reason = measurements.map(\.value).reason ?? .notMeasured
    label = measurements[0].label
    measure = measurements[0].measure
    median = .number(Quantile.median(of: values), else: reason)
    score = .number(measure.reduced(values), else: reason)
    worst =
      switch measure.better {
      case .higher: .number(values.min(), else: reason)
      case .lower: .number(values.max(), else: reason)
      case .descriptive: .undefined(.descriptive)
      }
    defined = values.count
    undefined = measurements.count - values.count
  }
}
