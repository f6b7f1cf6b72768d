import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// A study under verification: what is stored, and what its definition makes here.
struct VerifiedStudy {
  private let store: StudyStore
  let results: StudyResults
  let content: StudyContent
  private let settings: ScoreSettings

  /// The points of each dataset; nil where they are not those of the study.
  private let points: [PointSet?]

  /// The metrics that can be measured again, with the indices of their measures.
  private var metrics: [(metric: any Metric, measures: [Int])] = []

  /// The metrics that run strategies again.
  private var rerunning: [String] = []

  /// All metrics of the study's versions that are known here.
  private var known: [MetricDefinition] = []

  var plan: StudyDefinition { content.plan }

  init(
    store: StudyStore, results: StudyResults, plan: StudyDefinition, registry: Registry, context: RunContext,
    _ outcome: inout StudyVerification
  ) throws(StudyError) {
    self.store = store
    self.results = results
    settings = try store.scoreSettings()
    let manifest = results.manifest
    var points: [PointSet?] = []
    var datasets: [StudyManifest.Dataset] = []
    for (index, dataset) in plan.datasets.enumerated() {
      let stored = manifest.datasets.indices.contains(index) ? manifest.datasets[index] : nil
      do throws(StudyError) {
        let data = try StudyData(dataset, context: context)
        guard data.digest.description == stored?.sha256 else {
          throw StudyError.otherPoints(dataset: dataset.name, source: dataset.source)
        }
        points.append(data.points)
        datasets.append(StudyManifest.Dataset(dataset, data))
      } catch {
        if case .stopped = error { throw error }
        outcome.notes.append("runs on \(dataset.name) cannot be verified: \(error)")
        points.append(nil)
        if let stored { datasets.append(stored) }
      }
    }
    self.points = points
    var content = StudyContent(plan, datasets: datasets)
    for (index, strategy) in plan.strategies.enumerated() where manifest.strategies.indices.contains(index) {
      let stored = manifest.strategies[index].version
      // A plugin's version is part of its text.
      if strategy.plugin == nil { content.versions[index] = stored }
    }
    self.content = content
    findMetrics(registry, &outcome)
    let missing = plan.runCount - results.runs.count
    if missing > 0 {
      outcome.notes.append(
        "\(missing) of \(plan.runCount) runs are not finished, so there is no digest of all frames and values"
      )
    } else if manifest.frames == nil || manifest.scores == nil {
      outcome.notes.append(
        "the manifest has no digest of all frames and values; 'pinfold study run' writes it")
    }
  }

  /// Whether a strategy is the one that made the frames.
  func isSame(_ strategy: Int) -> Bool {
    content.versions[strategy] == plan.strategies[strategy].version
  }

  /// Finds the metrics of the study; those that cannot be measured again are noted.
  private mutating func findMetrics(_ registry: Registry, _ outcome: inout StudyVerification) {
    for entry in results.manifest.metrics {
      guard let found = try? MetricDefinition.one(Node(.text(entry.name), place: "manifest"), in: registry)
      else {
        outcome.notes.append(
          "metric '\(entry.name)' is unknown here; its values were not measured again")
        continue
      }
      guard found.version == entry.version else {
        outcome.notes.append(
          "metric '\(entry.name)' has values of version \(entry.version), but the version here is \(found.version)"
        )
        continue
      }
      known.append(found)
      let places = found.measures.compactMap { results.measures.firstIndex(of: $0) }
      if found.metric.about.reruns {
        rerunning.append(entry.name)
      } else if places.count == found.measures.count {
        metrics.append((found.metric, places))
      }
    }
  }

  // MARK: The definition

  /// Where tables, manifest and identities are not what the definition makes.
  func faults() throws(StudyError) -> [String] {
    var faults = try manifestFaults()
    faults += try store.tableFaults(content, results.manifest)
    let stored = try store.measures()
    let measures = known.flatMap(\.measures)
    let versions = results.manifest.metrics.map { "\($0.name) \($0.version)" }
    for measure in measures where !stored.contains(measure) {
      faults.append(
        "table 'measure': \(measure.label) of version \(measure.version) is missing or different")
    }
    for measure in stored where !measures.contains(measure) {
      let metric = "\(measure.label.dropLast(measure.measure.name.count + 1)) \(measure.version)"
      if !versions.contains(metric)
        || measures.contains(where: { $0.label == measure.label && $0.version == measure.version })
      {
        faults.append(
          "table 'measure': \(measure.label) of version \(measure.version) belongs to no metric of the study")
      }
    }
    return faults + (try identityFaults())
  }

  private func manifestFaults() throws(StudyError) -> [String] {
    let stored = results.manifest
    // Datasets that cannot be read here are skipped.
    let sets = zip(content.datasets, points).compactMap { dataset, points in points.map { (dataset.name, $0) }
    }
    let overlaps =
      sets.count < points.count || stored.overlaps == nil ? stored.overlaps : PointOverlap.found(in: sets)
    let maker = StudyManifestMaker(
      content: content, points: points, overlaps: overlaps, pluginLimits: stored.pluginLimits,
      context: RunContext())
    var made = try maker.facts()
    made.keep(stored)
    for (index, metric) in made.metrics.enumerated() {
      guard let known = known.first(where: { $0.label == metric.name }) else { continue }
      made.metrics[index] = StudyManifest.Metric(known)
    }
    (made.run, made.log, made.tool, made.machine) = (stored.run, stored.log, stored.tool, stored.machine)
    (made.frames, made.scores) = (stored.frames, stored.scores)
    for (index, stored) in zip(made.strategies.indices, stored.strategies) {
      // Frames of another program whose files are not here.
      if made.strategies[index].sourceSHA256 == nil, content.plan.framePaths.count > 0 {
        made.strategies[index].sourceSHA256 = stored.sourceSHA256
      }
    }
    for index in made.cameras.indices where points.contains(where: { $0 == nil }) {
      if stored.cameras.indices.contains(index) {
        made.cameras[index].viewsSHA256 = stored.cameras[index].viewsSHA256
      }
    }
    return try store.manifestFaults(made) + stored.logFaults
  }

  private func identityFaults() throws(StudyError) -> [String] {
    let identities = content.runDigests
    return try store.runIdentities().compactMap { id, run, identity in
      guard identities.indices.contains(id), identities[id] != identity else { return nil }
      return "\(place(of: run)): the run's SHA-256 does not match its dataset, strategy, camera and seed"
    }
  }

  /// A run in words.
  func place(of run: StudyRun) -> String {
    "\(results.datasets[run.dataset].name), \(results.strategies[run.strategy].label), "
      + "\(results.cameras[run.camera].label), seed \(results.seeds[run.seed])"
  }

  /// The points of a run; nil where they are missing, or the definition has no such run.
  func points(of run: StudyRun) -> PointSet? {
    guard points.indices.contains(run.dataset), plan.strategies.indices.contains(run.strategy),
      plan.cameras.indices.contains(run.camera), plan.seeds.indices.contains(run.seed)
    else { return nil }
    return points[run.dataset]
  }

  // MARK: The runs

  /// Decodes and measures every run whose points are there.
  func checkRuns(
    _ context: RunContext, _ outcome: inout StudyVerification,
    _ progress: @escaping @Sendable (StudyProgress) -> Void
  ) throws(StudyError) {
    let runs = results.runs.compactMap { run in points(of: run).map { (run: run, points: $0) } }
    try each(of: runs, .checks, context, &outcome, progress) { [self] in check($0, $1, $2) }
  }

  /// Adds what `check` finds in each of some runs, several at a time with one thread each.
  func each(
    of runs: [(run: StudyRun, points: PointSet)], _ phase: StudyProgress.Phase, _ context: RunContext,
    _ outcome: inout StudyVerification, _ progress: @escaping @Sendable (StudyProgress) -> Void,
    _ check: @Sendable (StudyRun, PointSet, RunContext) -> StudyVerification
  ) throws(StudyError) {
    let counter = ProgressCounter(total: runs.count, phase, report: progress)
    let single = context.withThreads(1)
    let checks = WorkQueue.map(count: runs.count, threads: context.threads) { index in
      defer { counter.advance() }
      return check(runs[index].run, runs[index].points, single)
    }
    do { try context.check() } catch { throw .stopped(error) }
    for check in checks { outcome.add(check) }
  }

  private func check(_ run: StudyRun, _ points: PointSet, _ context: RunContext) -> StudyVerification {
    var outcome = StudyVerification()
    outcome.runs = 1
    let place = place(of: run)
    do {
      outcome.problems += viewFaults(of: run, points).map { "\(place): \($0)" }
      let frames = try store.frames(of: run, points: points)
      for (index, (frame, record)) in zip(FrameRecord.all(of: frames), run.frames).enumerated() {
        outcome.frames += 1
        if let fault = record.fault(of: frame) {
          outcome.problems.append("\(place): frame \(index + 1) \(fault)")
        }
      }
      // Values of other frames would differ for that reason alone, and a run that failed has none.
      guard outcome.problems.isEmpty, run.failure == nil else { return outcome }
      let subject = MetricSubject(frames, seed: settings.seeds[run.seed], context: context)
      let scores = try SequenceScores(metrics.map(\.metric), of: subject, rerunFrames: settings.rerunFrames)
      for (measure, values) in zip(metrics.flatMap(\.measures), scores.columns)
      where run.values[measure] != values {
        outcome.problems.append(
          "\(place): \(results.measures[measure].label) \(Self.difference(run.values[measure], values))")
      }
      outcome.values = scores.columns.reduce(0) { $0 + $1.count }
    } catch {
      outcome.problems.append("\(place): \(error)")
    }
    return outcome
  }

  /// Where the views of a run are not those of its camera; one that failed may have fewer.
  private func viewFaults(of run: StudyRun, _ points: PointSet) -> [String] {
    let views: [Viewport]
    do {
      views = try plan.cameras[run.camera].views(
        over: points, screen: plan.screen, seed: plan.seeds[run.seed])
    } catch {
      return run.failure == nil ? ["its camera fails: \(error)"] : []
    }
    let faults = zip(run.frames, views).enumerated().compactMap { index, pair in
      pair.0.viewport == pair.1 ? nil : "frame \(index + 1) does not show the camera's view"
    }
    let isWhole = run.frames.count == views.count
    guard isWhole || run.failure != nil && run.frames.count < views.count else {
      return faults + ["\(run.frames.count) frames are stored, but the camera has \(views.count) views"]
    }
    return faults
  }

  /// Where stored values first differ from measured ones: "of frame 2 is stored as 0.5, but measured as
  /// 0.25".
  private static func difference(_ stored: [MeasuredValue], _ measured: [MeasuredValue]) -> String {
    guard
      let index = zip(stored, measured).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset
    else { return "has \(stored.count) values, and \(measured.count) are measured" }
    return "of frame \(index + 1) is stored as \(stored[index]), but measured as \(measured[index])"
  }

  /// Compares the digests of all frames and of all values with those of the manifest.
  func compareDigests(_ outcome: inout StudyVerification) throws(StudyError) {
    let manifest = results.manifest
    if let frames = manifest.frames, try store.framesDigest(of: plan.runCount) != frames {
      outcome.problems.append("the digest of all frames does not match the manifest")
    }
    if let scores = manifest.scores, try store.scoresDigest() != scores {
      outcome.problems.append("the digest of all values does not match the manifest")
    }
  }

  // MARK: What is not proved

  /// The parts that a verification does not prove.
  func unproved(_ outcome: StudyVerification) -> [String] {
    var unproved = [
      "timings (run.seconds, timing.*, sample.*)",
      "the texts of failures and messages (run.failure, message.*)",
      "when, by which build and on which machine the study ran (manifest: run, tool, machine, pluginLimits)",
    ]
    if !rerunning.isEmpty {
      unproved.append(
        "values of \(rerunning.joined(separator: ", ")) beyond their digest, because strategies would have to run again"
      )
    }
    if outcome.reruns < results.runs.count {
      unproved.append(
        "that the strategies make \(outcome.reruns == 0 ? "these frames" : "the frames of the other runs")")
    }
    return unproved
  }
}

extension FrameRecord {
  /// The contradiction between a stored record and that of its frame; nil for none.
  fileprivate func fault(of frame: FrameRecord) -> String? {
    if frame.hashes != hashes { return "does not match its stored digest" }
    for (what, found, stored) in [
      ("markers", frame.markers, markers), ("points in view", frame.points, points),
      ("points that entered or left", frame.changed, changed), ("hidden points", frame.hidden, hidden),
    ] where found != stored {
      return "has \(found) \(what), but \(stored) are stored"
    }
    if frame.isConserving != isConserving {
      return "is stored as \(isConserving ? "conserving" : "losing") points, but is not"
    }
    return nil
  }
}
