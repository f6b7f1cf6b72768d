extension PCATree {
  /// Builds the trees.
  ///
  /// Large nodes are divided level by level, the nodes of one at once; then cores share the subtrees below.
  /// Where these begin depends on the points alone, and every sum is exact, so threads change nothing.
  ///
  /// - Parameter rule: how nodes are divided.
  /// - Complexity: O(*n* *d*), where *n* is the number of points and *d* the depth of the trees: about log₂
  ///   *n*, and more for points that their means divide badly.
  init(over points: PointSet, context: RunContext, rule: SplitRule) throws(ClusteringError) {
    try context.check()
    let roots = Self.roots(of: points)
    let scratch = Scratch()
    let buffers = PCATreeGrowth.Buffers(count: roots.last?.cut.range.upperBound ?? 0, in: scratch)
    let (nodes, permutation) = try withExtendedLifetime(scratch) { () throws(ClusteringError) in
      let tasks = try roots.map { (root) throws(ClusteringError) in
        try buffers.root(root.cut, from: points, at: root.section, context)
      }
      let nodes = try Self.nodes(from: tasks, in: buffers, idRanks: points.idRanks, context, rule)
      let permutation = try [UInt32](
        count: buffers.points.count, threads: context.threads, context.check
      ) { buffers.points[$0].index }
      return (nodes, permutation)
    }
    let order = points.order(permutation, cuts: roots.map(\.cut), threads: context.threads)
    self.init(points: points, order: order, nodes: nodes, rootCount: roots.count, rule: rule)
  }

  /// The mergeable sections, and the stretch of the order that each will be, cut at its widest gap.
  private static func roots(of points: PointSet) -> [(section: Range<Int>, cut: PointOrder.Cut)] {
    var start = 0
    return points.sections.filter(\.mergeable).map { section in
      let range = start..<start + section.range.count
      start = range.upperBound
      return (
        section.range, PointOrder.Cut(range: range, origin: points.widestGapEnd(in: section.range))
      )
    }
  }

  private static func nodes(
    from roots: [PCATreeGrowth.Task], in buffers: PCATreeGrowth.Buffers, idRanks: [UInt32],
    _ context: RunContext, _ rule: SplitRule
  ) throws(ClusteringError) -> [Node] {
    var top = PCATreeGrowth(from: roots, in: buffers, rule: rule)
    let tasks = try top.growLevels(downTo: 1 << 14, context: context)
    let subtrees = try Parallel.map(tasks, context) { (task) throws(ClusteringError) in
      var subtree = PCATreeGrowth(from: [task], in: buffers, rule: rule)
      try subtree.growAll(context)
      subtree.summarise(idRanks: idRanks)
      return subtree
    }
    top.replaceNodes(of: tasks, with: subtrees, threads: context.threads)
    top.summarise(idRanks: idRanks)
    return top.nodes
  }
}

extension PCATreeGrowth.Buffers {
  /// Room for the points of all trees.
  fileprivate init(count: Int, in scratch: Scratch) {
    points = UnsafeMutableBufferPointer(start: scratch.allocate(count), count: count)
    self.scratch = UnsafeMutableBufferPointer(start: scratch.allocate(count), count: count)
  }

  /// Puts a section's points in canonical order, x east of where the circle is cut: a root to divide.
  fileprivate func root(
    _ cut: PointOrder.Cut, from points: PointSet, at section: Range<Int>, _ context: RunContext
  ) throws(ClusteringError) -> PCATreeGrowth.Task {
    let (xs, ys) = (points.x, points.y)
    let (west, shift) = (cut.west, cut.range.lowerBound - section.lowerBound)
    let parts = stride(from: section.lowerBound, to: section.upperBound, by: Parallel.stretch).map {
      $0..<min($0 + Parallel.stretch, section.upperBound)
    }
    // Each part writes a stretch of its own.
    nonisolated(unsafe) let target = self.points
    let sums = try Parallel.map(parts, context) { (part) throws(ClusteringError) in
      try context.check()
      var moments = Moments()
      for index in part {
        let point = TreePoint(x: xs[index] &- west, y: ys[index], index: UInt32(index))
        target[index + shift] = point
        moments.add(x: point.x, y: point.y)
      }
      return moments
    }
    return PCATreeGrowth.Task(
      node: 0, range: cut.range, moments: sums.reduce(Moments(), +), origin: cut.west)
  }
}
