/// Writes a tree of merges as a ``Dendrogram``: nodes in preorder, points in the order of leaves.
///
/// As every subtree's extent is known, a node is written where it belongs as soon as the one above it is
/// opened. So nothing but the tree is needed to work in, and one walk along the nodes opens them all; threads
/// share the branches. It is bound by memory: 32 bytes a node, and cache misses on what the tree knows of it.
struct DendrogramLayout: @unchecked Sendable {
  /// Where a node goes: its index, and the offset of its first point.
  private struct Spot {
    var index: UInt32
    var point: UInt32
  }

  private let tree: MergeTree
  private let merges: Merges
  private let x: [UInt32]
  private let y: [UInt32]
  private let wraps: Bool
  private let context: RunContext

  /// Until a cluster is opened, its time is its number, counted without the leaves.
  private let nodes: UnsafeMutablePointer<Dendrogram.Node>
  private let permutation: UnsafeMutablePointer<UInt32>

  /// The offset of the first point of each leaf that lies some windings away.
  private let woundOffsets: UnsafeMutablePointer<UInt32>

  /// The dendrogram of some merges; nodes without a parent are its roots.
  ///
  /// - Parameter memory: for the dendrogram, and to work in; what is in it is released, the merges too as
  ///   soon as nobody needs them.
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
      tree: tree, merges: merges, x: points.x, y: points.y, wraps: points.projection.wraps, context: context,
      nodes: memory.nodes.allocate(nodeCount), permutation: memory.nodes.allocate(pointCount),
      woundOffsets: memory.sums.allocate(tree.wound.count))
    // Rooms hold what lists left there; all of it and the merges would be more than the dendrogram takes.
    memory.nodes.trim()
    memory.sums.trim()
    try layout.placeAll()
    let cuts = layout.cuts()
    try context.check()
    memory.sums.release()
    memory.merges.release()
    let order = points.order(
      UnsafeBufferPointer(start: layout.permutation, count: pointCount), cuts: cuts,
      in: [memory.nodes, memory.sums], threads: context.threads)
    memory.nodes.trim()
    memory.sums.trim()
    return Dendrogram(nodes: FrozenColumn(layout.nodes, count: nodeCount, in: memory.nodes), order: order)
  }

  // MARK: Nodes

  /// No more nodes are a branch: few enough, a quarter of a megabyte, to stay in the cache from when they are
  /// opened until they have their boxes.
  private static let branchSize = 1 << 13

  private func placeAll() throws(ClusteringError) {
    place(merges.clusterCount, at: Spot(index: 0, point: 0))
    let end = Int(nodes[0].next)
    var (above, branches): ([Int], [Int]) = ([], [])
    var index = 0
    while index < end {
      if above.count & 0xFFFF == 0xFFFF { try context.check() }
      if Int(nodes[index].next) - index <= Self.branchSize {
        branches.append(index)
        index = Int(nodes[index].next)
      } else {
        open(index)
        above.append(index)
        index += 1
      }
    }
    let frozen = branches
    try Parallel.deal(branches.count, to: context.lanes(for: end), context) { (_, numbers) in
      for number in numbers {
        let branch = frozen[number]
        let range = branch..<Int(nodes[branch].next)
        for index in range { open(index) }
        for index in range.reversed() { drawBox(index) }
      }
    }
    for index in above.reversed() { drawBox(index) }
  }

  /// Says when a cluster was formed, and writes its children.
  @inline(__always)
  private func open(_ index: Int) {
    let node = nodes[index]
    if node.time == Dendrogram.beginning || node.time == Dendrogram.never { return }
    let cluster = Int(node.time)
    nodes[index].time = cluster < merges.clusterCount ? merges.times[cluster] : Dendrogram.never
    var spot = Spot(index: UInt32(truncatingIfNeeded: index &+ 1), point: node.start)
    placeSiblings(tree.childRange(of: cluster), from: &spot)
  }

  private func placeSiblings(_ siblings: Range<Int>, from spot: inout Spot) {
    if siblings.count <= SiblingGroups.size {
      for sibling in siblings { place(sibling, from: &spot) }
      return
    }
    for number in 0..<SiblingGroups.size {
      let part = SiblingGroups.part(number, of: siblings)
      if part.count == 1 {
        place(part.lowerBound, from: &spot)
        continue
      }
      let start = spot
      spot.index &+= 1
      placeSiblings(part, from: &spot)
      nodes[Int(start.index)] = Dendrogram.Node(
        start: start.point, end: spot.point, next: spot.index, time: Dendrogram.never, box: .empty)
    }
  }

  /// Writes a child, and goes on to the end of its subtree.
  @inline(__always)
  private func place(_ child: Int, from spot: inout Spot) {
    let node = Int(tree.children[child])
    let index = Int(spot.index)
    if node < merges.leafCount {
      placeLeaf(node, at: spot)
    } else {
      place(node &- merges.leafCount, at: spot)
    }
    (spot.index, spot.point) = (nodes[index].next, nodes[index].end)
  }

  /// Writes a cluster that is not opened yet.
  @inline(__always)
  private func place(_ cluster: Int, at spot: Spot) {
    let extent = tree.extents[cluster]
    nodes[Int(spot.index)] = Dendrogram.Node(
      start: spot.point, end: spot.point &+ extent.points, next: spot.index &+ extent.nodes,
      time: Int32(truncatingIfNeeded: cluster), box: .empty)
  }

  @inline(__always)
  private func placeLeaf(_ leaf: Int, at spot: Spot) {
    let (start, end) = (merges.leafStarts[leaf], merges.leafStarts[leaf &+ 1])
    nodes[Int(spot.index)] = Dendrogram.Node(
      start: spot.point, end: spot.point &+ (end &- start), next: spot.index &+ 1,
      time: Dendrogram.beginning, box: Box(WorldPoint(x: x[Int(start)], y: y[Int(start)])))
    for point in start..<end { permutation[Int(spot.point &+ (point &- start))] = point }
    if let isWound = tree.isWound, isWound[leaf] {
      let number = tree.wound.indices.partitioningIndex { Int(tree.wound[$0].node) >= leaf }
      woundOffsets[number] = spot.point
    }
  }

  // MARK: Boxes

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
    let end = Int(nodes[0].end)
    var cuts: [PointOrder.Cut] = []
    func append(through end: Int, windings: Int32) {
      let (start, origin) = (cuts.last?.range.upperBound ?? 0, Int64(windings) << 32)
      if let last = cuts.last, last.origin == origin {
        cuts[cuts.count - 1].range = last.range.lowerBound..<end
      } else if start < end {
        cuts.append(PointOrder.Cut(range: start..<end, origin: origin))
      }
    }
    for number in tree.wound.indices.sorted(by: { woundOffsets[$0] < woundOffsets[$1] }) {
      let leaf = Int(tree.wound[number].node)
      let start = Int(woundOffsets[number])
      append(through: start, windings: 0)
      append(
        through: start + Int(merges.leafStarts[leaf + 1] - merges.leafStarts[leaf]),
        windings: tree.wound[number].windings)
    }
    append(through: end, windings: 0)
    return cuts
  }
}
