/// The memory of the lists that a strategy merges, which a ``DendrogramLayout`` takes over afterwards.
struct DendrogramMemory {
  /// Owns what the layout reads of the ``MergedClusters``.
  let merges = Scratch()

  /// Its room is about the size of the nodes and of the order of the points.
  let nodes: Scratch

  /// Its room is about the size of a ``MergeTree``, or of the sums along the order.
  let sums: Scratch

  /// - Parameter points: the number of points to reserve memory for.
  init(for points: Int = 0) {
    nodes = Scratch(room: 64 * points)
    sums = Scratch(room: RunningSums.room * points)
  }
}

/// Writes a tree of merges as a ``Dendrogram``: siblings side by side, points in the order of leaves.
///
/// Opening a node writes all its children behind the nodes so far, so one walk along the nodes opens them
/// all. The extent of every subtree is known, so threads share the branches. Bound by cache misses on the
/// tree of clusters.
struct DendrogramLayout: Sendable {
  /// The place of a node: its index, and the offset of its first point.
  private struct Spot {
    var index: UInt32
    var point: UInt32
  }

  private let tree: MergeTree
  private let clusters: MergedClusters
  private let x: [UInt32]
  private let y: [UInt32]
  private let wraps: Bool
  private let context: RunContext

  /// Until a node is expanded, its box holds its source node; see ``place(_:_:at:time:)``.
  private let nodes: Column<Dendrogram.Node>
  private let permutation: Column<UInt32>

  /// The offset of the first point of each leaf that lies some windings away.
  private let woundOffsets: Column<UInt32>

  /// The dendrogram of some merges; nodes without a parent are its roots.
  ///
  /// - Parameter memory: for the dendrogram, and to work in. Its contents are released, the merges after the
  ///   cuts are computed.
  /// - Complexity: O(*m*), where *m* is the number of nodes and points.
  static func dendrogram(
    of clusters: MergedClusters, windings: [NodeWinding], over points: PointSet, in memory: DendrogramMemory,
    _ context: RunContext
  ) throws(ClusteringError) -> Dendrogram {
    try context.check()
    guard clusters.leafCount > 0 else { return .empty(of: points) }
    memory.nodes.release()
    memory.sums.release()
    let tree = try MergeTree(clusters, windings: windings, in: memory.sums, context)
    let all = tree.extents[clusters.count]
    let (nodeCount, pointCount) = (Int(all.nodes), Int(all.points))
    let layout = DendrogramLayout(
      tree: tree, clusters: clusters, x: points.x, y: points.y, wraps: points.projection.wraps,
      context: context,
      nodes: memory.nodes.column(nodeCount), permutation: memory.nodes.column(pointCount),
      woundOffsets: memory.sums.column(tree.wound.count))
    // Pages that earlier lists wrote would, with the merges, take more memory than the dendrogram.
    memory.nodes.trim()
    memory.sums.trim()
    try layout.placeAll()
    let cuts = layout.cuts()
    try context.check()
    memory.sums.release()
    memory.merges.release()
    let order = points.order(
      layout.permutation, cuts: cuts, in: [memory.nodes, memory.sums], threads: context.threads)
    memory.nodes.trim()
    memory.sums.trim()
    return Dendrogram(nodes: FrozenColumn(layout.nodes, in: memory.nodes), order: order)
  }

  // MARK: Nodes

  /// The most nodes of a branch: few enough to stay in the cache from opening until they have their boxes.
  private static let branchSize = 1 << 13

  private func placeAll() throws(ClusteringError) {
    let root = clusters.count
    place(
      tree.childRange(of: root), tree.extents[root], at: Spot(index: 0, point: 0), time: Dendrogram.never)
    var (above, branches): ([Int], [Int]) = ([], [])
    var (index, end) = (0, 1)
    while index < end {
      if above.count & 0xFFFF == 0xFFFF { try context.check() }
      if nodes[index].time != Dendrogram.beginning {
        if nodeCount(under: index) <= Self.branchSize {
          branches.append(index)
        } else {
          end = open(index, below: end)
          above.append(index)
        }
      }
      index += 1
    }
    var starts = [end]
    for branch in branches { starts.append(starts[starts.count - 1] + nodeCount(under: branch) - 1) }
    let frozen = (branches, starts)
    try Parallel.deal(branches.count, to: context.lanes(for: starts[branches.count]), context) {
      (_, numbers) in
      for number in numbers { place(below: frozen.0[number], at: frozen.1[number]) }
    }
    for index in above.reversed() { drawBox(index) }
  }

  /// The number of nodes in the subtree of a node that is not opened yet.
  private func nodeCount(under index: Int) -> Int { Int(nodes[index].box.north) }

  /// Writes all that is below a node.
  private func place(below branch: Int, at start: Int) {
    var (index, end) = (start, open(branch, below: start))
    while index < end {
      end = open(index, below: end)
      index &+= 1
    }
    while index > start {
      index &-= 1
      drawBox(index)
    }
    drawBox(branch)
  }

  /// Writes what is directly under a node from an index on, and returns where that ends.
  @inline(__always)
  private func open(_ index: Int, below start: Int) -> Int {
    let node = nodes[index]
    if node.time == Dendrogram.beginning { return start }
    nodes[index].children = UInt32(truncatingIfNeeded: start)
    let siblings = Int(node.box.west)..<Int(node.box.east)
    var spot = Spot(index: UInt32(truncatingIfNeeded: start), point: node.start)
    if siblings.count <= SiblingGroups.size {
      for sibling in siblings { place(sibling, at: &spot) }
    } else {
      for number in 0..<SiblingGroups.size {
        let part = SiblingGroups.part(number, of: siblings)
        if part.count == 1 { place(part.lowerBound, at: &spot) } else { place(part, at: &spot) }
      }
    }
    return Int(spot.index)
  }

  @inline(__always)
  private func place(_ child: Int, at spot: inout Spot) {
    let node = Int(tree.children[child])
    if node < clusters.leafCount {
      placeLeaf(node, at: spot)
    } else {
      let cluster = node &- clusters.leafCount
      place(
        tree.childRange(of: cluster), tree.extents[cluster], at: spot, time: clusters.times[cluster])
    }
    advance(&spot)
  }

  /// Writes a node that holds some siblings together.
  private func place(_ siblings: Range<Int>, at spot: inout Spot) {
    var extent = MergeTree.Extent(nodes: UInt32(1 + SiblingGroups.count(for: siblings.count)), points: 0)
    for sibling in siblings {
      let own = tree.extent(of: Int(tree.children[sibling]))
      extent.nodes &+= own.nodes
      extent.points &+= own.points
    }
    place(siblings, extent, at: spot, time: Dendrogram.never)
    advance(&spot)
  }

  /// Advances to the place of the next sibling.
  @inline(__always)
  private func advance(_ spot: inout Spot) {
    spot.point = nodes[Int(spot.index)].end
    spot.index &+= 1
  }

  /// Writes a node that is not opened yet: in its box are the range of its children in the tree's, and the
  /// number of nodes in its subtree.
  @inline(__always)
  private func place(_ children: Range<Int>, _ extent: MergeTree.Extent, at spot: Spot, time: Int32) {
    // They are read when the node is opened.
    tree.children.prefetch(children.lowerBound)
    nodes[Int(spot.index)] = Dendrogram.Node(
      start: spot.point, end: spot.point &+ extent.points, children: 0, time: time,
      box: Box(
        west: UInt32(truncatingIfNeeded: children.lowerBound),
        east: UInt32(truncatingIfNeeded: children.upperBound), north: extent.nodes, south: extent.nodes))
  }

  @inline(__always)
  private func placeLeaf(_ leaf: Int, at spot: Spot) {
    let (start, end) = (clusters.leafStarts[leaf], clusters.leafStarts[leaf &+ 1])
    nodes[Int(spot.index)] = Dendrogram.Node(
      start: spot.point, end: spot.point &+ (end &- start), children: 0,
      time: Dendrogram.beginning, box: Box(WorldPoint(x: x[Int(start)], y: y[Int(start)])))
    for point in start..<end { permutation[Int(spot.point &+ (point &- start))] = point }
    if let isWound = tree.isWound, isWound[leaf] {
      let number = tree.wound.indices.partitioningIndex { Int(tree.wound[$0].node) >= leaf }
      woundOffsets[number] = spot.point
    }
  }

  // MARK: Boxes

  @inline(__always)
  private func drawBox(_ index: Int) {
    let node = nodes[index]
    if node.time == Dendrogram.beginning { return }
    var child = Int(node.children)
    var box = nodes[child].box
    while nodes[child].end != node.end {
      child &+= 1
      box = box.union(nodes[child].box, wraps: wraps)
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
        through: start + Int(clusters.leafStarts[leaf + 1] - clusters.leafStarts[leaf]),
        windings: tree.wound[number].windings)
    }
    append(through: end, windings: 0)
    return cuts
  }
}
