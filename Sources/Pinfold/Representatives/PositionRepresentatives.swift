/// The marker stands at the members' weighted mean on the Mercator square, and speaks for no member.
public struct CentroidRepresentative: RepresentativeSelection, Configurable {
  /// Creates the selection.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
    Representative(position: cluster.mean)
  }
}

/// The marker stands in the middle of the cluster's cell, or of its members' bounds where there is no cell.
public struct CellCenterRepresentative: RepresentativeSelection, Configurable {
  /// Creates the selection.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
    Representative(position: cluster.center)
  }
}
