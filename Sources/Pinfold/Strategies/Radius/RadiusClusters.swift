/// The clusters that ``RadiusMerging`` has formed, in columns: what the next merges and the dendrogram need.
///
/// Sums of a cluster count x from where its mean lies within the world. So a cluster's sums follow from its
/// points alone, whichever of its nodes came first.
struct RadiusClusters: BitwiseCopyable, @unchecked Sendable {
  /// What is known of a cluster.
  struct Sums: BitwiseCopyable {
    var positions: PositionSum

    /// How far the mean is from one of the points, at most; kept while others sleep.
    var drift: UInt32 = 0
  }

  /// The index of each leaf's first point, and the number of points.
  let leafStarts: UnsafeMutablePointer<UInt32>
  var leafCount = 0

  /// The number of clusters so far. Nodes are numbered on from the leaves.
  var count = 0

  let parents: UnsafeMutablePointer<UInt32>
  let sums: UnsafeMutablePointer<Sums>
  let times: UnsafeMutablePointer<Int32>

  /// Sums of weighted positions; nil where every weight is 1. Those of leaves come first.
  let weighted: UnsafeMutablePointer<WeightedSum>?

  private let phase: UInt32

  /// Room for some leaves of a set, and for as many clusters.
  init(over points: PointSet, capacity: Int, in scratch: Scratch) {
    phase = points.projection.gridPhase
    leafStarts = scratch.allocate(capacity + 1)
    parents = scratch.allocate(2 * capacity)
    sums = scratch.allocate(capacity)
    times = scratch.allocate(capacity)
    weighted = points.order.scale == nil ? nil : scratch.allocate(2 * capacity)
  }

  /// The sum over the points of a node.
  ///
  /// - Parameter position: the node's, moved by the grid phase.
  @inline(__always)
  func positions(of node: UInt32, at position: WorldPoint) -> PositionSum {
    if node >= leafCount { return sums[Int(node) &- leafCount].positions }
    let count = Int(leafStarts[Int(node) &+ 1] &- leafStarts[Int(node)])
    return PositionSum(
      count: count, x: Int64(position.x &- phase) &* Int64(count), y: Int64(position.y) &* Int64(count))
  }

  /// How far the mean of a node is from one of its points, at most.
  @inline(__always)
  func drift(of node: UInt32) -> UInt32 { node < leafCount ? 0 : sums[Int(node) &- leafCount].drift }
}
