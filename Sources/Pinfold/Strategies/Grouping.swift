/// Which points go together in one view: what a strategy answers.
///
/// Clusters are ranges of one order, so members cost no copies. The first member of a stack (all on one spot) comes
/// first in canonical order too.
public struct Grouping: Sendable {
  /// The order that ranges refer to.
  public var order: PointOrder

  /// The places of each cluster's members in ``order``.
  public var ranges: [Range<Int>]

  /// The cell that each cluster came from; nil where the strategy has no cells.
  public var cells: [WorldRect]?

  /// Where the strategy would put each marker; nil where it leaves that to the representative.
  public var positions: [WorldPoint]?

  /// Creates a grouping; the optional columns are as long as `ranges`.
  public init(
    order: PointOrder, ranges: [Range<Int>] = [], cells: [WorldRect]? = nil, positions: [WorldPoint]? = nil
  ) {
    self.order = order
    self.ranges = ranges
    self.cells = cells
    self.positions = positions
  }
}

/// What can be wrong with a grouping.
public enum GroupingDefect: Error, Hashable, Sendable, CustomStringConvertible {
  /// A point is in two clusters, or twice in one.
  case pointTwice(PointID)

  /// A mergeable point in view is in no cluster.
  case pointMissing(PointID)

  /// A member is not a point of the data; clusters and members are counted from 1, as scripts do.
  case foreignPoint(cluster: Int, member: String)

  /// A cluster has no members.
  case emptyCluster(Int)

  /// A marker's position is not finite.
  case badPosition(cluster: Int, x: Double, y: Double)

  public var description: String {
    switch self {
    case .pointTwice(let id): "point '\(id)' is in two clusters"
    case .pointMissing(let id): "point '\(id)' is in view but in no cluster"
    case .foreignPoint(let cluster, let member):
      "cluster \(cluster) has the member \(member), which is no point"
    case .emptyCluster(let cluster): "cluster \(cluster) has no members"
    case .badPosition(let cluster, let x, let y):
      // The sign of a NaN differs from machine to machine.
      "cluster \(cluster) stands at (\(x.isNaN ? .nan : x), \(y.isNaN ? .nan : y))"
    }
  }
}
