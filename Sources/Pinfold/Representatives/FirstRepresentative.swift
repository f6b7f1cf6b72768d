/// The marker stands on, and speaks for, the member with the lowest id.
///
/// - Complexity: O(*m*), where *m* is the number of members.
public struct FirstRepresentative: RepresentativeSelection, Configurable {
  /// Creates the selection.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
    let ranks = cluster.points.idRanks
    var first = cluster[0]
    for member in 0..<cluster.count where ranks[cluster[member]] < ranks[first] { first = cluster[member] }
    return cluster.representative(first)
  }
}
