public import Pinfold

/// The kind of data of a point set, as a few numbers: covariates of what is measured on it.
public struct PointDescriptors: Hashable, Sendable {
  /// The number of points.
  public var count: Int

  /// The share of points that share their position with another, 0…1.
  public var coincidentShare: Double

  /// Clark and Evans's index: the mean distance to the nearest other point, of that of as many random
  /// points in the same rectangle. 1 is random, below 1 clumped, above 1 regular; nil for fewer than two
  /// points or without extent. Edges are not corrected for. Source: P. Clark, F. Evans, "Distance to nearest
  /// neighbor as a measure of spatial relationships in populations", 1954.
  public var clarkEvans: Double?

  /// Hopkins's statistic: the squared distances from random positions in the rectangle to the nearest
  /// point, of those and the squared ones from as many points to their nearest others. One half is random, 1
  /// clumped; nil where there is no index of Clark and Evans. Source: B. Hopkins, J. Skellam, "A new method
  /// for determining the type of distribution of plant individuals", 1954.
  public var hopkins: Double?

  /// The most points drawn for Hopkins's statistic.
  static let mostDrawn = 1000

  /// Describes points by their positions on the world's square.
  ///
  /// - Parameter seed: the seed of what is drawn.
  /// - Complexity: O(*n* log *n*).
  public init(
    of points: PointSet, seed: UInt64 = 1, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    var draws = SplitMix64(seed: seed)
    let bounds = points.bounds
    try self.init(of: points, context: context) {
      let x = Double(bounds.west) + draws.unit() * Double(bounds.width)
      return (x, Double(bounds.north) + draws.unit() * Double(bounds.height))
    }
  }

  /// Describes points, with Hopkins's statistic at given positions.
  ///
  /// - Parameter position: returns the next position, as many times as there are points or as are drawn.
  package init(
    of points: PointSet, context: RunContext = RunContext(), drawing position: () -> (x: Double, y: Double)
  ) throws(ClusteringError) {
    count = points.count
    let (columnX, columnY) = (points.x.map { Double($0) }, points.y.map { Double($0) })
    let tree = try KDTree(
      x: columnX, y: columnY, period: points.projection.wraps ? WorldPoint.worldSize : nil,
      check: context.check)
    let graph = try NeighborGraph(x: columnX, y: columnY, in: tree, context: context)
    let coincident = graph.squaredDistances.count { $0 == 0 }
    coincidentShare = count > 0 ? Double(coincident) / Double(count) : 0
    let bounds = points.bounds
    let (width, height) = (Double(bounds.width), Double(bounds.height))
    guard count > 1, bounds.width > 1 || bounds.height > 1 else { return }
    let distances = graph.squaredDistances.map { $0.squareRoot() }
    let random = 0.5 * (width * height / Double(count)).squareRoot()
    clarkEvans = (Quantile.mean(of: distances) ?? 0) / random

    let drawn = min(count, Self.mostDrawn)
    var (empty, own) = (0.0, 0.0)
    for draw in 0..<drawn {
      var nearest = NearestSearch(excluding: nil)
      let (x, y) = position()
      tree.search(
        x: points.projection.wraps && x >= WorldPoint.worldSize ? x - WorldPoint.worldSize : x, y: y, &nearest
      )
      empty += nearest.squaredDistance
      // Every so many points along the canonical order, which are spread over the data.
      own += graph.squaredDistances[draw * count / drawn]
    }
    if empty + own > 0 { hopkins = empty / (empty + own) }
  }
}
