/// A defect of a grouping.
@nonexhaustive
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
      // The sign of a NaN depends on the machine.
      "cluster \(cluster) stands at (\(x.isNaN ? .nan : x), \(y.isNaN ? .nan : y))"
    }
  }
}
