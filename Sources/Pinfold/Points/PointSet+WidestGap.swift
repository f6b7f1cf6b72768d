extension PointSet {
  /// Where to cut the circle of x for a section; 0 on planar data, which has edges already.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the section.
  func widestGapEnd(in section: Range<Int>) -> UInt32 { projection.wraps ? x[section].widestGapEnd() : 0 }
}

extension UInt32 {
  /// Half the world: points that are no farther apart than this along x have their widest gap on the other
  /// side.
  static let halfWorld: UInt32 = 1 << 31
}

extension Collection<UInt32> {
  /// Where to cut the circle of x for points: the first x east of the widest gap between them, the lowest x
  /// on a tie; 0 for no points.
  ///
  /// Source: T. Gonzalez, "Algorithms on sets and related problems", 1975: of *n* equal sectors, the widest
  /// gap is never inside one, so the ends of each sector's points give it without sorting.
  ///
  /// - Complexity: O(*n*).
  func widestGapEnd() -> UInt32 {
    // The ends of few sectors stay in the cache, and a gap as wide as a sector is wider than any inside one.
    for bits in [12, 17] where count > 1 << bits {
      let widest = widestGap(sectors: 1 << bits)
      if widest.gap >= 1 << (32 - bits) { return widest.end }
    }
    return widestGap(sectors: count).end
  }

  /// The widest of the gaps between sectors' points.
  private func widestGap(sectors count: Int) -> (gap: UInt32, end: UInt32) {
    // A sector without points keeps an end above its start.
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
    // The gap around x = 0 ends at the lowest x of all, so it wins a tie. It is 0 for points on one meridian.
    let around = (first ?? 0) &- last
    return around >= widest.gap ? (around, first ?? 0) : widest
  }
}
