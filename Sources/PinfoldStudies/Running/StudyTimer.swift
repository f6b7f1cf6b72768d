import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// Times the strategies of a study, one dataset after another, with nothing else running.
struct StudyTimer {
  let plan: StudyDefinition
  let points: [PointSet]
  let store: StudyStore
  let context: RunContext

  /// Times the strategies without timings; a dataset whose timing was interrupted is timed again.
  func run(_ progress: @escaping @Sendable (StudyProgress) -> Void) throws(StudyError) {
    guard let timing = plan.timing else { return }
    let timed = try store.timedDatasets()
    let steps = (timing.builds + 1) * timedStrategies.count + timing.passes + 1
    let waiting = plan.datasets.indices.filter { !timed.contains($0) }
    let counter = ProgressCounter(
      total: waiting.count * steps, .timings, before: timed.count * steps, report: progress)
    for dataset in waiting { try store.save(try timings(of: dataset, timing, counter)) }
  }

  /// The strategies that run here, but for controls.
  private var timedStrategies: [Int] {
    plan.competitors.filter { plan.strategies[$0].framesPath(of: "") == nil }
  }

  private func timings(
    of dataset: Int, _ timing: TimingDefinition, _ counter: ProgressCounter
  ) throws(StudyError) -> [StudyTiming] {
    let seed = plan.seeds.first ?? 1
    let strategies = try timedStrategies.map { (index) throws(StudyError) in
      let strategy = plan.strategies[index]
      do {
        return NamedClusterer(strategy.label, try strategy.clusterer(of: points[dataset]))
      } catch {
        throw StudyError.definition(DefinitionError(place: strategy.label, message: "\(error)"))
      }
    }
    let named = NamedPoints(plan.datasets[dataset].name, points[dataset])
    var bench = Bench(datasets: [named], strategies: strategies, plan: ViewPlan(zooms: []))
    (bench.builds, bench.passes, bench.seed) = (timing.builds, timing.passes, timing.seed)
    var run = BenchRun(bench: bench, dataset: named, context: context.withThreads(1), counter: counter)
    do {
      return zip(timedStrategies, try run.timings(on: try views(of: dataset, seed: seed))).map {
        StudyTiming(
          dataset: dataset, strategy: $0, coldBuild: $1.coldBuild, build: $1.build, coldQuery: $1.coldQuery,
          query: $1.query, bytesPerPoint: $1.indexBytesPerPoint, failure: $1.failure)
      }
    } catch {
      throw .stopped(error)
    }
  }

  /// The views of all cameras, each once.
  private func views(of dataset: Int, seed: UInt64) throws(ClusteringError) -> [Viewport] {
    try plan.cameras.map { (camera) throws(ClusteringError) in
      try camera.views(over: points[dataset], screen: plan.screen, seed: seed)
    }.joined().uniqued
  }
}
