/// The marker stands on, and speaks for, the member nearest to the members' weighted mean; ties go to the
/// lowest id.
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

/// The marker stands on, and speaks for, the member nearest to the middle of the cluster's cell, or of its
/// members' bounds where there is no cell; ties go to the lowest id.
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

/// The marker stands on, and speaks for, the member with the highest priority; among several, the one nearest
/// to the middle of the cluster's cell, or of its members' bounds where there is no cell; then the one with
/// the lowest id.
///
/// Where the data give no priorities all are equal, and it chooses as ``NearestToCenterRepresentative`` does.
///
/// - Complexity: O(*m*), where *m* is the number of members; O(*m* log *m*) without a cell.
public struct PriorityRepresentative: RepresentativeSelection, Configurable {
  /// Creates the selection.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
    let center = cluster.center
    let points = cluster.points
    guard points.hasPriorities else { return cluster.representative(cluster.nearest(to: center)) }
    let highest = (0..<cluster.count).reduce(-.infinity) { max($0, points.priority(cluster[$1])) }
    let chosen = cluster.nearest(to: center) { points.priority($0) == highest }
    return cluster.representative(chosen ?? cluster.nearest(to: center))
  }
}
