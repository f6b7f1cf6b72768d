extension PCATree {
  /// Builds the trees.
  ///
  /// Large nodes are divided one after the other; then cores share the subtrees below. Where these begin
  /// depends on the points alone, and every sum is exact, so threads change nothing.
  ///
  /// - Parameter rule: how nodes are divided.
  /// - Complexity: O(*n* *d*), where *n* is the number of points and *d* the depth of the trees: about log₂
  ///   *n*, and more for points that their means divide badly.
  init(over points: PointSet, context: RunContext, rule: SplitRule) throws(ClusteringError) {
    var (treePoints, roots) = Self.treePoints(points)
    let nodes = try treePoints.withUnsafeMutableBufferPointer { (treePoints) throws(ClusteringError) in
      let scratch = UnsafeMutableBufferPointer<TreePoint>.allocate(capacity: treePoints.count)
      defer { scratch.deallocate() }
      let buffers = PCATreeGrowth.Buffers(points: treePoints, scratch: scratch)
      return try Self.nodes(from: roots, in: buffers, idRanks: points.idRanks, context, rule)
    }
    try context.check()
    let order = points.order(treePoints.map(\.index), cuts: roots)
    self.init(points: points, order: order, nodes: nodes, rootCount: roots.count, rule: rule)
  }

  /// The mergeable points in canonical order, x east of where the circle is cut for each section.
  private static func treePoints(_ points: PointSet) -> (treePoints: [TreePoint], roots: [PointOrder.Cut]) {
    let (xs, ys) = (points.x, points.y)
    var treePoints: [TreePoint] = []
    var roots: [PointOrder.Cut] = []
    treePoints.reserveCapacity(points.count)
    for section in points.sections where section.mergeable {
      let origin = points.widestGapEnd(in: section.range)
      let range = treePoints.count..<treePoints.count + section.range.count
      roots.append(PointOrder.Cut(range: range, origin: origin))
      for index in section.range {
        treePoints.append(TreePoint(x: xs[index] &- origin, y: ys[index], index: UInt32(index)))
      }
    }
    return (treePoints, roots)
  }

  private static func nodes(
    from roots: [PointOrder.Cut], in buffers: PCATreeGrowth.Buffers, idRanks: [UInt32], _ context: RunContext,
    _ rule: SplitRule
  ) throws(ClusteringError) -> [Node] {
    var top = PCATreeGrowth(from: roots, in: buffers, rule: rule)
    let tasks = try top.grow(downTo: 1 << 16, context: context)
    let subtrees = try Parallel.map(tasks, context) { (task) throws(ClusteringError) in
      var subtree = PCATreeGrowth(from: task, in: buffers, rule: rule)
      _ = try subtree.grow(downTo: 0, context: context)
      subtree.summarise(idRanks: idRanks)
      return subtree
    }
    for (task, subtree) in zip(tasks, subtrees) { top.replaceNode(of: task, with: subtree) }
    top.summarise(idRanks: idRanks)
    return top.nodes
  }
}
