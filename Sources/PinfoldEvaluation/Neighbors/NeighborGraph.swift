package import Pinfold
import Synchronization

/// The nearest neighbor of every position; of several equally near the lowest index.
package struct NeighborGraph: Sendable {
  /// −1 where there is no other position.
  package let neighbors: [Int32]

  /// Infinite where there is no other position.
  package let squaredDistances: [Double]

  /// Finds neighbors among columns of positions.
  ///
  /// - Parameter period: the distance after which x repeats; nil where nothing does.
  /// - Precondition: columns of one length, finite numbers.
  /// - Complexity: O(*n* log *n*).
  package init(
    x: [Double], y: [Double], period: Double? = nil, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    precondition(x.count == y.count, "columns of one length")
    try self.init(
      x: x, y: y, in: try KDTree(x: x, y: y, period: period, check: context.check), context: context)
  }

  /// Finds neighbors in a tree of the same positions.
  init(x: [Double], y: [Double], in tree: KDTree, context: RunContext) throws(ClusteringError) {
    var neighbors: [Int32] = []
    var squaredDistances: [Double] = []
    neighbors.reserveCapacity(x.count)
    squaredDistances.reserveCapacity(x.count)
    for place in x.indices {
      if place % 4096 == 0 { try context.check() }
      var nearest = NearestSearch(excluding: UInt32(place))
      tree.search(x: x[place], y: y[place], &nearest)
      neighbors.append(nearest.item.map { Int32($0) } ?? -1)
      squaredDistances.append(nearest.squaredDistance)
    }
    self.neighbors = neighbors
    self.squaredDistances = squaredDistances
  }

  /// Finds neighbors among all points, by the short way around, in fixed-point units: at every zoom the same.
  package init(of points: PointSet, context: RunContext = RunContext()) throws(ClusteringError) {
    try self.init(
      x: points.x.map { Double($0) }, y: points.y.map { Double($0) },
      period: points.projection.wraps ? WorldPoint.worldSize : nil, context: context)
  }

  init(of markers: Discs, context: RunContext) throws(ClusteringError) {
    try self.init(
      x: markers.discs.map(\.x), y: markers.discs.map(\.y), period: markers.period, context: context)
  }
}

/// Keeps the neighbor graph of the point set that was used last: it costs far more than a metric, and all
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

/// A search for the nearest item other than a given one; of items equally far the lowest.
struct NearestSearch: KDTreeSearch {
  let excluded: UInt32?
  private(set) var item: UInt32?
  private(set) var squaredDistance = Double.infinity

  init(excluding item: UInt32?) { excluded = item }

  func mayWant(_ squaredDistance: Double, from lowestItem: UInt32) -> Bool {
    squaredDistance <= self.squaredDistance
  }

  mutating func meet(_ item: UInt32, at squaredDistance: Double) -> Bool {
    if item == excluded { return true }
    if (squaredDistance, item) < (self.squaredDistance, self.item ?? .max) {
      self.squaredDistance = squaredDistance
      self.item = item
    }
    return false
  }
}
