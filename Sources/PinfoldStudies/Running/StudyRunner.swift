import Foundation
public import Pinfold
public import PinfoldDefinitions
import PinfoldEvaluation

/// Runs a study into a folder, or goes on with one.
///
/// Cells run on as many threads as the context has, each on one, in an order that has the strategies take turns:
/// whatever else the machine does falls on all alike. Timings come last and alone. Everything that is finished is in
/// the database at once, so a run that ends early, in whatever way, is gone on with by another one of the same plan,
/// and what comes out does not depend on how often that was.
public struct StudyRunner: Sendable {
  /// What to run.
  package var plan: StudyDefinition

  /// The folder, which is made if it does not exist.
  public var folder: String

  /// Whether to try cells again that failed in an earlier run.
  public var retriesFailures = false

  /// Plans a run.
  public init(_ plan: StudyDefinition, in folder: String) {
    self.plan = plan
    self.folder = folder
  }

  /// Runs what is not finished yet.
  ///
  /// - Parameters:
  ///   - context: when to stop, and how many cells to run at a time.
  ///   - progress: told, from any thread but one call at a time, how much is done.
  /// - Returns: the study with all its cells, failed ones among them.
  /// - Throws: ``StudyError`` for data that cannot be read, a folder that holds another study, and as the context asks.
  public func run(
    context: RunContext = RunContext(),
    progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }
  ) throws(StudyError) -> StudyStore {
    var points: [PointSet] = []
    for dataset in plan.datasets { points.append(try dataset.points()) }
    let digests = points.map(\.digest)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(folder, reason: error.localizedDescription)
    }
    let lock = try StudyLock(folder)
    defer { withExtendedLifetime(lock) {} }
    let store = try StudyStore(opening: folder)
    try store.begin(plan, points: points, digests: digests)
    if retriesFailures { try store.forgetFailures() }
    let manifest = StudyManifestMaker(plan: plan, points: points, digests: digests, context: context)
    try store.save(try manifest.manifest(of: store))
    try runCells(store, points, context, progress)
    try StudyTimer(plan: plan, points: points, store: store, context: context).run(progress)
    try store.save(try manifest.manifest(of: store))
    return store
  }

  private func runCells(
    _ store: StudyStore, _ points: [PointSet], _ context: RunContext,
    _ progress: @escaping @Sendable (StudyProgress) -> Void
  ) throws(StudyError) {
    let finished = try store.finishedCells()
    let waiting = cellsInTurn.filter { !finished.contains(number(of: $0)) }
    let before = plan.cellCount - waiting.count
    let counter = ProgressCounter(total: waiting.count) { done, total in
      progress(StudyProgress(phase: .cells, before: before, done: before + done, total: before + total))
    }
    var single = context
    single.threads = 1
    try WorkQueue.run(count: waiting.count, threads: context.threads) { [single] place in
      let cell = waiting[place]
      let run = StudyCellRun(plan: plan, points: points[cell.dataset], cell: cell, context: single)
      try single.check()
      try store.save(try run.finished(), as: number(of: cell))
      counter.advance()
    }
  }

  /// All cells, one strategy after another on the same views of the same points.
  private var cellsInTurn: [StudyCell] {
    var cells: [StudyCell] = []
    for dataset in plan.datasets.indices {
      for seed in plan.seeds.indices {
        for camera in plan.cameras.indices {
          for strategy in plan.strategies.indices {
            cells.append(StudyCell(dataset: dataset, strategy: strategy, camera: camera, seed: seed))
          }
        }
      }
    }
    return cells
  }

  /// The number of a cell: its place among all by dataset, strategy, camera and seed.
  private func number(of cell: StudyCell) -> Int {
    ((cell.dataset * plan.strategies.count + cell.strategy) * plan.cameras.count + cell.camera)
      * plan.seeds.count + cell.seed
  }
}
