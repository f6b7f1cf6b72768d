import Pinfold
import PinfoldDefinitions
import Synchronization

/// The indices that runs of a study share: one for each dataset, strategy and seed that matters to it,
/// however many cameras look at it.
///
/// An index lives from the first run that needs it to the last, so that few do at a time where runs come by
/// dataset and strategy.
final class MapCache: Sendable {
  private struct Key: Hashable {
    let dataset: Int
    let strategy: Int
    /// The index of the seed; nil for a strategy that draws nothing, or from a seed of its own.
    let seed: Int?
  }

  /// An index that is built by whoever comes first; others wait.
  private final class Entry: Sendable {
    let map = Mutex<ClusterMap?>(nil)
  }

  private let plan: StudyDefinition
  private let entries = Mutex<[Key: Entry]>([:])
  private let waiting: Mutex<[Key: Int]>

  /// Plans the sharing between runs that are to be finished.
  init(_ plan: StudyDefinition, for runs: [StudyRun]) {
    self.plan = plan
    var counts: [Key: Int] = [:]
    for run in runs { counts[Self.key(of: run, plan), default: 0] += 1 }
    waiting = Mutex(counts)
  }

  private static func key(of run: StudyRun, _ plan: StudyDefinition) -> Key {
    let isSeeded = plan.strategies[run.strategy].takesStudySeed
    return Key(dataset: run.dataset, strategy: run.strategy, seed: isSeeded ? run.seed : nil)
  }

  /// The index of a run, which `build` makes where no run has made it yet.
  func map(
    for run: StudyRun, build: () throws(ClusteringError) -> ClusterMap
  ) throws(ClusteringError) -> ClusterMap {
    let key = Self.key(of: run, plan)
    let entry = entries.withLock { entries in
      let entry = entries[key] ?? Entry()
      entries[key] = entry
      return entry
    }
    return try entry.map.withLock { (map) throws(ClusteringError) -> ClusterMap in
      if let map { return map }
      let built = try build()
      map = built
      return built
    }
  }

  /// Forgets a run, and with the last one its index.
  func finish(_ run: StudyRun) {
    let key = Self.key(of: run, plan)
    let isLast = waiting.withLock { waiting in
      waiting[key, default: 1] -= 1
      return waiting[key] == 0
    }
    if isLast { entries.withLock { $0[key] = nil } }
  }
}
