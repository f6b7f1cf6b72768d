/// The marker stands on, and speaks for, the member nearest to the members' weighted mean; ties go to the lowest id.
///
/// - Complexity: O(*m*), where *m* is the number of members.
public struct CentralRepresentative: RepresentativeSelection, Configurable {
  /// Creates the selection.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
    cluster.representative(cluster.nearest(to: cluster.mean))
  }
}
