/// The history of an agglomeration: which clusters merged into which, and when.
///
/// A node is a cluster from the time at which it was formed until its parent is. Its leaves are single points
/// or stacks. So at any time the clusters are a cut through the dendrogram: the nodes formed by then whose
/// parents were not.
///
/// Nodes are stored in preorder, and each knows where its subtree ends, so a walk is one loop: on to the next
/// node to go deeper, or on to the subtree's end to pass it over. The children of a node are in the canonical
/// order of their first members. A node's points are a range of one order. Where a node has many children,
/// and above the roots, there are nodes that were never formed: they only hold a few neighbours together, so
/// that a query can pass them over at once.
struct Dendrogram: Sendable {
  /// A cluster, or a node that was never formed.
  struct Node: BitwiseCopyable, Sendable {
    /// The range of its points in the dendrogram's order.
    var start: UInt32
    var end: UInt32

    /// The index of the first node after this one's subtree.
    var next: UInt32

    /// When it was formed; no later than its parent.
    var time: Int32

    /// A box around its points.
    var box: Box

    /// The range of its points in the dendrogram's order.
    var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// The time of leaves, which are there from the start.
  static let beginning = Int32.min

  /// The time of nodes that were never formed; no query asks for it.
  static let never = Int32.max

  /// Every node, each before its children.
  let nodes: FrozenColumn<Node>

  /// The points, from the first leaf to the last.
  let order: PointOrder

  /// The dendrogram of no points.
  static func empty(of points: PointSet) -> Self {
    let scratch = Scratch()
    return Self(
      nodes: FrozenColumn(scratch.allocate(0), count: 0, in: scratch), order: points.order([], cuts: []))
  }

  /// The memory that the dendrogram takes, in bytes.
  var byteCount: Int { nodes.count * MemoryLayout<Node>.stride + order.byteCount }

  /// Calls `body` with the index of each node that is a cluster at a time and has a member in a rectangle.
  ///
  /// - Parameter time: earlier than ``never``.
  /// - Complexity: O(*v*), where *v* is the number of nodes whose boxes touch the rectangle and that were
  ///   formed later, or have a box that lies across its edge.
  @inline(__always)
  func forEachNode<Failure: Error>(
    at time: Int32, in rect: WorldRect, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    var index = 0
    // What lies before it is in a box all inside, so no box there needs a look.
    var end = 0
    while index < nodes.count {
      let node = nodes[index]
      let relation = index < end ? .inside : rect.relation(to: node.box)
      if relation != .outside {
        if node.time > time {
          if relation == .inside { end = max(end, Int(node.next)) }
          index += 1
          continue
        }
        if relation == .inside || holdsPoint(index, in: rect) { try body(index) }
      }
      index = Int(node.next)
    }
  }

  /// Calls `body` with the index of each node that is a cluster at a time and whose box is wanted; so are the
  /// boxes around it.
  ///
  /// - Parameter subtree: what to look through, from the index of a node to the end of its subtree; nil for
  ///   all.
  func forEachNode<Failure: Error>(
    at time: Int32, in subtree: Range<Int>? = nil, where isWanted: (Box) -> Bool,
    _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    var index = subtree?.lowerBound ?? 0
    let end = subtree?.upperBound ?? nodes.count
    while index < end {
      let node = nodes[index]
      if isWanted(node.box) {
        if node.time > time {
          index += 1
          continue
        }
        try body(index)
      }
      index = Int(node.next)
    }
  }

  /// Whether a rectangle holds a point of a node.
  func holdsPoint(_ node: Int, in rect: WorldRect) -> Bool {
    var index = node
    while index < Int(nodes[node].next) {
      switch rect.relation(to: nodes[index].box) {
      case .outside: index = Int(nodes[index].next)
      case .inside: return true
      // Never a leaf: its points are coincident.
      case .across: index += 1
      }
    }
    return false
  }

  /// Calls `body` with the index of each child of a node, in the canonical order of their first members.
  func forEachChild(of node: Int, _ body: (Int) -> Void) {
    var index = node + 1
    while index < Int(nodes[node].next) {
      if nodes[index].time == Self.never {
        index += 1
      } else {
        body(index)
        index = Int(nodes[index].next)
      }
    }
  }

  /// Whether a node is a leaf: a point or a stack.
  func isLeaf(_ node: Int) -> Bool { nodes[node].time == Self.beginning }

  /// The clusters at a time that have a member in a rectangle, in canonical order.
  ///
  /// The walk is half of the time of a frame, and two thirds of that are waits for nodes to come from memory.
  ///
  /// - Complexity: O(*v* + *c* log *c*), where *v* is the number of nodes visited, as in
  ///   ``forEachNode(at:in:_:)``, and *c* that of clusters found.
  func grouping(at time: Int32, in rect: WorldRect, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    var found = GrowingBuffer<UInt64>()
    try forEachNode(at: time, in: rect) { (node) throws(ClusteringError) in
      if found.count & 0xFFF == 0xFFF { try context.check() }
      found.append(UInt64(node))
    }
    for number in 0..<found.count {
      found[number] |= UInt64(order.index(at: Int(nodes[Int(found[number])].start))) << 32
    }
    found.sort()
    return Grouping(
      order: order,
      ranges: [Range<Int>](count: found.count) { ranges in
        for number in 0..<found.count {
          (ranges + number).initialize(to: nodes[Int(UInt32(truncatingIfNeeded: found[number]))].range)
        }
      })
  }
}
