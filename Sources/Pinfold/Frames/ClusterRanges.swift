/// Where the members of a frame's clusters are in an order: one range for each cluster, or several for one that was
/// merged from others.
struct ClusterRanges: Sendable {
  /// The order that ranges refer to.
  let order: PointOrder

  private var ranges: [Range<Int>]

  // Where the ranges of each cluster start, and the last one's end; nil where each cluster has one.
  private var starts: [Int]?

  /// The ranges of a grouping, one for each cluster.
  init(_ grouping: Grouping) {
    order = grouping.order
    ranges = grouping.ranges
  }

  /// No clusters yet.
  init(order: PointOrder) {
    self.order = order
    ranges = []
    starts = [0]
  }

  /// Adds a cluster of some ranges, at least one.
  mutating func append(_ cluster: some Sequence<Range<Int>>) {
    ranges.append(contentsOf: cluster)
    starts?.append(ranges.count)
  }

  /// The number of clusters.
  var count: Int { starts.map { $0.count - 1 } ?? ranges.count }

  /// The ranges of a cluster.
  subscript(cluster: Int) -> ArraySlice<Range<Int>> {
    guard let starts else { return ranges[cluster...cluster] }
    return ranges[starts[cluster]..<starts[cluster + 1]]
  }
}

extension PointSet {
  /// Whether the points of some ranges of an order, each as a grouping has it, stand on one spot.
  func isStack(_ ranges: ArraySlice<Range<Int>>, in order: PointOrder) -> Bool {
    guard let first = ranges.first, order.isOneSpot(first, of: self) else { return false }
    if ranges.count == 1 { return true }
    let spot = position(order.index(at: first.lowerBound))
    return ranges.dropFirst().allSatisfy {
      order.isOneSpot($0, of: self) && position(order.index(at: $0.lowerBound)) == spot
    }
  }
}
