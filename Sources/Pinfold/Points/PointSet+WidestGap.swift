extension PointSet {
  /// Where to cut the circle of x for a section: the first x east of the widest gap between its points, the
  /// lowest x on a tie; 0 on planar data, which has edges already.
  ///
  /// Source: T. Gonzalez, "Algorithms on sets and related problems", 1975: of *n* equal sectors, the widest
  /// gap is never inside one, so the ends of each sector's points give it without sorting.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points in the section.
  func widestGapEnd(in section: Range<Int>) -> UInt32 {
    guard projection.wraps, !section.isEmpty else { return 0 }
    let count = UInt64(section.count)
    // A sector without points keeps an end above its start.
    var starts = [UInt32](repeating: .max, count: section.count)
    var ends = [UInt32](repeating: 0, count: section.count)
    for x in x[section] {
      let sector = Int((UInt64(x) * count) >> 32)
      starts[sector] = min(starts[sector], x)
      ends[sector] = max(ends[sector], x)
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
    return around >= widest.gap ? first ?? 0 : widest.end
  }
}
