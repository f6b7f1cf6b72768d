public import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// Proves what a study has stored: decodes every frame, compares it with its digests, and measures it again.
public struct StudyVerifier: Sendable {
  private let store: StudyStore
  private let registry: Registry

  /// Plans the verification of a study.
  ///
  /// - Parameter registry: makes the datasets and metrics that the study names, those of plugins too.
  public init(_ store: StudyStore, registry: Registry) {
    self.store = store
    self.registry = registry
  }

  /// Verifies every finished run.
  ///
  /// - Parameters:
  ///   - context: when to stop, and how many runs to verify at a time.
  ///   - progress: called, from any thread but one call at a time, with how much is done.
  /// - Returns: every run that does not hold, and what could not be looked at.
  /// - Throws: ``StudyError`` for a database that cannot be read, and as the context asks.
  /// - Complexity: that of the metrics, as no strategy runs again.
  public func verify(
    context: RunContext = RunContext(),
    progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }
  ) throws(StudyError) -> StudyVerification {
    let results = try store.results()
    let settings = try store.scoreSettings()
    var outcome = StudyVerification()
    let metrics = metrics(of: results, &outcome)
    let runs = results.runs.filter { $0.failure == nil }
    let counter = ProgressCounter(total: runs.count) { done, total in
      progress(StudyProgress(phase: .checks, before: 0, done: done, total: total))
    }
    var single = context
    single.threads = 1
    for dataset in results.datasets.indices {
      let runs = runs.filter { $0.dataset == dataset }
      let points: PointSet
      do {
        points = try store.points(of: dataset, registry: registry, context: context)
      } catch {
        if case .stopped = error { throw error }
        outcome.notes.append("frames of \(results.datasets[dataset].name) cannot be verified: \(error)")
        counter.advance(by: runs.count)
        continue
      }
      let checks = WorkQueue.map(count: runs.count, threads: context.threads) { [single] index in
        defer { counter.advance() }
        return check(runs[index], points, results, metrics, settings, single)
      }
      do { try context.check() } catch { throw .stopped(error) }
      for check in checks { outcome.add(check) }
    }
    try compareDigests(results, &outcome)
    return outcome
  }

  /// The metrics of a study with the indices of their measures; those that cannot be measured again are
  /// noted.
  private func metrics(
    of results: StudyResults, _ outcome: inout StudyVerification
  ) -> [(metric: any Metric, measures: [Int])] {
    var metrics: [(metric: any Metric, measures: [Int])] = []
    for entry in results.manifest.metrics {
      guard let found = try? MetricDefinition.one(Node(.text(entry.name), place: "manifest"), in: registry)
      else {
        outcome.notes.append(
          "metric '\(entry.name)' is not known here, so that its values are not measured again")
        continue
      }
      let measures = found.measures.map { measure in results.measures.firstIndex { $0 == measure } }
      if found.metric.about.reruns {
        outcome.notes.append(
          "metric '\(entry.name)' runs strategies again, so that its values are not measured again")
      } else if measures.contains(nil) {
        outcome.notes.append(
          "metric '\(entry.name)' has values of version \(entry.version), and is of version \(found.version) here"
        )
      } else {
        metrics.append((found.metric, measures.compactMap { $0 }))
      }
    }
    return metrics
  }

  private func check(
    _ run: StudyRun, _ points: PointSet, _ results: StudyResults,
    _ metrics: [(metric: any Metric, measures: [Int])], _ settings: ScoreSettings, _ context: RunContext
  ) -> StudyVerification {
    var outcome = StudyVerification()
    outcome.runs = 1
    let place =
      "\(results.datasets[run.dataset].name), \(results.strategies[run.strategy].label), "
      + "\(results.cameras[run.camera].label), seed \(results.seeds[run.seed])"
    do {
      let frames = try store.frames(of: run, points: points)
      for (index, (frame, record)) in zip(frames, run.frames).enumerated() {
        outcome.frames += 1
        if let fault = record.fault(of: frame, style: settings.style) {
          outcome.problems.append("\(place): frame \(index + 1) \(fault)")
        }
      }
      let subject = MetricSubject(
        frames, style: settings.style, seed: settings.seeds[run.seed], context: context)
      // Values of other frames would differ for that reason alone.
      guard outcome.problems.isEmpty else { return outcome }
      let scores = try MetricScores(
        metrics.map(\.metric), of: subject, rerunFrames: settings.rerunFrames)
      for (measure, values) in zip(metrics.flatMap(\.measures), scores.values)
      where run.values[measure] != values {
        outcome.problems.append(
          "\(place): \(results.measures[measure].label) \(Self.difference(run.values[measure], values))")
      }
      outcome.values = scores.values.reduce(0) { $0 + $1.count }
    } catch {
      outcome.problems.append("\(place): \(error)")
    }
    return outcome
  }

  /// Where stored values first differ from measured ones: "of frame 2 is stored as 0.5, and measured as
  /// 0.25".
  private static func difference(_ stored: [MeasuredValue], _ measured: [MeasuredValue]) -> String {
    guard
      let index = zip(stored, measured).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset
    else { return "has \(stored.count) values, and \(measured.count) are measured" }
    return "of frame \(index + 1) is stored as \(stored[index]), and measured as \(measured[index])"
  }

  /// Compares the digests of all frames and of all values with those of the manifest.
  private func compareDigests(
    _ results: StudyResults, _ outcome: inout StudyVerification
  ) throws(StudyError) {
    let manifest = results.manifest
    if let frames = manifest.frames, try store.framesDigest(of: store.runCount()) != frames {
      outcome.problems.append("the digest of all frames is not that of the manifest")
    }
    if let scores = manifest.scores, try store.scoresDigest() != scores {
      outcome.problems.append("the digest of all values is not that of the manifest")
    }
  }
}

/// The result of a verification.
public struct StudyVerification: Hashable, Sendable {
  /// The runs that were looked at.
  public var runs = 0

  /// The frames that were decoded.
  public var frames = 0

  /// The values that were measured again.
  public var values = 0

  /// What does not hold: the run, and what is wrong with it.
  public var problems: [String] = []

  /// What could not be looked at, and why.
  public var notes: [String] = []

  /// Adds the verification of other runs.
  fileprivate mutating func add(_ other: StudyVerification) {
    runs += other.runs
    frames += other.frames
    values += other.values
    problems += other.problems
    notes += other.notes
  }
}

extension FrameRecord {
  /// What a stored frame contradicts in its record; nil for nothing.
  fileprivate func fault(of frame: Frame, style: MarkerStyle) -> String? {
    if frame.canonicalHashes != hashes { return "is not the one whose digest is stored" }
    if frame.count != markers { return "has \(frame.count) markers, and \(markers) are stored" }
    if Conservation(of: frame, style: style).passes != isConserving {
      return "is stored as \(isConserving ? "conserving" : "losing") points, and is not"
    }
    return nil
  }
}
