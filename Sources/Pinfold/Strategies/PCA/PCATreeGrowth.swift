/// The growing of trees: divides nodes and arranges their points until nothing is left to divide.
///
/// It works through a list of tasks rather than by calling itself, so no tree is too deep for it.
struct PCATreeGrowth {
  /// A node that is yet to be divided.
  struct Task {
    /// Where the node is in ``nodes``; nil where it is too small to be stored.
    var node: Int?

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

  /// Prepares to grow trees from roots.
  init(from roots: [PointOrder.Cut], in buffers: Buffers, rule: SplitRule) {
    self.buffers = buffers
    self.rule = rule
    for root in roots {
      addRoot(Task(range: root.range, moments: Moments(of: buffers.points[root.range]), origin: root.west))
    }
  }

  /// Prepares to go on with a node that another growth left.
  init(from task: Task, in buffers: Buffers, rule: SplitRule) {
    self.buffers = buffers
    self.rule = rule
    addRoot(task)
  }

  private mutating func addRoot(_ task: Task) {
    var task = task
    task.node = nodes.count
    nodes.append(
      PCATree.Node(range: task.range, origin: task.origin, squaredError: task.moments.squaredError))
    pending.append(task)
  }

  /// Divides every node of more than `size` points; returns the others.
  mutating func grow(downTo size: Int, context: RunContext) throws(ClusteringError) -> [Task] {
    var rest: [Task] = []
    while let task = pending.popLast() {
      if task.range.count <= size {
        rest.append(task)
      } else if task.moments.isSpread {
        if task.range.count > 4096 { try context.check() }
        divide(task)
      }
    }
    return rest
  }

  private mutating func divide(_ task: Task) {
    let line = SplitLine(dividing: buffers.points[task.range], task.moments, rule)
    let (middle, moments) = arrange(task.range, by: line)
    var left = Task(range: task.range.lowerBound..<middle, moments: moments, origin: task.origin)
    var right = Task(
      range: middle..<task.range.upperBound, moments: task.moments - moments, origin: task.origin)
    if let node = task.node, task.range.count > PCATree.leafSize {
      nodes[node].left = Int32(nodes.count)
      left.node = nodes.count
      right.node = nodes.count + 1
      for half in [left, right] {
        nodes.append(
          PCATree.Node(range: half.range, origin: half.origin, squaredError: half.moments.squaredError))
      }
    }
    pending.append(right)
    pending.append(left)
  }

  /// Puts the points left of a line before the others, either side in the order in which it was.
  ///
  /// - Returns: where the right side begins, and the sums over the left.
  private func arrange(_ range: Range<Int>, by line: SplitLine) -> (middle: Int, left: Moments) {
    var left = Moments()
    var middle = range.lowerBound
    var right = 0
    for offset in range {
      let point = buffers.points[offset]
      if line.isLeft(point) {
        left.add(x: point.x, y: point.y)
        buffers.points[middle] = point
        middle += 1
      } else {
        buffers.scratch[range.lowerBound + right] = point
        right += 1
      }
    }
    for offset in 0..<right { buffers.points[middle + offset] = buffers.scratch[range.lowerBound + offset] }
    return (middle, left)
  }

  /// Replaces a task's node by the subtree that another growth made of it.
  mutating func replaceNode(of task: Task, with growth: PCATreeGrowth) {
    guard let node = task.node else { return }
    // The first node is the task's own; the others follow those here.
    let shift = Int32(nodes.count - 1)
    nodes[node] = growth.nodes[0].shifted(by: shift)
    nodes.append(contentsOf: growth.nodes.dropFirst().lazy.map { $0.shifted(by: shift) })
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

extension PCATree.Node {
  fileprivate func shifted(by shift: Int32) -> Self {
    var node = self
    if left >= 0 { node.left += shift }
    return node
  }
}
