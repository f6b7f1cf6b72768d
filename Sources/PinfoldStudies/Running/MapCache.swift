import Pinfold
import Synchronization

/// The indices that runs of a study share: one for each dataset and strategy, however many
/// cameras look at it, from wherever.
///
/// An index lives from the first run that needs it to the last, so that few do at a time where runs come by
/// dataset and strategy.
final class MapCache: Sendable {
  private struct Key: Hashable {
    let dataset: Int
    let strategy: Int

    init(_ run: StudyRun) {
      dataset = run.dataset
      strategy = run.strategy
    }
  }

  /// An index that the first requester builds; others wait.
  private final class Entry: Sendable {
    let map = Mutex<ClusterMap?>(nil)
  }

  private let entries = Mutex<[Key: Entry]>([:])
  private let waiting: Mutex<[Key: Int]>

  /// Plans the sharing between the runs to be finished.
  init(for runs: [StudyRun]) {
    var counts: [Key: Int] = [:]
    for run in runs { counts[Key(run), default: 0] += 1 }
    waiting = Mutex(counts)
  }

  /// The index of a run, which `build` makes where no run has made it yet.
  func map(
    for run: StudyRun, build: () throws(ClusteringError) -> ClusterMap
  ) throws(ClusteringError) -> ClusterMap {
    let key = Key(run)
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
    let key = Key(run)
    let isLast = waiting.withLock { waiting in
      waiting[key, default: 1] -= 1
      return waiting[key] == 0
    }
    if isLast { entries.withLock { $0[key] = nil } }
  }
}
