/// The growing of trees: divides nodes and arranges their points until nothing is left to divide.
///
/// It works through a list of tasks rather than by calling itself, so no tree is too deep for it.
///
/// What bounds it: a pass over all points a level, 12 bytes a point, with a projection and five sums each;
/// and in the lowest three levels, which have most of the nodes, their main directions.
struct PCATreeGrowth {
  /// A node that is yet to be divided.
  struct Task {
    /// Where the node is in ``nodes``.
    var node: Int

    var range: Range<Int>
    var moments: Moments

    /// Where the circle of x is cut.
    var origin: UInt32
  }

  /// The nodes so far; first those that it began with, then halves in pairs.
  private(set) var nodes: [PCATree.Node] = []

  private let buffers: Buffers
  private let rule: SplitRule
  private var pending: [Task] = []

  /// The points of all trees, and scratch space of the same size. Growths may share both if their ranges do
  /// not overlap.
  struct Buffers: @unchecked Sendable {
    let points: UnsafeMutableBufferPointer<TreePoint>
    let scratch: UnsafeMutableBufferPointer<TreePoint>
  }

  /// Prepares to grow trees from roots, or to go on with a node that another growth left.
  init(from roots: [Task], in buffers: Buffers, rule: SplitRule) {
    self.buffers = buffers
    self.rule = rule
    for var root in roots {
      root.node = nodes.count
      nodes.append(.of(root))
      pending.append(root)
    }
  }

  /// Divides every node of more than `size` points, all of a level at once.
  ///
  /// - Returns: what is left to divide.
  mutating func growLevels(downTo size: Int, context: RunContext) throws(ClusteringError) -> [Task] {
    var rest: [Task] = []
    while !pending.isEmpty {
      let level = pending.filter { $0.range.count > size && nodes[$0.node].squaredError > 0 }
      rest += pending.filter { $0.range.count <= size }
      pending = []
      // Each node has points of its own.
      let (buffers, rule) = (buffers, rule)
      let halves = try Parallel.map(level, context) { (task) throws(ClusteringError) in
        try context.check()
        return buffers.halves(of: task, rule)
      }
      for (task, halves) in zip(level, halves) { add(halves, to: task.node) }
    }
    return rest
  }

  /// Divides every node, and arranges the points of those too small to be stored.
  mutating func growAll(_ context: RunContext) throws(ClusteringError) {
    while let task = pending.popLast() {
      guard task.range.count > PCATree.leafSize else {
        buffers.arrangeLeaf(task.range, task.moments, rule)
        continue
      }
      guard nodes[task.node].squaredError > 0 else { continue }
      if task.range.count > 4096 { try context.check() }
      add(buffers.halves(of: task, rule), to: task.node)
    }
  }

  private mutating func add(_ halves: (left: Task, right: Task), to node: Int) {
    var (left, right) = halves
    (left.node, right.node) = (nodes.count, nodes.count + 1)
    nodes[node].left = Int32(nodes.count)
    nodes.append(.of(left))
    nodes.append(.of(right))
    pending.append(right)
    pending.append(left)
  }

  /// Replaces tasks' nodes by the subtrees that other growths made of them.
  mutating func replaceNodes(of tasks: [Task], with growths: [PCATreeGrowth], threads: Int) {
    // The first node of a subtree is the task's own; the others follow those here.
    var starts = [nodes.count]
    for growth in growths { starts.append(starts[starts.count - 1] + growth.nodes.count - 1) }
    for ((task, growth), start) in zip(zip(tasks, growths), starts) {
      nodes[task.node] = growth.nodes[0].shifted(by: Int32(start - 1))
    }
    let (top, places) = (nodes, starts)
    nodes = [PCATree.Node](count: places[growths.count]) { all in
      // Each part writes a stretch of its own.
      nonisolated(unsafe) let all = all
      all.update(from: top, count: top.count)
      Parallel.forEach(parts: growths.count, threads: threads) { part in
        let (growth, start) = (growths[part], places[part])
        for i in 1..<max(1, growth.nodes.count) {
          all[start + i - 1] = growth.nodes[i].shifted(by: Int32(start - 1))
        }
      }
    }
  }

  /// Fills in the nodes' summaries, from the leaves up.
  mutating func summarise(idRanks: [UInt32]) {
    for i in nodes.indices.reversed() {
      let node = nodes[i]
      guard node.summary.isUnknown else { continue }
      if node.left >= 0 {
        let (left, right) = (nodes[Int(node.left)], nodes[Int(node.left) + 1])
        nodes[i].summary = left.summary.joined(with: right.summary, origin: node.origin)
      } else {
        nodes[i].summary = PCATree.Summary(
          of: buffers.points[node.range], origin: node.origin, idRanks: idRanks)
      }
    }
  }
}

extension PCATreeGrowth.Buffers {
  /// Divides a node; the places of its halves are not known yet.
  fileprivate func halves(
    of task: PCATreeGrowth.Task, _ rule: SplitRule
  ) -> (left: PCATreeGrowth.Task, right: PCATreeGrowth.Task) {
    let line = SplitLine(dividing: points[task.range], task.moments, rule)
    let (middle, moments) = arrange(task.range, by: line)
    let left = PCATreeGrowth.Task(
      node: 0, range: task.range.lowerBound..<middle, moments: moments, origin: task.origin)
    let right = PCATreeGrowth.Task(
      node: 0, range: middle..<task.range.upperBound, moments: task.moments - moments, origin: task.origin)
    return (left, right)
  }

  /// Arranges the points of a node too small to be stored as dividing it to the end would. It calls itself
  /// less often than the node has points.
  fileprivate func arrangeLeaf(_ range: Range<Int>, _ moments: Moments, _ rule: SplitRule) {
    let first = points[range.lowerBound]
    guard range.dropFirst().contains(where: { points[$0].x != first.x || points[$0].y != first.y }) else {
      return
    }
    let (middle, left) = arrange(range, by: SplitLine(dividing: points[range], moments, rule))
    arrangeLeaf(range.lowerBound..<middle, left, rule)
    arrangeLeaf(middle..<range.upperBound, moments - left, rule)
  }

  /// Puts the points left of a line before the others, either side in the order in which it was.
  ///
  /// - Returns: where the right side begins, and the sums over the left.
  @inline(__always)
  private func arrange(_ range: Range<Int>, by line: SplitLine) -> (middle: Int, left: Moments) {
    var left = Moments()
    let (lows, highs) = (points.baseAddress.unsafelyUnwrapped, scratch.baseAddress.unsafelyUnwrapped)
    var (low, high) = (range.lowerBound, range.lowerBound)
    for offset in range {
      // The side is as good as random: both take the point, and one keeps it, so that nothing is foreseen
      // wrongly.
      let point = lows[offset]
      let isLeft = line.isLeft(point) ? 1 : 0
      lows[low] = point
      highs[high] = point
      low &+= isLeft
      high &+= 1 &- isLeft
      left.add(x: point.x, y: point.y, times: isLeft)
    }
    (lows + low).update(from: highs + range.lowerBound, count: high - range.lowerBound)
    return (low, left)
  }
}

extension PCATree.Node {
  fileprivate static func of(_ task: PCATreeGrowth.Task) -> Self {
    PCATree.Node(range: task.range, origin: task.origin, squaredError: task.moments.squaredError)
  }

  fileprivate func shifted(by shift: Int32) -> Self {
    var node = self
    if left >= 0 { node.left += shift }
    return node
  }
}
