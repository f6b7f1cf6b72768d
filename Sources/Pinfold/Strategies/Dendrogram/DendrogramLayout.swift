/// Writes a tree of merges as a ``Dendrogram``: nodes in preorder, points in the order of leaves.
///
/// As every subtree's extent is known, each node is written once, where it belongs, and threads share the
/// clusters of one time. It is bound by memory: 32 bytes a node, and where its children go is a cache miss.
struct DendrogramLayout: @unchecked Sendable {
  /// Where a node goes: its index, and the offset of its first point.
  private struct Spot: BitwiseCopyable {
    var index: UInt32
    var point: UInt32
  }

  private let tree: MergeTree
  private let points: PointSet
  private let wraps: Bool
  private let context: RunContext

  /// By node; the last is what holds the roots together.
  private let spots: UnsafeMutablePointer<Spot>
  private let nodes: UnsafeMutablePointer<Dendrogram.Node>

  /// The dendrogram of some merges; nodes without a parent are its roots.
  ///
  /// - Parameter memory: for the dendrogram, and to work in; what is in it is released first.
  /// - Complexity: O(*m*), where *m* is the number of nodes and points.
  static func dendrogram(
    of merges: Merges, over points: PointSet, in memory: DendrogramMemory, _ context: RunContext
  ) throws(ClusteringError) -> Dendrogram {
    try context.check()
    guard merges.leafCount > 0 else { return .empty(of: points) }
    memory.nodes.release()
    memory.sums.release()
    let tree = try MergeTree(merges, in: memory.sums, context)
    let all = tree.extents[merges.clusterCount]
    let (nodeCount, pointCount) = (Int(all.nodes), Int(all.points))
    let layout = DendrogramLayout(
      tree: tree, points: points, wraps: points.projection.wraps, context: context,
      spots: memory.sums.allocate(merges.leafCount + merges.clusterCount + 1),
      nodes: memory.nodes.allocate(nodeCount))
    try layout.placeClusters()
    let permutation: UnsafeMutablePointer<UInt32> = memory.nodes.allocate(pointCount)
    try layout.placeLeaves(permutation)
    try layout.drawBoxes()
    let cuts = layout.cuts()
    try context.check()
    memory.sums.release()
    let order = points.order(
      UnsafeBufferPointer(start: permutation, count: pointCount), cuts: cuts,
      in: [memory.nodes, memory.sums], threads: context.threads)
    memory.nodes.trim()
    memory.sums.trim()
    return Dendrogram(nodes: FrozenColumn(layout.nodes, count: nodeCount, in: memory.nodes), order: order)
  }

  // MARK: Nodes

  private func placeClusters() throws(ClusteringError) {
    let (merges, clusterCount) = (tree.merges, tree.merges.clusterCount)
    spots[merges.leafCount + clusterCount] = Spot(index: 0, point: 0)
    open(clusterCount, time: Dendrogram.never)
    // Clusters of one time are independent, and what they are in comes before them.
    var high = clusterCount
    while high > 0 {
      var low = high - 1
      let time = merges.times[low]
      while low > 0, merges.times[low - 1] == time { low -= 1 }
      let first = low
      try Parallel.deal(high - low, to: context.lanes(for: high - low), context) { (_, clusters) in
        for cluster in clusters where !tree.isLeftOut[first &+ cluster] {
          open(first &+ cluster, time: time)
        }
      }
      high = low
    }
  }

  /// Writes a cluster, and says where its children go.
  @inline(__always)
  private func open(_ cluster: Int, time: Int32) {
    var spot = spots[tree.merges.leafCount &+ cluster]
    let extent = tree.extents[cluster]
    nodes[Int(spot.index)] = Dendrogram.Node(
      start: spot.point, end: spot.point &+ extent.points, next: spot.index &+ extent.nodes,
      time: time,
      box: .empty)
    spot.index &+= 1
    placeSiblings(tree.childRange(of: cluster), from: &spot)
  }

  private func placeSiblings(_ siblings: Range<Int>, from spot: inout Spot) {
    if siblings.count <= SiblingGroups.size {
      for sibling in siblings { place(sibling, at: &spot) }
      return
    }
    for number in 0..<SiblingGroups.size {
      let part = SiblingGroups.part(number, of: siblings)
      if part.count == 1 {
        place(part.lowerBound, at: &spot)
        continue
      }
      let start = spot
      spot.index &+= 1
      placeSiblings(part, from: &spot)
      nodes[Int(start.index)] = Dendrogram.Node(
        start: start.point, end: spot.point, next: spot.index, time: Dendrogram.never, box: .empty)
    }
  }

  @inline(__always)
  private func place(_ child: Int, at spot: inout Spot) {
    let (node, leafCount) = (Int(tree.children[child]), tree.merges.leafCount)
    spots[node] = spot
    if node < leafCount {
      spot.index &+= 1
      spot.point &+= tree.merges.leafStarts[node &+ 1] &- tree.merges.leafStarts[node]
    } else {
      spot.index &+= tree.extents[node &- leafCount].nodes
      spot.point &+= tree.extents[node &- leafCount].points
    }
  }

  private func placeLeaves(_ permutation: UnsafeMutablePointer<UInt32>) throws(ClusteringError) {
    let leafCount = tree.merges.leafCount
    let (x, y) = (points.x, points.y)
    nonisolated(unsafe) let permutation = permutation
    try Parallel.deal(leafCount, to: context.lanes(for: leafCount), context) { (_, leaves) in
      for leaf in leaves {
        let spot = spots[leaf]
        let (start, end) = (tree.merges.leafStarts[leaf], tree.merges.leafStarts[leaf &+ 1])
        let position = WorldPoint(x: x[Int(start)], y: y[Int(start)])
        nodes[Int(spot.index)] = Dendrogram.Node(
          start: spot.point, end: spot.point &+ (end &- start), next: spot.index &+ 1,
          time: Dendrogram.beginning, box: Box(position))
        for point in start..<end { permutation[Int(spot.point &+ (point &- start))] = point }
      }
    }
  }

  // MARK: Boxes

  private func drawBoxes() throws(ClusteringError) {
    let roots = tree.childRange(of: tree.merges.clusterCount)
    let lanes = roots.count > 1 ? context.lanes(for: Int(nodes[0].next)) : 1
    try Parallel.deal(roots.count, to: lanes, context) { (_, numbers) in
      for number in numbers {
        let root = Int(spots[Int(tree.children[roots.lowerBound + number])].index)
        for index in stride(from: Int(nodes[root].next) &- 1, through: root, by: -1) {
          drawBox(index)
        }
      }
    }
    // What holds roots together, which no other node lies above.
    var above: [Int] = []
    var index = 0
    while index < Int(nodes[0].next) {
      if nodes[index].time == Dendrogram.never {
        above.append(index)
        index += 1
      } else {
        index = Int(nodes[index].next)
      }
    }
    for index in above.reversed() { drawBox(index) }
  }

  /// Draws the box of a node around those of its children.
  @inline(__always)
  private func drawBox(_ index: Int) {
    if nodes[index].time == Dendrogram.beginning { return }
    let end = Int(nodes[index].next)
    var child = index &+ 1
    var box = nodes[child].box
    child = Int(nodes[child].next)
    while child < end {
      box = box.union(nodes[child].box, wraps: wraps)
      child = Int(nodes[child].next)
    }
    nodes[index].box = box
  }

  // MARK: Cuts

  /// The stretches of the order, and where x is counted from in each: the same for all but the few leaves
  /// that lie some windings away.
  private func cuts() -> [PointOrder.Cut] {
    let (leafStarts, end) = (tree.merges.leafStarts, Int(nodes[0].end))
    var wound: [PointOrder.Cut] = []
    if let windings = tree.windings {
      for leaf in 0..<tree.merges.leafCount where windings[leaf] != 0 {
        let start = Int(spots[leaf].point)
        let count = Int(leafStarts[leaf + 1] - leafStarts[leaf])
        wound.append(
          PointOrder.Cut(range: start..<start + count, origin: Int64(windings[leaf]) << 32))
      }
    }
    wound.sort { $0.range.lowerBound < $1.range.lowerBound }
    var cuts: [PointOrder.Cut] = []
    var start = 0
    for cut in wound {
      if cut.range.lowerBound > start {
        cuts.append(PointOrder.Cut(range: start..<cut.range.lowerBound, origin: 0 as Int64))
      }
      cuts.append(cut)
      start = cut.range.upperBound
    }
    if start < end { cuts.append(PointOrder.Cut(range: start..<end, origin: 0 as Int64)) }
    return cuts
  }
}
