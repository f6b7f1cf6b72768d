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
      west = lazy.map { $0.x }.widestGapEnd()
      east = reduce(west) { $1.x &- west > $0 &- west ? $1.x : $0 }
    }
    return WorldRect(
      west: west, width: UInt64(east &- west) + 1, north: low.y, height: UInt64(high.y - low.y) + 1)
  }
}

extension PointSet {
  /// The meridian at which to cut x for a section; 0 on planar data, which does not wrap.
  func widestGapEnd(in section: Range<Int>) -> UInt32 { projection.wraps ? x[section].widestGapEnd() : 0 }
}

extension UInt32 {
  /// If points span at most this along x, their widest gap is on the opposite side.
  static let halfWorld: UInt32 = 1 << 31
}

extension Collection<UInt32> {
  /// The meridian at which to cut x: the first x east of the widest gap, the lowest on a tie; 0 without
  /// points.
  ///
  /// Source: T. Gonzalez, "Algorithms on sets and related problems", 1975: of *n* equal sectors none contains
  /// the widest gap, so the extremes of each sector suffice, without sorting.
  ///
  /// - Complexity: O(*n*).
  func widestGapEnd() -> UInt32 {
    // A few sectors stay in the cache, and a gap as wide as a sector exceeds any inside one.
    for bits in [12, 17] where count > 1 << bits {
      let widest = widestGap(sectors: 1 << bits)
      if widest.gap >= 1 << (32 - bits) { return widest.end }
    }
    return widestGap(sectors: count).end
  }

  private func widestGap(sectors count: Int) -> (gap: UInt32, end: UInt32) {
    // In a sector without points, the start exceeds the end.
    var starts = [UInt32](repeating: .max, count: count)
    var ends = [UInt32](repeating: 0, count: count)
    for x in self {
      let sector = Int((UInt64(x) * UInt64(count)) >> 32)
      starts[sector] = Swift.min(starts[sector], x)
      ends[sector] = Swift.max(ends[sector], x)
    }
    var first: UInt32?
    var last: UInt32 = 0
    var widest: (gap: UInt32, end: UInt32) = (0, 0)
    for sector in starts.indices where starts[sector] <= ends[sector] {
      if first == nil {
        first = starts[sector]
      } else if starts[sector] - last > widest.gap {
        widest = (starts[sector] - last, starts[sector])
      }
      last = ends[sector]
    }
    // The gap around x = 0 ends at the lowest x, so it wins ties. It is 0 for points on one meridian.
    let around = (first ?? 0) &- last
    return around >= widest.gap ? (around, first ?? 0) : widest
  }
}
