extension PCATree {
  /// Builds the trees.
  ///
  /// All threads share each pass over a large node; then each divides subtrees of its own. Where these begin
  /// depends on the points alone, and every sum is exact, so threads change nothing.
  ///
  /// - Parameter rule: how nodes are divided.
  /// - Complexity: O(*n* *d*), where *n* is the number of points and *d* the depth of the trees: about log₂
  ///   *n*, and more for points that their means divide badly.
  init(over points: PointSet, context: RunContext, rule: SplitRule) throws(ClusteringError) {
    try context.check()
    let roots = Self.roots(of: points)
    let count = roots.last?.cut.range.upperBound ?? 0
    let topCount = roots.count + Self.topLimit
    // Between them divisions make fewer nodes than twice the points, and most often a sixth of that.
    let nodeScratch = Scratch(isSparse: true)
    let nodes: UnsafeMutablePointer<Node> = nodeScratch.allocate(topCount + 2 * count)
    // The sums along the order come to lie where the points were divided.
    let scratches = [Scratch(), Scratch(room: RunningSums.room * count)]
    let permutation: UnsafeMutablePointer<UInt32> = scratches[0].allocate(count)
    let nodeCount = try withExtendedLifetime((nodeScratch, scratches)) { () throws(ClusteringError) in
      let buffers = PCATreeGrowth.Buffers(count: count, nodes: nodes, in: scratches[1])
      var tasks: [PCATreeGrowth.Task] = []
      for (place, root) in roots.enumerated() {
        let task = try buffers.root(root.cut, from: points, at: root.section, node: place, context)
        (nodes + place).initialize(to: Node(of: task))
        tasks.append(task)
      }
      let nodeCount = try Self.grow(tasks, in: buffers, idRanks: points.idRanks, context, rule)
      try buffers.list(into: permutation, context)
      return nodeCount
    }
    scratches[1].release()
    let order = points.order(
      UnsafeBufferPointer(start: permutation, count: count), cuts: roots.map(\.cut), in: scratches,
      threads: context.threads)
    self.init(
      points: points, order: order,
      nodes: FrozenColumn(nodes, count: topCount + 2 * count, in: nodeScratch), nodeCount: nodeCount,
      rootCount: roots.count, rule: rule)
  }

  /// Nodes of up to so many points are left to one thread.
  private static let subtreeSize = 1 << 15

  /// The most nodes, beside the roots, that are divided by all threads.
  private static let topLimit = 1 << 10

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

  /// Divides roots to the end.
  ///
  /// - Returns: the number of nodes.
  private static func grow(
    _ roots: [PCATreeGrowth.Task], in buffers: PCATreeGrowth.Buffers, idRanks: [UInt32],
    _ context: RunContext, _ rule: SplitRule
  ) throws(ClusteringError) -> Int {
    var top = PCATreeGrowth(dividing: roots, in: buffers, at: roots.count, rule: rule)
    let tasks = try top.growTop(downTo: subtreeSize, atMost: topLimit, context)
    let counts = try Parallel.map(tasks, context) { (task) throws(ClusteringError) in
      let place = roots.count + topLimit + 2 * task.range.lowerBound
      var subtree = PCATreeGrowth(dividing: [task], in: buffers, at: place, rule: rule)
      try subtree.growAll(context)
      subtree.summarise(subtree.places, idRanks: idRanks)
      return subtree.places.count
    }
    top.summarise(0..<top.places.upperBound, idRanks: idRanks)
    return top.places.upperBound + counts.reduce(0, +)
  }
}

extension PCATreeGrowth.Buffers {
  /// Room for the points of all trees.
  fileprivate init(count: Int, nodes: UnsafeMutablePointer<PCATree.Node>, in scratch: Scratch) {
    self.nodes = nodes
    points = UnsafeMutableBufferPointer(start: scratch.allocate(count), count: count)
  }

  /// Puts a section's points in canonical order, x east of where the circle is cut: a root to divide.
  fileprivate func root(
    _ cut: PointOrder.Cut, from points: PointSet, at section: Range<Int>, node: Int,
    _ context: RunContext
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
      node: node, range: cut.range, moments: sums.reduce(Moments(), +), origin: cut.west)
  }

  /// Lists the canonical indices of the points.
  fileprivate func list(into permutation: UnsafeMutablePointer<UInt32>, _ context: RunContext)
    throws(ClusteringError)
  {
    nonisolated(unsafe) let permutation = permutation
    try Parallel.deal(points.count, to: context.lanes(for: points.count), context) { (_, offsets) in
      for offset in offsets { permutation[offset] = points[offset].index }
    }
  }
}
