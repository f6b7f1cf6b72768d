extension PCATree {
  /// Builds the trees.
  ///
  /// Large nodes are divided one after the other; then cores share the subtrees below. Where these begin depends on
  /// the points alone, and every sum is exact, so threads change nothing.
  ///
  /// - Parameter rule: how nodes are divided.
  /// - Complexity: O(*n* *d*), where *n* is the number of points and *d* the depth of the trees: about log₂ *n*, and
  ///   more for points that their means divide badly.
  init(over points: PointSet, context: RunContext, rule: SplitRule) throws(ClusteringError) {
    var (placed, stretches) = Self.placed(points)
    let nodes = try placed.withUnsafeMutableBufferPointer { (placed) throws(ClusteringError) in
      let room = UnsafeMutableBufferPointer<TreePoint>.allocate(capacity: placed.count)
      defer { room.deallocate() }
      let field = PCATreeGrowth.Field(points: placed, room: room)
      return try Self.grown(from: stretches, in: field, idRanks: points.idRanks, context, rule)
    }
    try context.check()
    let order = points.order(placed.map(\.index), cuts: stretches)
    self.init(points: points, order: order, nodes: nodes, rootCount: stretches.count, rule: rule)
  }

  /// The mergeable points in canonical order, x east of where the circle is cut for each section.
  private static func placed(_ points: PointSet) -> (placed: [TreePoint], stretches: [PointOrder.Cut]) {
    let (xs, ys) = (points.x, points.y)
    var placed: [TreePoint] = []
    var stretches: [PointOrder.Cut] = []
    placed.reserveCapacity(points.count)
    for section in points.sections where section.mergeable {
      let origin = points.widestGapEnd(in: section.range)
      let range = placed.count..<placed.count + section.range.count
      stretches.append(PointOrder.Cut(range: range, origin: origin))
      for index in section.range {
        placed.append(TreePoint(x: xs[index] &- origin, y: ys[index], index: UInt32(index)))
      }
    }
    return (placed, stretches)
  }

  private static func grown(
    from roots: [PointOrder.Cut], in field: PCATreeGrowth.Field, idRanks: [UInt32], _ context: RunContext,
    _ rule: SplitRule
  ) throws(ClusteringError) -> [Node] {
    var trunk = PCATreeGrowth(from: roots, in: field, rule: rule)
    let tasks = try trunk.grow(downTo: 1 << 16, context: context)
    let branches = try Parallel.map(tasks, context) { (task) throws(ClusteringError) in
      var branch = PCATreeGrowth(from: task, in: field, rule: rule)
      _ = try branch.grow(downTo: 0, context: context)
      branch.summarise(idRanks: idRanks)
      return branch
    }
    for (task, branch) in zip(tasks, branches) { trunk.graft(branch, onto: task) }
    trunk.summarise(idRanks: idRanks)
    return trunk.nodes
  }
}
