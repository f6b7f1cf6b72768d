/// The clusters formed so far, in columns: what the next merges and the dendrogram need.
///
/// Sums of a cluster count x from where its mean lies within the world. So a cluster's sums follow from its
/// points alone, whichever of its nodes came first.
struct RadiusClusters: BitwiseCopyable, @unchecked Sendable {
  /// What is known of a cluster.
  struct Sums: BitwiseCopyable {
    private let count: UInt32

    /// How far the mean is from one of the points, at most; kept while others sleep.
    let drift: UInt32
    private let x: Int64
    private let y: Int64

    var positions: PositionSum { PositionSum(count: Int(count), x: x, y: y) }

    init(positions: PositionSum, drift: UInt32 = 0) {
      count = UInt32(truncatingIfNeeded: positions.count)
      self.drift = drift
      (x, y) = (positions.x, positions.y)
    }
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
  ///
  /// - Parameter sumScratch: memory of what a dendrogram does not need.
  init(over points: PointSet, capacity: Int, in scratch: Scratch, _ sumScratch: Scratch) {
    phase = points.projection.gridPhase
    leafStarts = scratch.allocate(capacity + 1)
    parents = scratch.allocate(2 * capacity)
    sums = sumScratch.allocate(capacity)
    times = scratch.allocate(capacity)
    weighted = points.order.scale == nil ? nil : sumScratch.allocate(2 * capacity)
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

  /// The mean over the points of a node, x counted from somewhere within the world.
  @inline(__always)
  func mean(of node: UInt32, at position: WorldPoint) -> (x: Int64, y: Int64) {
    weighted?[Int(node)].mean ?? positions(of: node, at: position).mean
  }

  /// How far the mean of a node is from one of its points, at most.
  @inline(__always)
  func drift(of node: UInt32) -> UInt32 { node < leafCount ? 0 : sums[Int(node) &- leafCount].drift }
}

// MARK: - Leaves

extension RadiusClusters {
  /// Makes a leaf of every stack or point that may merge, and returns those of each section.
  mutating func addLeaves(
    of points: PointSet, stacks: Bool, _ context: RunContext
  ) throws(ClusteringError) -> [Range<Int>] {
    var sections: [Range<Int>] = []
    for section in points.sections where section.mergeable {
      try context.check()
      var count = leafCount
      points.keys.withUnsafeBufferPointer { keys in
        for index in section.range
        where !stacks || index == section.range.lowerBound || keys[index] != keys[index - 1] {
          leafStarts[count] = UInt32(truncatingIfNeeded: index)
          count &+= 1
        }
      }
      leafStarts[count] = UInt32(section.range.upperBound)
      sections.append(leafCount..<count)
      leafCount = count
    }
    parents.update(repeating: .max, count: leafCount)
    weighLeaves(of: points)
    return sections
  }

  private func weighLeaves(of points: PointSet) {
    guard let weighted, let weights = points.weight, let scale = points.order.scale else { return }
    let (x, y) = (points.x, points.y)
    for leaf in 0..<leafCount {
      let start = Int(leafStarts[leaf])
      let total = (start..<Int(leafStarts[leaf + 1])).reduce(into: 0 as UInt128) {
        $0 += scale.units(weights[$1])
      }
      weighted[leaf] = WeightedSum(total, x: Int64(x[start]), y: Int64(y[start]))
    }
  }

  /// What merged into what.
  func merges(windings: [NodeWinding]) -> Merges {
    Merges(
      leafStarts: leafStarts, leafCount: leafCount, clusterCount: count, parents: parents, times: times,
      windings: windings)
  }
}

extension RadiusItems {
  /// Lists the leaves of a section.
  mutating func list(_ leaves: Range<Int>, of clusters: RadiusClusters, _ points: PointSet, threads: Int) {
    let (list, keys) = (self, points.keys)
    Parallel.share(0..<leaves.count, threads: threads) { share in
      for index in share {
        let leaf = leaves.lowerBound + index
        list.set(index, key: keys[Int(clusters.leafStarts[leaf])], node: UInt32(truncatingIfNeeded: leaf))
      }
    }
    count = leaves.count
  }
}
