package import Pinfold
package import PinfoldDefinitions
import PinfoldEvaluation

/// Applies metrics to the stored frames of a study, without running a strategy again.
package struct StudyScorer: Sendable {
  package var metrics: [MetricDefinition]

  /// Plans a scoring.
  package init(_ metrics: [MetricDefinition]) { self.metrics = metrics }

  /// The metrics that run strategies again; they have no values for stored frames.
  package var rerunning: [String] { metrics.filter(\.metric.about.reruns).map(\.label) }

  /// Measures every finished run that has no values of the metrics' versions yet; an interrupted call is
  /// resumed by the next.
  ///
  /// - Parameters:
  ///   - store: the study.
  ///   - registry: makes the points of generated datasets.
  ///   - context: when to stop, and how many runs to measure at a time.
  ///   - progress: called, from any thread but one call at a time, with how much is done.
  /// - Returns: the number of runs that were measured; those that had values already are not among them.
  @discardableResult
  package func score(
    _ store: StudyStore, registry: Registry, context: RunContext = RunContext(),
    progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }
  ) throws(StudyError) -> Int {
    let lock = try StudyLock(store.folder)
    defer { withExtendedLifetime(lock) {} }
    let settings = try store.scoreSettings()
    let waiting = try store.unscored(metrics.flatMap(\.measures))
    let counter = ProgressCounter(total: waiting.count, .scores, report: progress)
    let single = context.withThreads(1)
    for dataset in Set(waiting.map(\.run.dataset)).sorted() {
      let points = try store.points(of: dataset, registry: registry, context: context)
      let runs = waiting.filter { $0.run.dataset == dataset }
      try WorkQueue.run(count: runs.count, threads: context.threads) { place in
        try score(runs[place].run, runs[place].id, points, store, settings, single)
        counter.advance()
      }
    }
    var manifest = try store.manifest()
    var added: [String] = []
    for metric in metrics {
      let entry = StudyManifest.Metric(metric)
      if !manifest.metrics.contains(entry) {
        manifest.metrics.append(entry)
        added.append("metric \(entry.name)")
      }
      if let plugin = metric.plugin.map({ StudyManifest.Plugin($0) }), !manifest.plugins.contains(plugin) {
        manifest.plugins.append(plugin)
      }
    }
    if manifest.scores != nil { manifest.scores = try store.scoresDigest() }
    if !added.isEmpty { manifest.add(.scored, runs: try store.finishedRuns().count, added: added) }
    try store.save(manifest)
    return waiting.count
  }

  private func score(
    _ run: StudyRun, _ id: Int, _ points: PointSet, _ store: StudyStore,
    _ settings: ScoreSettings, _ context: RunContext
  ) throws {
    try context.check()
    let frames = try store.frames(of: run, points: points)
    let subject = MetricSubject(frames, seed: settings.seeds[run.seed], context: context)
    var scored = run
    let scores = try SequenceScores(metrics.map(\.metric), of: subject, rerunFrames: settings.rerunFrames)
    (scored.values, scored.messages) = (scores.columns, scores.messages)
    try store.write { [scored] in try $0.insert(scored, metrics.flatMap(\.measures), id: id) }
  }
}
