extension Frame {
  /// The number of points that a cluster's marker stands for: its members, or where these are cells, with the
  /// attribute `cell_points`, the points of these.
  ///
  /// - Complexity: O(1); O(*m*) for *m* members that are cells.
  public func pointCount(of cluster: Int) -> Int {
    guard let tally = points.tally else { return memberCount(of: cluster) }
    var members: [Int] = []
    forEachMember(of: cluster) { members.append($0) }
    return tally.count(of: members)
  }

  /// The number of points of all clusters.
  package var pointCount: Int {
    (0..<count).reduce(0) {
      let (sum, isBeyond) = $0.addingReportingOverflow(pointCount(of: $1))
      return isBeyond ? .max : sum
    }
  }
}
