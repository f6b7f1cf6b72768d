/// Trees that a search descends: complete, or built as far as searches needed.
protocol PCANodes {
  /// The root of each mergeable section's tree.
  var roots: [PCATree.Node] { get }

  /// The halves of a node; nil for a point or a stack, which have none.
  func halves(
    of node: PCATree.Node, _ context: RunContext
  ) throws(ClusteringError) -> (left: PCATree.Node, right: PCATree.Node)?

  /// The node at a place that ``PCATree/Node/left`` names.
  func node(at place: UInt32) -> PCATree.Node

  /// Whether a rectangle holds a point of a range of the trees' order, which is that of a node.
  func holdsPoint(of range: Range<Int>, in rect: WorldRect) -> Bool
}

/// One query of trees: the nodes that cover what is in view, refined from the roots.
struct PCASearch<Nodes: PCANodes> {
  private let tree: Nodes
  private let rect: WorldRect

  /// The places of nodes to look at; empty but while one is looked for.
  private var pending: [UInt32] = []

  init(_ tree: Nodes, in rect: WorldRect) { (self.tree, self.rect) = (tree, rect) }

  /// Divides the node of the largest squared error, again and again, passing over those whose halves would be
  /// too many.
  ///
  /// - Parameter budget: the most nodes found, unless more roots than that are in view.
  mutating func bestFirst(_ budget: Int, _ context: RunContext) throws(ClusteringError) -> [PCATree.Node] {
    let roots = tree.roots.filter { isInView($0) }
    var open = Heap<PCATree.Node>()
    for root in roots { open.push(root) }
    var count = roots.count
    let budget = max(budget, count)
    var done: [PCATree.Node] = []
    var steps = 0
    while let node = open.popMax() {
      if steps.isMultiple(of: 256) { try context.check() }
      steps += 1
      // Both halves of a node inside are in view.
      if count >= budget, rect.relation(to: node.summary.bounds) == .inside {
        done.append(node)
        continue
      }
      guard let halves = try tree.halves(of: node, context) else {
        done.append(node)
        continue
      }
      let visible = (left: isInView(halves.left), right: isInView(halves.right))
      // The node itself is in view, so at least one half is.
      if visible.left && visible.right {
        guard count < budget else {
          done.append(node)
          continue
        }
        count += 1
      }
      if visible.left { open.push(halves.left) }
      if visible.right { open.push(halves.right) }
    }
    return done
  }

  /// Divides all nodes of a level at once, as long as the next level is not too many.
  mutating func breadthFirst(_ budget: Int, _ context: RunContext) throws(ClusteringError) -> [PCATree.Node] {
    try context.check()
    var done: [PCATree.Node] = []
    var level = tree.roots.filter { isInView($0) }
    let budget = max(budget, level.count)
    var steps = 0
    while !level.isEmpty {
      var finished: [PCATree.Node] = []
      var next: [PCATree.Node] = []
      for node in level {
        if steps.isMultiple(of: 256) { try context.check() }
        steps += 1
        if let halves = try tree.halves(of: node, context) {
          if isInView(halves.left) { next.append(halves.left) }
          if isInView(halves.right) { next.append(halves.right) }
        } else {
          finished.append(node)
        }
        if done.count + finished.count + next.count > budget { return done + level }
      }
      done += finished
      level = next
    }
    return done
  }

  /// Whether the view holds a point of a node.
  private mutating func isInView(_ node: PCATree.Node) -> Bool {
    defer { pending.removeAll(keepingCapacity: true) }
    var node = node
    while true {
      switch rect.relation(to: node.summary.bounds) {
      case .outside: break
      case .inside: return true
      case .across:
        if rect.holdsEdge(of: node.summary.bounds) { return true }
        if node.left > 0 {
          pending.append(node.left)
          pending.append(node.left + 1)
        } else if tree.holdsPoint(of: node.range, in: rect) {
          return true
        }
      }
      guard let next = pending.popLast() else { return false }
      node = tree.node(at: next)
    }
  }
}
