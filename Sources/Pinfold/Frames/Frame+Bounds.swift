extension Frame {
  /// The smallest box around a cluster's members, its edges their own coordinates; on the globe by the short
  /// way around, with longitudes in −180…180.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  public func coordinateBounds(of cluster: Int) -> CoordinateBounds {
    points.coordinateBounds { visit in forEachMember(of: cluster, visit) }
  }

  /// The corners of the smallest convex polygon around a cluster's members in degrees, or in x and y, against
  /// the clock from the west; one or two where they are on one spot or on a line. Corners are members'
  /// own coordinates, so that no member is outside.
  ///
  /// A polygon across ±180° is in one piece: its longitudes go on past 180.
  ///
  /// - Complexity: O(*m* log *m*), where *m* is the number of members.
  public func hull(of cluster: Int) -> [Coordinate] {
    let west = bounds(of: cluster).west
    var members: [Coordinate] = []
    forEachMember(of: cluster) { member in
      var coordinate = points.coordinate(member)
      if points.projection.wraps {
        let position = points.position(member)
        let onMap = position.unitX * 360 - 180
        coordinate.longitude += ((onMap - coordinate.longitude) / 360).rounded() * 360
        if position.x < west { coordinate.longitude += 360 }
      }
      members.append(coordinate)
    }
    return ConvexHull.of(members) { (x: $0.longitude, y: $0.latitude) }
  }
}

extension PointSet {
  /// The smallest box around some points, by canonical index, its edges their own coordinates; on the globe
  /// the one that leaves out the widest gap, with longitudes in −180…180.
  ///
  /// - Precondition: there is a point.
  /// - Complexity: O(*m*).
  public func coordinateBounds(of members: [Int]) -> CoordinateBounds {
    precondition(!members.isEmpty, "a box is around something")
    return coordinateBounds { visit in members.forEach(visit) }
  }

  /// As above for visited points, which need no list.
  fileprivate func coordinateBounds(_ forEach: ((Int) -> Void) -> Void) -> CoordinateBounds {
    var ends = CoordinateEnds(from: 0)
    forEach { ends.insert($0, of: self) }
    if projection.wraps, ends.width > UInt32.halfWorld {
      var xs: [UInt32] = []
      forEach { xs.append(position($0).x) }
      ends = CoordinateEnds(from: xs.widestGapEnd())
      forEach { ends.insert($0, of: self) }
    }
    func longitude(_ member: Int) -> Double {
      let longitude = coordinate(member).longitude
      guard projection.wraps, longitude.magnitude > 180 else { return longitude }
      return longitude.remainder(dividingBy: 360)
    }
    return CoordinateBounds(
      west: longitude(ends.west.point), south: ends.south, east: longitude(ends.east.point), north: ends.north
    )
  }
}

/// The outermost points. Positions determine the western and eastern ones; coordinates are exact.
private struct CoordinateEnds {
  /// The meridian that distances to the east count from.
  private let start: UInt32

  /// The points at the ends, the first of several, and how far east of the meridian they are.
  private(set) var west = (distance: UInt32.max, point: 0)
  private(set) var east = (distance: UInt32.min, point: 0)

  private(set) var south = Double.infinity
  private(set) var north = -Double.infinity

  init(from start: UInt32) { self.start = start }

  /// The distance between the ends.
  var width: UInt32 { east.distance - west.distance }

  mutating func insert(_ point: Int, of points: PointSet) {
    let distance = points.position(point).x &- start
    // No latitude is seen before the first point.
    let isFirst = south > north
    if isFirst || distance < west.distance { west = (distance, point) }
    if isFirst || distance > east.distance { east = (distance, point) }
    let latitude = points.coordinate(point).latitude
    (south, north) = (min(south, latitude), max(north, latitude))
  }
}
