/// One query of a tree: the nodes that cover what is in view, refined from the roots.
struct PCASearch<Nodes: PCANodes> {
  private let tree: Nodes
  private let rect: WorldRect
  private let budget: Int
  private let roots: [PCATree.Node]
  private var pending: [UInt32] = []

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - rect: the view.
  ///   - budget: the most nodes that it will find, unless more roots than that are in view.
  init(tree: Nodes, rect: WorldRect, budget: Int) {
    self.tree = tree
    self.rect = rect
    var pending: [UInt32] = []
    roots = tree.roots.filter { tree.holdsPoint($0, in: rect, pending: &pending) }
    self.budget = max(budget, roots.count)
  }

  /// A node that may be divided; the greatest is to be divided first.
  private struct Candidate: Comparable {
    let node: PCATree.Node

    static func == (a: Candidate, b: Candidate) -> Bool {
      a.node.summary.lowestRank == b.node.summary.lowestRank
    }

    static func < (a: Candidate, b: Candidate) -> Bool {
      if a.node.squaredError != b.node.squaredError { return a.node.squaredError < b.node.squaredError }
      return a.node.summary.lowestRank > b.node.summary.lowestRank
    }
  }

  /// Divides the node of the largest squared error, again and again, passing over those whose halves would be
  /// too many.
  mutating func bestFirst(_ context: RunContext) throws(ClusteringError) -> [PCATree.Node] {
    var open = Heap<Candidate>()
    for root in roots { open.push(Candidate(node: root)) }
    var count = roots.count
    var done: [PCATree.Node] = []
    var steps = 0
    while let node = open.popMax()?.node {
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
      if visible.left { open.push(Candidate(node: halves.left)) }
      if visible.right { open.push(Candidate(node: halves.right)) }
    }
    return done
  }

  /// Divides all nodes of a level at once, as long as the next level is not too many.
  mutating func breadthFirst(_ context: RunContext) throws(ClusteringError) -> [PCATree.Node] {
    try context.check()
    var done: [PCATree.Node] = []
    var level = roots
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

  private mutating func isInView(_ node: PCATree.Node) -> Bool {
    tree.holdsPoint(node, in: rect, pending: &pending)
  }
}
