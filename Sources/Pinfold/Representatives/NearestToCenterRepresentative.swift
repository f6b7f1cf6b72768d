/// The marker stands on, and speaks for, the member nearest to the middle of the cluster's cell, or of its members'
/// bounds where there is no cell; ties go to the lowest id.
///
/// - Complexity: O(*m*), where *m* is the number of members; O(*m* log *m*) without a cell.
public struct NearestToCenterRepresentative: RepresentativeSelection, Configurable {
  /// Creates the selection.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
    cluster.representative(cluster.nearest(to: cluster.center))
  }
}
