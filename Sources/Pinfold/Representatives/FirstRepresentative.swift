/// The marker stands on, and speaks for, the member with the lowest id.
///
/// - Complexity: O(*m*), where *m* is the number of members.
public struct FirstRepresentative: RepresentativeSelection, Configurable {
  /// Creates the selection.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
    let points = cluster.points
    var first = cluster[0]
    for member in 0..<cluster.count where points.idRank(cluster[member]) < points.idRank(first) {
      first = cluster[member]
    }
    return cluster.representative(first)
  }
}
