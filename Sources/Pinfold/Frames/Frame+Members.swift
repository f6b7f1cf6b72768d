extension Frame {
  /// Returns the squared error of a cluster: the sum of its members' squared distances from their mean, in
  /// screen points², all counted alike; 0 for a stack. On the globe x is taken without a wrap inside
  /// ``bounds(of:)``.
  ///
  /// - Complexity: O(*m* log *m*), where *m* is the number of members.
  package func squaredError(of cluster: Int) -> Double {
    let west = bounds(of: cluster).west
    var moments = Moments()
    forEachMember(of: cluster) { moments.add(x: points.x[$0] &- west, y: points.y[$0]) }
    return moments.squaredError / (view.unitsPerPoint * view.unitsPerPoint)
  }

  /// The name of the group that a cluster's members are of; nil for points without one, and where a map of
  /// another program mixes groups that of its first member. O(log *s*), where *s* is the number of groups.
  public func groupName(of cluster: Int) -> String? {
    guard cluster < clusters.count else {
      return points.groupName(of: nonMergeable[cluster - clusters.count])
    }
    let first = clusters[cluster].first { !$0.isEmpty }
    return first.flatMap { points.groupName(of: clusters.order.index(at: $0.lowerBound)) }
  }

  /// The number of a cluster's members that the screen shows, its margin not counted.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  public func visibleCount(of cluster: Int) -> Int {
    var count = 0
    forEachMember(of: cluster) { if view.isOnScreen(points.position($0)) { count += 1 } }
    return count
  }
}

extension Frame {
  /// Whether a cluster is a mergeable point that is shown separately because it is selected.
  package func isSelected(_ cluster: Int) -> Bool {
    cluster >= clusters.count && points.section(of: nonMergeable[cluster - clusters.count]).mergeable
  }

  /// The points of a cluster, page by page in the order of their ids, as a frame in which each is a marker.
  ///
  /// - Parameters:
  ///   - cluster: the index of a cluster.
  ///   - limit: the maximum number of points; a negative number gives none.
  ///   - offset: the number of points to skip.
  /// - Complexity: O(*m* log *m*), where *m* is the number of members.
  public func leaves(of cluster: Int, limit: Int = .max, offset: Int = 0) -> Frame {
    let page = members(of: cluster).dropFirst(max(0, offset)).prefix(max(0, limit))
    var frame = Frame(
      listing: page.map { [UInt32($0)] }, positions: page.map(points.position),
      representatives: page.map(Int32.init), of: points, in: view)
    frame.markerStyle = markerStyle
    return frame
  }
}
