import Foundation
public import Pinfold
public import PinfoldDefinitions
import PinfoldEvaluation

/// Runs a study into a folder, or resumes one.
///
/// Runs share as many threads as the context has, each on one thread; those of one strategy on one dataset
/// share its index. Timings come last and alone. Everything that is finished is in the database at once, so a
/// study that is interrupted, in whatever way, is resumed by the next invocation with the same plan, and the
/// results do not depend on how often that was.
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

  /// Called with what a user should know of the data: unusable rows, guessed columns, crowds of points.
  public var note: @Sendable (String) -> Void = { _ in }

  /// Plans the running of a study.
  public init(_ plan: StudyDefinition, in folder: String) {
    self.plan = plan
    self.folder = folder
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
    var data: [StudyData] = []
    for dataset in plan.datasets {
      let loaded = try StudyData(dataset, context: context)
      loaded.warnings.forEach(note)
      data.append(loaded)
    }
    let points = data.map(\.points)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(folder, reason: error.localizedDescription)
    }
    let lock = try StudyLock(folder)
    defer { withExtendedLifetime(lock) {} }
    let store = try StudyStore(opening: folder)
    try store.begin(plan, data: data)
    if retriesFailures { try store.forgetFailures() }
    let manifest = StudyManifestMaker(plan: plan, data: data, context: context)
    let facts = try manifest.manifest(of: store)
    if let reproduced {
      let differences = facts.differences(from: reproduced)
      guard differences.isEmpty else { throw .notReproducible(differences: differences) }
    }
    try store.save(facts)
    try finishRuns(store, points, context, progress)
    try StudyTimer(plan: plan, points: points, store: store, context: context).run(progress)
    let finished = try manifest.manifest(of: store)
    try store.save(finished)
    if let frames = reproduced?.frames, let found = finished.frames, found != frames {
      throw .notReproducible(differences: [
        "frames of SHA-256 \(found.sha256) here, \(frames.sha256) in the manifest"
      ])
    }
    return store
  }

  private func finishRuns(
    _ store: StudyStore, _ points: [PointSet], _ context: RunContext,
    _ progress: @escaping @Sendable (StudyProgress) -> Void
  ) throws(StudyError) {
    let finished = try store.finishedRuns()
    let waiting = allRuns.filter { !finished.contains(number(of: $0)) }
    let before = plan.runCount - waiting.count
    let counter = ProgressCounter(total: waiting.count) { done, total in
      progress(StudyProgress(phase: .runs, before: before, done: before + done, total: before + total))
    }
    let maps = MapCache(plan, for: waiting)
    var single = context
    single.threads = 1
    try WorkQueue.run(count: waiting.count, threads: context.threads) { [single] place in
      let run = waiting[place]
      let task = StudyRunTask(plan: plan, points: points[run.dataset], run: run, context: single, maps: maps)
      try single.check()
      try store.save(try task.finished(), as: number(of: run))
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
