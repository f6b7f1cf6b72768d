/// The clusters formed so far, as later merges and the dendrogram need them. Nodes are leaves, then clusters.
///
/// Sums of a cluster count x from where its mean lies within the world, so they depend on its points alone,
/// in any order of merging.
struct MergedClusters: BitwiseCopyable, Sendable {
  /// A cluster's sums over its points.
  struct Sums: BitwiseCopyable {
    private let count: UInt32

    /// The greatest distance of the mean from its nearest point. Maintained while there are isolated items.
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

  /// Leaves that follow each other, in Morton order.
  struct Leaves: Sendable {
    let range: Range<Int>

    /// The index of each leaf's first point, and the keys of points.
    fileprivate let starts: Column<UInt32>
    fileprivate let keys: [UInt64]

    var count: Int { range.count }

    @inline(__always)
    subscript(index: Int) -> RadixSort.Item {
      let leaf = range.lowerBound &+ index
      return RadixSort.Item(key: keys[Int(starts[leaf])], index: UInt32(truncatingIfNeeded: leaf))
    }
  }

  /// The index of each leaf's first point, and the end of the last leaf.
  let leafStarts: Column<UInt32>
  var leafCount = 0

  var count = 0

  /// By node; `UInt32.max` for none.
  let parents: Column<UInt32>

  /// By cluster.
  let sums: Column<Sums>
  let times: Column<Int32>

  /// Sums of weighted positions, by node; nil if every weight is 1.
  let weighted: Column<WeightedSum>?

  private let phase: UInt32

  /// - Parameters:
  ///   - capacity: the most leaves, and the most clusters.
  ///   - sumScratch: for what a dendrogram does not need.
  init(over points: PointSet, capacity: Int, in scratch: Scratch, _ sumScratch: Scratch) {
    phase = points.projection.gridPhase
    leafStarts = scratch.column(capacity + 1)
    parents = scratch.column(2 * capacity)
    sums = sumScratch.column(capacity)
    times = scratch.column(capacity)
    weighted = points.order.scale == nil ? nil : sumScratch.column(2 * capacity)
  }

  /// The sum of positions of a node.
  ///
  /// - Parameter position: the node's, moved by the grid phase.
  @inline(__always)
  func positions(of node: UInt32, at position: WorldPoint) -> PositionSum {
    if node >= leafCount { return sums[Int(node) &- leafCount].positions }
    let count = Int(leafStarts[Int(node) &+ 1] &- leafStarts[Int(node)])
    return PositionSum(
      count: count, x: Int64(position.x &- phase) &* Int64(count), y: Int64(position.y) &* Int64(count))
  }

  /// The mean position of a node, x unwrapped.
  @inline(__always)
  func mean(of node: UInt32, at position: WorldPoint) -> (x: Int64, y: Int64) {
    weighted?[Int(node)].mean ?? positions(of: node, at: position).mean
  }

  /// Sets a cluster, which has no parent yet.
  @inline(__always)
  func set(_ cluster: Int, _ own: Sums, _ weight: WeightedSum, at time: Int32) {
    let node = leafCount &+ cluster
    parents[node] = .max
    sums[cluster] = own
    times[cluster] = time
    weighted?[node] = weight
  }

  /// The farthest that the mean of a node may be from the nearest of its points.
  @inline(__always)
  func drift(of node: UInt32) -> UInt32 { node < leafCount ? 0 : sums[Int(node) &- leafCount].drift }

  /// Makes a leaf of every point that may merge, or of every stack, and returns the leaves of each section.
  mutating func addLeaves(
    of points: PointSet, stacks: Bool, _ context: RunContext
  ) throws(ClusteringError) -> [Leaves] {
    var sections: [Leaves] = []
    for section in points.sections where section.mergeable {
      try context.check()
      var count = leafCount
      points.keys.withColumn { keys in
        for index in section.range
        where !stacks || index == section.range.lowerBound || keys[index] != keys[index - 1] {
          leafStarts[count] = UInt32(truncatingIfNeeded: index)
          count &+= 1
        }
      }
      leafStarts[count] = UInt32(section.range.upperBound)
      sections.append(Leaves(range: leafCount..<count, starts: leafStarts, keys: points.keys))
      leafCount = count
    }
    parents[0..<leafCount].fill(.max)
    guard let weighted, let weights = points.weight, let scale = points.order.scale else { return sections }
    for leaf in 0..<leafCount {
      let start = Int(leafStarts[leaf])
      let total = weights[start..<Int(leafStarts[leaf + 1])].reduce(0 as UInt128) { $0 + scale.units($1) }
      weighted[leaf] = WeightedSum(total, x: Int64(points.x[start]), y: Int64(points.y[start]))
    }
    return sections
  }
}

/// A node that lies some windings farther east when seen from its parent.
struct NodeWinding {
  let node: UInt32
  let windings: Int32
}

extension MergedClusters.Leaves: MortonSorted {}

// MARK: - Edits

extension RadiusList {
  /// Lists items that are the first clusters.
  mutating func list(_ numbers: [Int], of items: [DendrogramEdit.Item]) {
    list(
      RadixSort.sorted(
        numbers.enumerated().map { RadixSort.Item(key: items[$1].key, index: UInt32($0)) }))
  }
}

extension MergedClusters {
  /// Starts over with items as the first clusters.
  mutating func begin(with numbers: [Int], of items: [DendrogramEdit.Item]) {
    leafCount = 0
    count = numbers.count
    for (node, number) in numbers.enumerated() {
      parents[node] = .max
      sums[node] = Sums(positions: items[number].sums.positions)
      weighted?[node] = items[number].sums.weighted
    }
  }

  /// The final cluster of each of the first clusters, and its windings to the east of that.
  ///
  /// - Parameter windings: those of clusters as seen from their parents.
  func ends(of first: Int, _ windings: [NodeWinding]) -> ReplayedEnds {
    var ends = (0..<count).map { (node: $0, windings: 0 as Int64) }
    for node in windings { ends[Int(node.node)].windings = Int64(node.windings) }
    // Clusters have higher numbers than what they are made of.
    for node in ends.indices.reversed() where parents[node] != .max {
      let parent = ends[Int(parents[node])]
      ends[node] = (parent.node, ends[node].windings + parent.windings)
    }
    ends.removeLast(ends.count - first)
    return ends
  }
}
