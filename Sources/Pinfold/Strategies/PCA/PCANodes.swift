/// The nodes of trees that a search goes down in: trees built to the end, or as far as searches have asked.
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

extension PCANodes {
  /// Whether a rectangle holds a point of a node.
  ///
  /// - Parameter pending: scratch space; empty before and after.
  func holdsPoint(_ node: PCATree.Node, in rect: WorldRect, pending: inout [UInt32]) -> Bool {
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
        } else if holdsPoint(of: node.range, in: rect) {
          return true
        }
      }
      guard let next = pending.popLast() else { return false }
      node = self.node(at: next)
    }
  }
}
