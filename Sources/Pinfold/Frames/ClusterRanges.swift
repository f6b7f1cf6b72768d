/// The members of clusters as ranges of an order: one per cluster, or several if it was merged or lost
/// points.
struct ClusterRanges: Sendable {
  /// The order that ranges refer to.
  let order: PointOrder

  private var ranges: [Range<Int>]

  // The first range of each cluster and the total; nil if each has one.
  private var starts: [Int]?

  /// Whether ranges ascend in canonical order, so that binary search finds a point.
  private var isAscending: Bool

  init(_ grouping: borrowing Grouping) {
    order = grouping.order
    ranges = grouping.ranges
    isAscending =
      order.isCanonical
      && zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }

  init(order: PointOrder) {
    self.order = order
    ranges = []
    starts = [0]
    isAscending = order.isCanonical
  }

  /// Appends a cluster of one or more ranges.
  mutating func append(_ cluster: some Sequence<Range<Int>>) {
    for range in cluster {
      if let last = ranges.last, last.upperBound > range.lowerBound { isAscending = false }
      ranges.append(range)
    }
    starts?.append(ranges.count)
  }

  var count: Int { starts.map { $0.count - 1 } ?? ranges.count }

  subscript(cluster: Int) -> ArraySlice<Range<Int>> {
    guard let starts else { return ranges[cluster...cluster] }
    return ranges[starts[cluster]..<starts[cluster + 1]]
  }

  /// The range of a cluster if each has one; else nil.
  func range(of cluster: Int) -> Range<Int>? { starts == nil ? ranges[cluster] : nil }

  func memberCount(of cluster: Int) -> Int {
    guard starts != nil else { return ranges[cluster].count }
    return self[cluster].reduce(0) { $0 + $1.count }
  }

  var values: ClusterValues {
    if starts == nil { return order.values(of: ranges) }
    return ClusterValues(count: count) { cluster in
      let sums = order.sums(of: self[cluster])
      return (sums.clusterID, sums.mean, sums.weight)
    }
  }

  /// Marker positions of clusters without a representative.
  ///
  /// - Parameter wanted: the positions of clusters that are no stacks; nil for their means.
  func positions(
    at wanted: [WorldPoint]?, means: [WorldPoint], stackMembers: [Int32], of points: PointSet
  ) -> [WorldPoint] {
    // The mean of coincident points is their position.
    guard var positions = wanted else { return means }
    for (cluster, member) in stackMembers.enumerated() where member >= 0 {
      positions[cluster] = points.position(Int(member))
    }
    return positions
  }

  /// The first member of each cluster that is a stack; −1 for others.
  func stackMembers(
    of points: PointSet, _ context: RunContext
  ) throws(ClusteringError) -> [Int32] {
    if starts == nil { return try points.stackMembers(of: ranges, in: order, context: context) }
    return try (0..<count).map { (cluster) throws(ClusteringError) in
      if cluster & 0xFFF == 0xFFF { try context.check() }
      return points.stack(self[cluster], in: order).map { Int32($0) } ?? -1
    }
  }

  /// The cluster with a point, by canonical index: O(log *r*) for *r* ascending ranges, else O(*r*) in
  /// canonical order and O(*m*) in others, where *m* is the number of members.
  func cluster(holding point: Int) -> Int? {
    guard isAscending else {
      return (0..<count).first { cluster in self[cluster].contains { holds(point, $0) } }
    }
    let range = ranges.indices.partitioningIndex { ranges[$0].upperBound > point }
    guard range < ranges.count, ranges[range].contains(point) else { return nil }
    guard let starts else { return range }
    return (0..<count).partitioningIndex { starts[$0 + 1] > range }
  }

  private func holds(_ point: Int, _ range: Range<Int>) -> Bool {
    if order.isCanonical { return range.contains(point) }
    return range.contains { order.index(at: $0) == point }
  }

  /// The offsets of some points in the order, ascending, by cluster.
  func offsets(of points: Set<Int>) -> [Int: [Int]] {
    var offsets: [Int: [Int]] = [:]
    if isAscending {
      for point in points.sorted() {
        if let cluster = cluster(holding: point) { offsets[cluster, default: []].append(point) }
      }
    } else {
      for cluster in 0..<count {
        let found = self[cluster].joined().filter { points.contains(order.index(at: $0)) }
        if !found.isEmpty { offsets[cluster] = found.sorted() }
      }
    }
    return offsets
  }
}
