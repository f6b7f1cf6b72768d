package import Pinfold

/// The nearest neighbour of every position; of several equally near the lowest index.
package struct NeighborGraph: Sendable {
  /// The index of the nearest other position; −1 where there is none.
  package let neighbors: [Int32]

  /// The squared distance to it; infinite where there is no other.
  package let squaredDistances: [Double]

  /// Finds neighbours among columns of positions.
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

  /// Finds neighbours in a tree of the same positions.
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

  /// Finds neighbours among all points of a point set, by the short way around, in fixed-point units: at
  /// every zoom the same.
  package init(of points: PointSet, context: RunContext = RunContext()) throws(ClusteringError) {
    try self.init(
      x: points.x.map { Double($0) }, y: points.y.map { Double($0) },
      period: points.projection.wraps ? WorldPoint.worldSize : nil, context: context)
  }

  /// Finds the markers nearest to markers.
  init(of markers: Discs, context: RunContext) throws(ClusteringError) {
    try self.init(
      x: markers.discs.map(\.x), y: markers.discs.map(\.y), period: markers.period, context: context)
  }
}
