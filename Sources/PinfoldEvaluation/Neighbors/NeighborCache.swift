import Pinfold
import Synchronization

/// Remembers the neighbour graph of the points it was asked for last: all strategies and views share it.
final class NeighborCache: Sendable {
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
