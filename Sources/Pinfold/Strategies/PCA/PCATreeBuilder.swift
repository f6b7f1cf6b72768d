extension PCATree {
  /// Builds the trees.
  ///
  /// All threads share each pass over a large node; then each divides subtrees of its own. Where these begin
  /// depends on the points alone, and every sum is exact, so threads change nothing.
  ///
  /// - Parameter rule: how nodes are divided.
  /// - Complexity: O(*n* *d*), where *n* is the number of points and *d* the depth of the trees: about log₂
  ///   *n*, and more for points that their means divide badly.
  convenience init(over points: PointSet, context: RunContext, rule: SplitRule) throws(ClusteringError) {
    try self.init(completing: PCATreeTop(over: points, rule: rule, context: context), context)
  }

  /// Builds the rest of trees. A call that is stopped leaves what it has done to the next.
  ///
  /// - Parameters:
  ///   - top: must not be used afterwards: the sums take over the memory of its points.
  ///   - context: when to stop; the threads are those of the top.
  convenience init(completing top: PCATreeTop, _ context: RunContext) throws(ClusteringError) {
    var context = context
    context.threads = top.threads
    if top.rest == nil { try top.divideLarge(context) }
    let rest = top.rest ?? PCATreeRest(below: top)
    top.rest = rest
    try rest.divide(below: top, context)
    // The sums along the order take over the memory in which the points were divided.
    top.scratch.release()
    let order = top.points.order(
      rest.permutation, cuts: top.cuts, in: [rest.scratch, top.scratch], threads: top.threads)
    self.init(
      points: top.points, order: order, nodes: rest.nodes, nodeCount: rest.nodeCount,
      rootCount: top.cuts.count, rule: top.rule)
  }
}

extension Column<TreePoint> {
  /// Puts a section's points in canonical order, x east of where the circle is cut: a root to divide.
  func root(
    _ cut: PointOrder.Cut, from points: PointSet, at section: Range<Int>, node: Int,
    _ context: RunContext
  ) throws(ClusteringError) -> PCATreeGrowth.Task {
    let (xs, ys) = (points.x, points.y)
    let (west, shift) = (cut.west, cut.range.lowerBound - section.lowerBound)
    let parts = stride(from: section.lowerBound, to: section.upperBound, by: Parallel.stretch).map {
      $0..<min($0 + Parallel.stretch, section.upperBound)
    }
    let sums = try Parallel.map(parts, context) { [self] (part) throws(ClusteringError) in
      try context.check()
      var moments = Moments()
      for index in part {
        let point = TreePoint(x: xs[index] &- west, y: ys[index], index: UInt32(index))
        self[index + shift] = point
        moments.add(x: point.x, y: point.y)
      }
      return moments
    }
    return PCATreeGrowth.Task(
      node: node, range: cut.range, moments: sums.reduce(Moments(), +), origin: cut.west)
  }
}
