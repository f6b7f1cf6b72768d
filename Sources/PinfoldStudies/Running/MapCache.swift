import Pinfold
import Synchronization

/// The indices that runs of a study share: one for each dataset and strategy, however many
/// cameras look at it, from wherever.
///
/// An index lives from the first run that needs it to the last, so that few do at a time where runs come by
/// dataset and strategy.
final class MapCache: Sendable {
  /// An index that the first requester builds; others wait.
  private final class Entry: Sendable {
    let map = Mutex<ClusterMap?>(nil)
  }

  private let entries = Mutex<[[Int]: Entry]>([:])
  private let waiting: Mutex<[[Int]: Int]>

  /// Plans the sharing between the runs to be finished.
  init(for runs: [StudyRun]) {
    waiting = Mutex(Dictionary(runs.map { (Self.key($0), 1) }, uniquingKeysWith: +))
  }

  private static func key(_ run: StudyRun) -> [Int] { [run.dataset, run.strategy] }

  /// The index of a run, which `build` makes where no run has made it yet.
  func map(
    for run: StudyRun, build: () throws(ClusteringError) -> ClusterMap
  ) throws(ClusteringError) -> ClusterMap {
    let entry = entries.withLock { entries in
      let entry = entries[Self.key(run)] ?? Entry()
      entries[Self.key(run)] = entry
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
    let key = Self.key(run)
    let isLast = waiting.withLock { waiting in
      waiting[key, default: 1] -= 1
      return waiting[key] == 0
    }
    if isLast { entries.withLock { $0[key] = nil } }
  }
}
