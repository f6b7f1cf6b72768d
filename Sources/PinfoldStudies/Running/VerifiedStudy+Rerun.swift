import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

extension VerifiedStudy {
  /// Runs some finished runs again, and compares them with what is stored.
  func rerun(
    _ count: Int, seed: UInt64, _ context: RunContext, _ outcome: inout StudyVerification,
    _ progress: @escaping @Sendable (StudyProgress) -> Void
  ) throws(StudyError) {
    guard count > 0 else { return }
    for index in plan.strategies.indices where !isSame(index) {
      outcome.notes.append(
        "strategy '\(plan.strategies[index].label)' has version \(content.versions[index]) in the study and "
          + "\(plan.strategies[index].version) here; it was not run again")
    }
    let runs = drawn(count, seed: seed)
    let maps = MapCache(for: runs.map(\.run))
    try each(of: runs, .runs, context, &outcome, progress) { [self] run, points, context in
      var outcome = StudyVerification()
      do {
        outcome.reruns = 1
        if let fault = try rerunFault(run, points, maps, context) {
          outcome.problems.append("\(place(of: run)): run again, it \(fault)")
        }
      } catch {
        outcome.problems.append("\(place(of: run)): \(error)")
      }
      maps.finish(run)
      return outcome
    }
  }

  /// Runs that can be run again, drawn at random: one of each strategy, then another of each, and so on.
  private func drawn(_ count: Int, seed: UInt64) -> [(run: StudyRun, points: PointSet)] {
    var random = SplitMix64(seed: seed)
    let runs = results.runs.compactMap { run in points(of: run).map { (run: run, points: $0) } }
      .filter { isSame($0.run.strategy) }
      .map { (random.next(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    var turns: [Int: Int] = [:]
    let inTurn = runs.map { run in
      defer { turns[run.run.strategy, default: 0] += 1 }
      return (turn: turns[run.run.strategy, default: 0], run: run)
    }
    return (0..<runs.count).sorted { (inTurn[$0].turn, $0) < (inTurn[$1].turn, $1) }
      .prefix(count).map { runs[$0] }
  }

  /// The differences of a repeated run; nil for none.
  private func rerunFault(
    _ run: StudyRun, _ points: PointSet, _ maps: MapCache, _ context: RunContext
  ) throws -> String? {
    let task = StudyRunTask(
      plan: plan, points: points,
      run: StudyRun(dataset: run.dataset, strategy: run.strategy, camera: run.camera, seed: run.seed),
      identity: Digest(of: []), context: context, maps: maps)
    let again = try task.finished()
    switch (again.run.failure, run.failure) {
    case (let failure?, nil): return "fails: \(failure)"
    case (nil, .some): return "does not fail"
    default: break
    }
    return again.difference(
      from: FinishedRun(
        identity: again.identity, run: run, measures: results.measures, contents: [], seconds: 0))
  }
}
