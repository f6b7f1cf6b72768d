import Pinfold
import Synchronization

/// Keeps the neighbour graph of the point set that was used last: it costs far more than a metric, and all
/// metrics, strategies and views of one point set share it.
final class NeighborCache: Sendable {
  /// The cache of this process; it keeps the point set alive until another one is used.
  static let shared = NeighborCache()

  private let last = Mutex<(points: PointSet, graph: NeighborGraph)?>(nil)

  /// The graph of some points; callers on other threads wait for the first.
  func graph(of points: PointSet, context: RunContext) throws(ClusteringError) -> NeighborGraph {
    try last.withLock { last throws(ClusteringError) in
      if let last, last.points.isIdentical(to: points) { return last.graph }
      let graph = try NeighborGraph(of: points, context: context)
      last = (points, graph)
      return graph
    }
  }
}
