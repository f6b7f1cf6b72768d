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
    var strategies: [NamedClusterer] = []
    for strategy in timedStrategies.map({ plan.strategies[$0] }) {
      do {
        strategies.append(NamedClusterer(strategy.label, try strategy.clusterer(of: points[dataset])))
      } catch {
        throw .definition(DefinitionError(place: strategy.label, message: "\(error)"))
      }
    }
    let named = NamedPoints(plan.datasets[dataset].name, points[dataset])
    var bench = Bench(datasets: [named], strategies: strategies, plan: ViewPlan(zooms: []))
    (bench.builds, bench.passes, bench.seed) = (timing.builds, timing.passes, timing.seed)
    var single = context
    single.threads = 1
    var run = BenchRun(bench: bench, dataset: named, context: single, counter: counter)
    let rows: [BenchRow]
    do {
      rows = try run.timings(on: try views(of: dataset, seed: seed))
    } catch {
      throw .stopped(error)
    }
    return zip(timedStrategies, rows).map { strategy, row in
      StudyTiming(
        dataset: dataset, strategy: strategy, coldBuild: row.coldBuild, build: row.build,
        coldQuery: row.coldQuery, query: row.query, bytesPerPoint: row.indexBytesPerPoint,
        failure: row.failure)
    }
  }

  /// The views of all cameras, each once.
  private func views(of dataset: Int, seed: UInt64) throws(ClusteringError) -> [Viewport] {
    var views: [Viewport] = []
    for camera in plan.cameras {
      views += try camera.views(over: points[dataset], screen: plan.screen, seed: seed)
    }
    return views.uniqued
  }
}
