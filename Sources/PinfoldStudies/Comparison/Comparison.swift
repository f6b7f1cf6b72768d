public import Pinfold
import PinfoldData
public import PinfoldDefinitions
public import PinfoldEvaluation

/// Strategies judged by metrics on the same views of the same points.
///
/// Every strategy sees the same views, marker style and seed. One strategy on one point set is a run; runs
/// are independent and share as many threads as the context has, each on one thread, and the result does not
/// depend on the number. A strategy or metric that fails is recorded and stops no other.
public struct Comparison: Sendable {
  /// The points.
  public var datasets: [NamedPoints]

  /// The strategies, each with its parameters.
  public var strategies: [NamedClusterer]

  /// The metrics: those of single frames are measured in every view, those of sequences once on the frames of
  /// all views in their order; those of pairs are undefined here.
  public var metrics: [any Metric]

  /// The views.
  public var plan: ViewPlan

  /// The sizes by which strategies are tuned, in their order, nil for one that has none; empty where nothing
  /// is tuned.
  var sizes: [TunableSize?] = []

  /// The target that strategies are tuned to in each view; nil for none.
  var target: MatchTarget?

  /// The style of markers.
  public var style = MarkerStyle()

  /// The seed of random numbers in metrics.
  public var seed: UInt64 = 1

  /// The number of views of a dataset, from the first, on which metrics that run the strategy again are
  /// measured.
  public var rerunViews = 1

  /// Plans a comparison.
  public init(
    datasets: [NamedPoints], strategies: [NamedClusterer], metrics: [any Metric], plan: ViewPlan
  ) {
    self.datasets = datasets
    self.strategies = strategies
    self.metrics = metrics
    self.plan = plan
  }

  /// Reads the data of a definition, and plans its comparison.
  ///
  /// - Parameters:
  ///   - context: when to stop.
  ///   - note: gets what a user should know of the data.
  package init(
    _ definition: ComparisonDefinition, context: RunContext = RunContext(), note: (String) -> Void = { _ in }
  ) throws {
    var datasets: [NamedPoints] = []
    for dataset in definition.datasets {
      let named = try dataset.load(context: context)
      if dataset.path != nil { named.report?.warnings.forEach(note) }
      datasets.append(named)
    }
    self.init(
      datasets: datasets, strategies: try definition.strategies.named(),
      metrics: definition.metrics.map(\.metric), plan: definition.views.plan)
    seed = definition.views.seed
    target = definition.match.target
    if target != nil { sizes = definition.strategies.strategies.map(\.size) }
    MarkerWarning.ownSizes(of: strategies, measuredWith: style).map(note)
  }

  /// Runs the comparison.
  ///
  /// - Parameters:
  ///   - context: when to stop, and how many runs go on at a time.
  ///   - progress: told, from any thread but one call at a time, how many views are done and how many there
  ///     are.
  /// - Throws: `ClusteringError.cancelled` or `ClusteringError.deadlineExceeded` if the context stops the
  ///   call; nothing else.
  public func run(
    context: RunContext = RunContext(),
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> ComparisonOutcome {
    try context.check()
    let views = datasets.map { plan.views(over: $0.points) }
    let counter = ProgressCounter(
      total: views.reduce(0) { $0 + $1.count } * strategies.count, report: progress)
    let rows = WorkQueue.map(count: datasets.count * strategies.count, threads: context.threads) { number in
      let (dataset, strategy) = number.quotientAndRemainder(dividingBy: strategies.count)
      let run = ComparedRun(
        comparison: self, dataset: datasets[dataset], strategy: strategies[strategy],
        size: sizes.isEmpty ? nil : sizes[strategy], views: views[dataset], context: context.withThreads(1),
        counter: counter)
      return run.row()
    }
    try context.check()
    return ComparisonOutcome(rows: rows, measures: metrics.flatMap { $0.undefined(.notMeasured) })
  }
}

/// One strategy on one point set.
private struct ComparedRun {
  /// Returns the index for a view and the size that it was tuned to: one for all views, or one for each.
  typealias Source = (Viewport) throws -> (map: ClusterMap, size: String?)

  let comparison: Comparison
  let dataset: NamedPoints
  let strategy: NamedClusterer
  let size: TunableSize?
  let views: [ViewPlan.PlannedView]
  let context: RunContext
  let counter: ProgressCounter

  func row() -> ComparisonRow {
    var outcomes: [ViewOutcome] = []
    do {
      let source: Source
      if let size, let target = comparison.target {
        let tuned = TunedStrategy(
          size, on: dataset.points, to: target, style: comparison.style, context: context)
        source = { try tuned.tuning(for: [$0]) }
      } else {
        let map = try strategy.clusterer.build(dataset.points, context: context)
        source = { _ in (map, nil) }
      }
      let sequences = comparison.metrics.filter { $0.about.scope == .sequence }
      var frames: [Frame] = []
      for (place, view) in views.enumerated() {
        let (outcome, frame) = outcome(of: view, at: place, source)
        outcomes.append(outcome)
        // A frame holds memory for each of its points.
        if let frame, !sequences.isEmpty { frames.append(frame) }
        counter.advance()
      }
      var row = ComparisonRow(dataset: dataset.name, strategy: strategy.name, failure: nil, views: outcomes)
      row.construction = Construction(strategy.clusterer)
      let subject = MetricSubject(
        frames, clusterer: strategy.clusterer, seed: comparison.seed, context: context)
      let scores = try SequenceScores(sequences, of: subject)
      (row.sequence, row.sequenceMessages) = (scores.sequence, scores.messages)
      return row
    } catch {
      counter.advance(by: views.count - outcomes.count)
      return ComparisonRow(
        dataset: dataset.name, strategy: strategy.name, failure: "\(error)", views: outcomes)
    }
  }

  private func outcome(
    of view: ViewPlan.PlannedView, at place: Int, _ source: Source
  ) -> (ViewOutcome, Frame?) {
    var outcome = ViewOutcome(view: view)
    do {
      let map: ClusterMap
      (map, outcome.size) = try source(view.viewport)
      var frame = try map.frame(for: view.viewport, context: context)
      frame.markerStyle = comparison.style
      outcome.clusters = frame.count
      outcome.points = frame.isInView.count { $0 }
      outcome.hashes = frame.canonicalHashes
      outcome.effectiveSize = frame.effectiveSize
      outcome.conservation = Conservation(of: frame)
      let subject = MetricSubject(
        [frame], clusterer: map.clusterer, seed: comparison.seed, context: context)
      for metric in comparison.metrics
      where metric.about.scope != .sequence && (place < comparison.rerunViews || !metric.about.reruns) {
        do {
          outcome.measurements += try metric.evaluate(subject)
        } catch {
          outcome.measurements += metric.undefined(.failed)
          outcome.messages.append("metric '\(metric.about.name)': \(error)")
        }
      }
      return (outcome, frame)
    } catch {
      outcome.failure = "\(error)"
      return (outcome, nil)
    }
  }
}
