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

  /// Siblings that a search is yet to look at.
  private struct Siblings: BitwiseCopyable {
    /// The index of the next one, and the end of the last one's subtree.
    let index: UInt32
    let end: UInt32

    /// Whether they are all inside the rectangle.
    let areInside: Bool
  }

  /// So many siblings that were looked at are kept behind those that were not.
  private static let mostPassed = 1 << 12

  /// Calls `body` with the index of each node that is a cluster at a time and has a member in a rectangle, in
  /// any order.
  ///
  /// It looks at one sibling of each family in turn: where the next one is stands in the one before, so that
  /// a single walk would wait for memory at every step, and these waits go on at the same time.
  ///
  /// - Parameter time: earlier than ``never``.
  /// - Complexity: O(*v*), where *v* is the number of nodes whose boxes touch the rectangle and that were
  ///   formed later, or have a box that lies across its edge.
  @inline(__always)
  func forEachNode<Failure: Error>(
    at time: Int32, in rect: WorldRect, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    if nodes.isEmpty { return }
    var queue = GrowingBuffer<Siblings>(capacity: 1 << 10)
    queue.append(Siblings(index: 0, end: UInt32(nodes.count), areInside: false))
    var number = 0
    while number < queue.count {
      let family = queue[number]
      number &+= 1
      if number == Self.mostPassed {
        queue.drop(0..<number)
        number = 0
      }
      let index = Int(family.index)
      let node = nodes[index]
      if node.next < family.end {
        queue.append(Siblings(index: node.next, end: family.end, areInside: family.areInside))
      }
      let relation = family.areInside ? .inside : rect.relation(to: node.box)
      if relation == .outside { continue }
      if node.time > time {
        queue.append(Siblings(index: family.index &+ 1, end: node.next, areInside: relation == .inside))
      } else if relation == .inside || holdsPoint(index, in: rect) {
        try body(index)
      }
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
      case .across:
        if rect.holdsEdge(of: nodes[index].box) { return true }
        // Never a leaf: its points are coincident.
        index += 1
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
  /// It is bound by the nodes that a search along this tree has to look at. For a hundred markers of a
  /// million points spread evenly they are 290: those found, 80 that were formed later, and 105 beside these
  /// that are out of view. A bare loop takes 1.8 to 2.6 ns for each that lies in the cache. Where none does
  /// it takes 35 to 41, which is most of what a view takes for the first time. To sort takes 4.6 to 5.6 ns
  /// for each marker.
  ///
  /// - Parameter size: the size on the screen that they were made with; nil for none.
  /// - Complexity: O(*v* + *c*), where *v* is the number of nodes visited, as in
  ///   ``forEachNode(at:in:_:)``, and *c* that of clusters found.
  func grouping(
    at time: Int32, in rect: WorldRect, size: Double? = nil, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    try context.check()
    var found = GrowingBuffer<UInt64>()
    try forEachNode(at: time, in: rect) { (node) throws(ClusteringError) in
      if found.count & 0xFFF == 0xFFF { try context.check() }
      found.append(UInt64(node))
    }
    for number in 0..<found.count {
      found[number] |= UInt64(order.index(at: Int(nodes[Int(found[number])].start))) << 32
    }
    found.sortByUpperHalf()
    return Grouping(
      order: order,
      ranges: (0..<found.count).map { nodes[Int(UInt32(truncatingIfNeeded: found[$0]))].range },
      effectiveSize: size)
  }
}
