extension PointSet {
  /// Whether the points of a nonempty range of an order, all of one section, are coincident.
  func isCoincident(_ range: Range<Int>, in order: PointOrder) -> Bool {
    range.count == 1
      || order.isCoincident(range)
        ?? (position(range.lowerBound) == position(range.upperBound - 1))
  }

  /// Whether the points of a cluster, given as ranges of an order, are coincident.
  func isStack(_ ranges: ArraySlice<Range<Int>>, in order: PointOrder) -> Bool {
    guard let first = ranges.first, isCoincident(first, in: order) else { return false }
    if ranges.count == 1 { return true }
    let position = position(order.index(at: first.lowerBound))
    return ranges.dropFirst().allSatisfy {
      isCoincident($0, in: order) && self.position(order.index(at: $0.lowerBound)) == position
    }
  }

  /// The member with the lowest id of a cluster, given as ranges of an order; nil unless they are coincident.
  func stack(_ ranges: ArraySlice<Range<Int>>, in order: PointOrder) -> Int? {
    // Members of a range are sorted by id.
    isStack(ranges, in: order) ? ranges.lazy.map { order.index(at: $0.lowerBound) }.min() : nil
  }

  /// The representative of each range of coincident points, its first point; −1 for other ranges.
  func stackMembers(
    of ranges: [Range<Int>], in order: PointOrder, context: RunContext
  ) throws(ClusteringError) -> [Int32] {
    // The sums of the canonical order do not record coincidence.
    let sums = order.isCanonical ? nil : order.plainSums
    return try ranges.indices.map { (number) throws(ClusteringError) in
      if number & 0xFFF == 0xFFF { try context.check() }
      let range = ranges[number]
      let isStack =
        range.count == 1
        || sums.map { $0.isCoincident(range) ?? false } ?? isCoincident(range, in: order)
      return isStack ? Int32(order.index(at: range.lowerBound)) : -1
    }
  }

  /// Calls `body` for each maximal part of a range whose points are coincident.
  func forEachStack(of range: Range<Int>, in order: PointOrder, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      let position = position(order.index(at: start))
      var end = start + 1
      while end < range.upperBound, self.position(order.index(at: end)) == position { end += 1 }
      body(start..<end)
      start = end
    }
  }

  /// Whether a range of an order has at least `least` distinct locations.
  ///
  /// - Complexity: O(*m*), where *m* is the number of points up to the last location that counts.
  func hasLocations(_ least: Int, in range: Range<Int>, of order: PointOrder) -> Bool {
    var (count, previous) = (0, nil as WorldPoint?)
    for place in range {
      let position = position(order.index(at: place))
      if position == previous { continue }
      count += 1
      if count >= least { return true }
      previous = position
    }
    return count >= least
  }
}
