/// Where the members of a frame's clusters are in an order: one range for each cluster, or several for one
/// that was merged from others, or that lost points.
struct ClusterRanges: Sendable {
  /// The order that ranges refer to.
  let order: PointOrder

  private var ranges: [Range<Int>]

  // Where the ranges of each cluster start, and the last one's end; nil where each cluster has one.
  private var starts: [Int]?

  /// Whether the ranges follow each other in canonical order, so that a point's is found by halving.
  private var isAscending: Bool

  /// The ranges of a grouping, one for each cluster.
  init(_ grouping: borrowing Grouping) {
    order = grouping.order
    ranges = grouping.ranges
    isAscending =
      order.isCanonical
      && zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }

  /// No clusters yet.
  init(order: PointOrder) {
    self.order = order
    ranges = []
    starts = [0]
    isAscending = order.isCanonical
  }

  /// Adds a cluster of some ranges, at least one.
  mutating func append(_ cluster: some Sequence<Range<Int>>) {
    for range in cluster {
      if let last = ranges.last, last.upperBound > range.lowerBound { isAscending = false }
      ranges.append(range)
    }
    starts?.append(ranges.count)
  }

  /// The number of clusters.
  var count: Int { starts.map { $0.count - 1 } ?? ranges.count }

  /// The ranges of a cluster.
  subscript(cluster: Int) -> ArraySlice<Range<Int>> {
    guard let starts else { return ranges[cluster...cluster] }
    return ranges[starts[cluster]..<starts[cluster + 1]]
  }

  /// The range of a cluster, where each has one; else nil.
  func range(of cluster: Int) -> Range<Int>? { starts == nil ? ranges[cluster] : nil }

  /// The number of points in a cluster.
  func memberCount(of cluster: Int) -> Int {
    guard starts != nil else { return ranges[cluster].count }
    return self[cluster].reduce(0) { $0 + $1.count }
  }

  /// What the sums over each cluster's points say of it.
  var values: ClusterValues {
    if starts == nil { return order.values(of: ranges) }
    return ClusterValues(count: count) { cluster in
      let sums = order.sums(of: self[cluster])
      return (sums.clusterID, sums.mean, sums.weight)
    }
  }

  /// Where the markers of clusters stand for which nobody chooses.
  ///
  /// - Parameters:
  ///   - wanted: where those that are no stacks stand; nil for their means.
  ///   - means: those of the clusters.
  ///   - stackMembers: see ``stackMembers(of:_:)``.
  func positions(
    at wanted: [WorldPoint]?, means: [WorldPoint], stackMembers: [Int32], of points: PointSet
  ) -> [WorldPoint] {
    // The mean of coincident points is exactly where they are.
    guard var positions = wanted else { return means }
    for (cluster, member) in stackMembers.enumerated() where member >= 0 {
      positions[cluster] = points.position(Int(member))
    }
    return positions
  }

  /// The member that each cluster speaks for if it is a stack, which is its first, or −1.
  func stackMembers(
    of points: PointSet, _ context: RunContext
  ) throws(ClusteringError) -> [Int32] {
    if starts == nil { return try points.stackMembers(of: ranges, in: order, context: context) }
    return try (0..<count).map { (cluster) throws(ClusteringError) in
      if cluster & 0xFFF == 0xFFF { try context.check() }
      return points.stack(self[cluster], in: order).map { Int32($0) } ?? -1
    }
  }

  /// The cluster with a point, by the point's canonical index.
  ///
  /// - Complexity: O(log *r*) where the *r* ranges follow each other in canonical order; else O(*r*) along
  ///   that order, and O(*m*) along others, where *m* is the number of members.
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

  /// The offsets in the order, ascending, of those of some points that are in clusters, by cluster.
  ///
  /// - Parameter points: canonical indices.
  /// - Complexity: as that of ``cluster(holding:)`` for each point, but O(*m*) at most.
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
