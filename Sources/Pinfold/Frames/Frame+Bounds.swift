extension Frame {
  /// The smallest box around a cluster's members, its edges their own coordinates; on the globe by the short
  /// way around, with longitudes in −180…180.
  ///
  /// - Complexity: O(*m* log *m*), where *m* is the number of members.
  public func coordinateBounds(of cluster: Int) -> CoordinateBounds {
    var members: [Int] = []
    forEachMember(of: cluster) { members.append($0) }
    return points.coordinateBounds(of: members)
  }

  /// The corners of the smallest convex polygon around a cluster's members on the map, against the clock from
  /// the west; one or two where they are on one spot or on a line.
  ///
  /// A polygon across ±180° is in one piece: its longitudes go on past 180.
  ///
  /// - Complexity: O(*m* log *m*), where *m* is the number of members.
  public func hull(of cluster: Int) -> [Coordinate] {
    let west = bounds(of: cluster).west
    var members: [Int] = []
    forEachMember(of: cluster) { members.append($0) }
    // Fixed point and wide products: no corner depends on rounding.
    let corners = ConvexHull.of(members.map(points.position)) { position in
      (x: Int128(position.x &- west), y: -Int128(position.y))
    }
    let start = points.projection.unproject(WorldPoint(x: west, y: 0)).longitude
    return corners.map { position in
      var corner = points.projection.unproject(position)
      if points.projection.wraps, corner.longitude < start { corner.longitude += 360 }
      return corner
    }
  }
}

extension PointSet {
  /// The smallest box around some points, by canonical index, its edges their own coordinates; on the globe
  /// the one that leaves out the widest gap, with longitudes in −180…180.
  ///
  /// - Precondition: there is a point.
  /// - Complexity: O(*m* log *m*).
  public func coordinateBounds(of members: [Int]) -> CoordinateBounds {
    precondition(!members.isEmpty, "a box is around something")
    // Positions say which members are at the ends; coordinates are exact, and go past the map's end.
    let first = bounds(of: members).west
    var ends = (west: members[0], east: members[0])
    var latitudes = (low: Double.infinity, high: -Double.infinity)
    for member in members {
      let x = position(member).x &- first
      if x < position(ends.west).x &- first { ends.west = member }
      if x > position(ends.east).x &- first { ends.east = member }
      let latitude = coordinate(member).latitude
      latitudes = (min(latitudes.low, latitude), max(latitudes.high, latitude))
    }
    func longitude(_ member: Int) -> Double {
      let longitude = coordinate(member).longitude
      guard projection.wraps, longitude.magnitude > 180 else { return longitude }
      return longitude.remainder(dividingBy: 360)
    }
    return CoordinateBounds(
      west: longitude(ends.west), south: latitudes.low, east: longitude(ends.east), north: latitudes.high)
  }
}
