extension PointSet {
  /// The smallest rectangle around all points; on the globe the one outside the widest gap.
  ///
  /// - Complexity: O(*n*).
  public var bounds: WorldRect { bounds(of: Array(0..<count)) }

  /// The smallest rectangle around some points, by canonical index; on the globe the one outside the widest
  /// gap.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  public func bounds(of members: [Int]) -> WorldRect { members.map(position).bounds(wraps: projection.wraps) }

  /// Whether a cluster without a member in view may have its marker there; see ``Grouping/candidates``.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members.
  package func mayHaveMarker(of members: some Sequence<UInt32>, in view: ProjectedView) -> Bool {
    var bounds = bounds(of: members.map(Int.init))
    // The mean of points around half the globe may be on the opposite side.
    if bounds.width >= 1 << 31 { (bounds.west, bounds.width) = (0, 1 << 32) }
    return bounds.meets(view.rect)
  }
}

extension [WorldPoint] {
  /// The smallest rectangle around the positions; if x wraps, the one outside the widest gap.
  package func bounds(wraps: Bool) -> WorldRect {
    guard let first else { return WorldRect(west: 0, width: 0, north: 0, height: 0) }
    var (low, high) = (first, first)
    for position in self {
      low = WorldPoint(x: Swift.min(low.x, position.x), y: Swift.min(low.y, position.y))
      high = WorldPoint(x: Swift.max(high.x, position.x), y: Swift.max(high.y, position.y))
    }
    var (west, east) = (low.x, high.x)
    if wraps, high.x - low.x > UInt32.halfWorld {
      west = lazy.map(\.x).widestGapEnd()
      east = reduce(west) { $1.x &- west > $0 &- west ? $1.x : $0 }
    }
    return WorldRect(
      west: west, width: UInt64(east &- west) + 1, north: low.y, height: UInt64(high.y - low.y) + 1)
  }
}
