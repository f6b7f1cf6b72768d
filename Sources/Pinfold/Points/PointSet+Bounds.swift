extension PointSet {
  /// The smallest rectangle around all points; on the globe the one that leaves out the widest gap.
  ///
  /// - Complexity: O(*n* log *n*).
  public var bounds: WorldRect { bounds(of: Array(0..<count)) }

  /// The smallest rectangle around some points, by canonical index; on the globe the one that leaves out the
  /// widest gap.
  ///
  /// - Complexity: O(*m* log *m*).
  public func bounds(of members: [Int]) -> WorldRect { members.map(position).bounds(wraps: projection.wraps) }
}

extension [WorldPoint] {
  /// The smallest rectangle around the positions; where the world wraps the one that leaves out the widest
  /// gap.
  ///
  /// - Complexity: O(*n* log *n*).
  package func bounds(wraps: Bool) -> WorldRect {
    let ys = map(\.y)
    guard let north = ys.min(), let south = ys.max() else {
      return WorldRect(west: 0, width: 0, north: 0, height: 0)
    }
    let xs = map(\.x).sorted()
    var west = xs[0]
    var width = UInt64(xs[xs.count - 1] - xs[0]) + 1
    if wraps {
      for i in 1..<Swift.max(1, xs.count) {
        let around = (1 << 32) - UInt64(xs[i] - xs[i - 1]) + 1
        if around < width { (west, width) = (xs[i], around) }
      }
    }
    return WorldRect(west: west, width: width, north: north, height: UInt64(south - north) + 1)
  }
}
