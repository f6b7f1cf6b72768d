public import Pinfold
public import PinfoldDefinitions
import PinfoldEvaluation

/// Runs a study into a folder, or resumes one.
///
/// Runs share as many threads as the context has, each on one thread; those of one strategy on one dataset
/// share its index. Timings come last and alone. Everything that is finished is in the database at once, so a
/// study that is interrupted, in whatever way, is resumed by the next invocation with the same plan, and the
/// results do not depend on how often that was. A plan with more datasets, strategies, cameras or seeds makes
/// the study grow by the runs that are missing.
public struct StudyRunner: Sendable {
  package var plan: StudyDefinition

  /// The folder, which is made if it does not exist.
  public var folder: String

  /// Whether to try runs again that failed in an earlier invocation.
  public var retriesFailures = false

  /// The manifest of a study whose frames should be reproduced; nil for none. A difference from it is an
  /// error.
  package var reproduced: StudyManifest?

  /// The part of the runs to finish; nil for all. A part takes no timings, which come last and alone.
  package var part: StudyPart?

  /// The resource limits of plugins, recorded in the manifest; nil if unknown.
  private var pluginLimits: StudyManifest.PluginLimits?

  /// Receives notes about the data for the user: unusable rows, guessed columns, crowds of points.
  public var note: @Sendable (String) -> Void = { _ in }

  /// Plans the running of a study.
  public init(_ plan: StudyDefinition, in folder: String) {
    self.plan = plan
    self.folder = folder
  }

  /// Plans the running of a study from a source; that of a manifest must come to the same frames.
  package init(_ source: StudySource, in folder: String) {
    self.init(source.plan, in: folder)
    reproduced = source.manifest
    pluginLimits = source.pluginLimits
  }

  /// Completes all unfinished runs and timings.
  ///
  /// - Parameters:
  ///   - context: when to stop, and the number of concurrent runs.
  ///   - progress: called with the progress, from any thread but one call at a time.
  /// - Returns: the study with all its runs, including failed ones.
  /// - Throws: ``StudyError`` for data that cannot be read, a folder that holds another study, and if the
  ///   context stops the call.
  public func run(
    context: RunContext = RunContext(),
    progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }
  ) throws(StudyError) -> StudyStore {
    let workspace = try StudyWorkspace(
      plan, in: folder, from: reproduced, pluginLimits: pluginLimits, context: context, note: note)
    let store = workspace.store
    if retriesFailures { try store.forgetFailures() }
    try workspace.saveManifest()
    let points = workspace.data.map(\.points)
    try finishRuns(workspace, points, context, progress)
    if part == nil {
      try StudyTimer(plan: workspace.plan, points: points, store: store, context: context).run(progress)
    }
    let finished = try workspace.saveManifest()
    if let frames = reproduced?.frames, let found = finished.frames, found != frames {
      throw .notReproducible(differences: [
        "frames of SHA-256 \(found.sha256) here, \(frames.sha256) in the manifest"
      ])
    }
    return store
  }

  /// Writes the plan into the folder before any run, so that reports can distinguish planned parts from later
  /// additions.
  ///
  /// - Returns: the manifest, whose log begins with the registration.
  /// - Throws: ``StudyError`` as ``run(context:progress:)``, and if the folder has a study already.
  package func register(context: RunContext = RunContext()) throws(StudyError) -> StudyManifest {
    if let store = try? StudyStore(in: folder) {
      let runs = try store.finishedRuns().count
      throw .data(
        "\(folder): contains a study begun at \(try store.manifest().run.began), with \(counted(runs, "finished run")); "
          + "register a plan before it is run, in a new folder")
    }
    let workspace = try StudyWorkspace(
      plan, in: folder, from: reproduced, pluginLimits: pluginLimits, context: context, note: note)
    return try workspace.saveManifest(registering: true)
  }

  private func finishRuns(
    _ workspace: StudyWorkspace, _ points: [PointSet], _ context: RunContext,
    _ progress: @escaping @Sendable (StudyProgress) -> Void
  ) throws(StudyError) {
    let (plan, store, identities) = (workspace.plan, workspace.store, workspace.identities)
    let finished = try store.finishedRuns()
    let mine = plan.runs.filter { part?.contains(plan.number(of: $0)) ?? true }
    let waiting = mine.filter { finished[identities[plan.number(of: $0)]] == nil }
    let counter = ProgressCounter(
      total: waiting.count, .runs, before: mine.count - waiting.count, report: progress)
    let maps = MapCache(for: waiting)
    let single = context.withThreads(1)
    try WorkQueue.run(count: waiting.count, threads: context.threads) { place in
      let run = waiting[place]
      let id = plan.number(of: run)
      let task = StudyRunTask(
        plan: plan, points: points[run.dataset], run: run, identity: identities[id], context: single,
        maps: maps)
      try single.check()
      let finished = try task.finished()
      try store.write { try $0.insert(finished, id: id) }
      maps.finish(run)
      counter.advance()
    }
  }
}

extension StudyDefinition {
  /// All runs, those that share an index one after another.
  fileprivate var runs: [StudyRun] {
    datasets.indices.flatMap { dataset in
      strategies.indices.flatMap { strategy in
        seeds.indices.flatMap { seed in
          cameras.indices.map { StudyRun(dataset: dataset, strategy: strategy, camera: $0, seed: seed) }
        }
      }
    }
  }

  /// The number of a run: its index among all by dataset, strategy, camera and seed.
  fileprivate func number(of run: StudyRun) -> Int {
    ((run.dataset * strategies.count + run.strategy) * cameras.count + run.camera) * seeds.count + run.seed
  }
}

/// The progress of a study.
public struct StudyProgress: Hashable, Sendable {
  /// The phases of a study.
  public enum Phase: String, Hashable, Sendable {
    /// Strategies run and are measured, several at a time.
    case runs

    /// Strategies are timed, alone.
    case timings

    /// Metrics are applied to stored frames.
    case scores

    /// Stored frames and values are verified.
    case checks
  }

  /// The current phase.
  public var phase: Phase

  /// The steps done by earlier invocations.
  public var before: Int

  /// The steps done, those of earlier invocations among them.
  public var done: Int

  /// The number of all steps.
  public var total: Int
}

extension ProgressCounter {
  /// Counts the steps of a phase that are left after those of earlier invocations.
  convenience init(
    total: Int, _ phase: StudyProgress.Phase, before: Int = 0,
    report: @escaping @Sendable (StudyProgress) -> Void
  ) {
    self.init(total: total) {
      report(StudyProgress(phase: phase, before: before, done: before + $0, total: before + $1))
    }
  }
}
