/// Where the members of a frame's clusters are in an order: one range for each cluster, or several for one
/// that was merged from others.
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
