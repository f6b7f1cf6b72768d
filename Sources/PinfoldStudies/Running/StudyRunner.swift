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
  /// The plan.
  package var plan: StudyDefinition

  /// The folder, which is made if it does not exist.
  public var folder: String

  /// Whether to try runs again that failed in an earlier invocation.
  public var retriesFailures = false

  /// The manifest of a study whose frames are to be made again; nil for none. A difference from it is an
  /// error.
  package var reproduced: StudyManifest?

  /// The part of the runs to finish; nil for all. A part takes no timings, which come last and alone.
  package var part: StudyPart?

  /// The resources that plugins may use, which the manifest says; nil where nobody knows.
  private var pluginLimits: StudyManifest.PluginLimits?

  /// Called with what a user should know of the data: unusable rows, guessed columns, crowds of points.
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
  ///   - context: when to stop, and how many runs go on at a time.
  ///   - progress: called, from any thread but one call at a time, with how much is done.
  /// - Returns: the study with all its runs, failed ones among them.
  /// - Throws: ``StudyError`` for data that cannot be read, a folder that holds another study, and as the
  ///   context asks.
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
      try StudyTimer(plan: plan, points: points, store: store, context: context).run(progress)
    }
    let finished = try workspace.saveManifest()
    if let frames = reproduced?.frames, let found = finished.frames, found != frames {
      throw .notReproducible(differences: [
        "frames of SHA-256 \(found.sha256) here, \(frames.sha256) in the manifest"
      ])
    }
    return store
  }

  private func finishRuns(
    _ workspace: StudyWorkspace, _ points: [PointSet], _ context: RunContext,
    _ progress: @escaping @Sendable (StudyProgress) -> Void
  ) throws(StudyError) {
    let store = workspace.store
    let identities = workspace.identities
    let finished = try store.finishedRuns()
    let mine = allRuns.filter { part?.contains(number(of: $0)) ?? true }
    let waiting = mine.filter { finished[identities[number(of: $0)]] == nil }
    let before = mine.count - waiting.count
    let counter = ProgressCounter(total: waiting.count) { done, total in
      progress(StudyProgress(phase: .runs, before: before, done: before + done, total: before + total))
    }
    let maps = MapCache(for: waiting)
    var single = context
    single.threads = 1
    try WorkQueue.run(count: waiting.count, threads: context.threads) { [single] place in
      let run = waiting[place]
      let id = number(of: run)
      let task = StudyRunTask(
        plan: plan, points: points[run.dataset], run: run, identity: identities[id], context: single,
        maps: maps)
      try single.check()
      try store.save(try task.finished(), as: id)
      maps.finish(run)
      counter.advance()
    }
  }

  /// All runs, those that share an index one after another.
  private var allRuns: [StudyRun] {
    var runs: [StudyRun] = []
    for dataset in plan.datasets.indices {
      for strategy in plan.strategies.indices {
        for seed in plan.seeds.indices {
          for camera in plan.cameras.indices {
            runs.append(StudyRun(dataset: dataset, strategy: strategy, camera: camera, seed: seed))
          }
        }
      }
    }
    return runs
  }

  /// The number of a run: its index among all by dataset, strategy, camera and seed.
  private func number(of run: StudyRun) -> Int {
    ((run.dataset * plan.strategies.count + run.strategy) * plan.cameras.count + run.camera)
      * plan.seeds.count + run.seed
  }
}
