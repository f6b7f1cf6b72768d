// From points to the clusters of a view. Each word in quotes is explained by the type or function beside it:
//
//   for each section, make its points or stacks "leaves"            MergedClusters, DendrogramBuilder
//   for each "level", the deepest first, "merge" some nodes         RadiusMerging, SeparateMerging
//   hang each node under the cluster that it is a "child" of        MergeTree
//   write nodes top down, siblings side by side,                    DendrogramLayout
//     many siblings in groups that were "never" formed;
//     order points as the leaves are, and sum along that order
//   for a view
//     find the "time" of its zoom                                   DendrogramIndex.time(at:)
//     go down from the top to nodes formed by then, near the view   forEachNode(at:in:_:)
//     list these in the canonical order of their first points       grouping(at:in:)
//   for an edit of the points, merge again what it changes          DendrogramEdit

/// The history of an agglomeration: which clusters merged into which, and when.
///
/// A node is a cluster from the time at which it was formed until its parent is. Its leaves are single points
/// or stacks. So at any time the clusters are a cut through the dendrogram: the nodes formed by then whose
/// parents were not.
///
/// The children of a node are stored side by side, in the canonical order of their first members, so that a
/// query touches two or three cache lines. A node stores where they start; the last child ends with the
/// node's last point, because the points of a node are one range of the order. Nodes with many children, and
/// the roots, are grouped under nodes marked as never formed, so that a query can skip whole groups.
struct Dendrogram: Sendable {
  /// A cluster, or a node that was never formed.
  struct Node: BitwiseCopyable, Sendable {
    /// The range of its points in the dendrogram's order.
    var start: UInt32
    var end: UInt32

    /// The index of its first child; 0 for a leaf, which has none.
    var children: UInt32

    /// When it was formed; no later than its parent.
    var time: Int32
    var box: Box

    var range: Range<Int> { Int(start)..<Int(end) }
    var count: Int { Int(end - start) }
  }

  /// The time of leaves.
  static let beginning = Int32.min

  /// The time of nodes that never form. No query uses it.
  static let never = Int32.max

  /// Every node, each before its children.
  let nodes: FrozenColumn<Node>

  /// The points, from the first leaf to the last.
  let order: PointOrder

  static func empty(of points: PointSet) -> Self {
    let scratch = Scratch()
    return Self(
      nodes: FrozenColumn(scratch.column(0), in: scratch), order: points.order([], cuts: []))
  }

  var byteCount: Int { nodes.count * MemoryLayout<Node>.stride + order.byteCount }

  /// A node whose children a search is yet to look at, and whether it is all inside the rectangle.
  private struct Opened: BitwiseCopyable {
    let index: UInt32
    let isInside: Bool
  }

  /// The most nodes that a search keeps after it looked at their children.
  private static let mostPassed = 1 << 12

  /// Calls `body` with the index of each node that is a cluster at a time and whose box intersects a
  /// rectangle, or whose mean may lie in it. The order is unspecified. The flag is true if the box lies
  /// entirely inside.
  ///
  /// Descends level by level: the children of different nodes lie far apart in memory, so their cache misses
  /// overlap.
  ///
  /// - Parameter time: earlier than ``never``.
  /// - Complexity: O(*v*), where *v* is the number of nodes whose boxes touch the rectangle and that were
  ///   formed later, or have a box that lies across its edge.
  @inline(__always)
  func forEachNode<Failure: Error>(
    at time: Int32, in rect: WorldRect, _ body: (_ index: Int, _ isInside: Bool) throws(Failure) -> Void
  ) throws(Failure) {
    if nodes.isEmpty { return }
    var queue = GrowingBuffer<Opened>(capacity: 1 << 7)
    queue.append(Opened(index: 0, isInside: false))
    var number = 0
    while number < queue.count {
      let opened = queue[number]
      number &+= 1
      if number == Self.mostPassed {
        queue.drop(0..<number)
        number = 0
      }
      let parent = nodes[Int(opened.index)]
      var index = Int(parent.children)
      while true {
        let node = nodes[index]
        var relation = opened.isInside ? .inside : rect.relation(to: node.box)
        if relation == .outside && node.box.width >= 1 << 31 && node.box.mayHoldMean(in: rect) {
          relation = .across
        }
        if relation != .outside {
          if node.time > time {
            fetchChildren(of: index)
            queue.append(
              Opened(index: UInt32(truncatingIfNeeded: index), isInside: relation == .inside))
          } else {
            try body(index, relation == .inside)
          }
        }
        if node.end == parent.end { break }
        index &+= 1
      }
    }
  }

  /// Returns whether a rectangle contains a point of a node.
  func holdsPoint(_ node: Int, in rect: WorldRect) -> Bool {
    // Iterative: plugin hierarchies may be arbitrarily deep.
    var opened = GrowingBuffer<UInt32>(capacity: 1 << 7)
    opened.append(UInt32(node))
    while opened.count > 0 {
      let index = Int(opened.removeLast())
      switch rect.relation(to: nodes[index].box) {
      case .outside: continue
      case .inside: return true
      case .across:
        if rect.holdsEdge(of: nodes[index].box) { return true }
        for part in parts(of: index) { opened.append(UInt32(part)) }
      }
    }
    return false
  }

  @inline(__always)
  func fetchChildren(of node: Int) { nodes.prefetch(Int(nodes[node].children)) }

  /// The indices of what is directly under a node, clusters or nodes that were never formed; none under a
  /// leaf.
  func parts(of node: Int) -> Range<Int> {
    let (first, end) = (Int(nodes[node].children), nodes[node].end)
    if first == 0 { return 0..<0 }
    var last = first
    while nodes[last].end != end { last += 1 }
    return first..<last + 1
  }

  /// Calls `body` with the index of each child of a node, in the canonical order of their first members.
  func forEachChild(of node: Int, _ body: (Int) -> Void) {
    for part in parts(of: node) {
      if nodes[part].time == Self.never { forEachChild(of: part, body) } else { body(part) }
    }
  }

  func isLeaf(_ node: Int) -> Bool { nodes[node].time == Self.beginning }

  /// The clusters at a time that have a member in a rectangle, or may have their mean there, in canonical
  /// order.
  ///
  /// Bound by cache misses on the nodes visited, so what is read next is prefetched.
  ///
  /// - Complexity: O(*v* + *c*), where *v* is the number of nodes visited, as in
  ///   ``forEachNode(at:in:_:)``, and *c* that of clusters found.
  func grouping(
    at time: Int32, in rect: WorldRect, size: Double? = nil, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    var candidates: Set<UInt32> = []
    let found = try clusters(at: time, in: rect, context) { node, isInside in
      if !isInside, !holdsPoint(node, in: rect) { candidates.insert(UInt32(node)) }
    }
    var (ranges, stackMembers): ([Range<Int>], [Int32]) = ([], [])
    ranges.reserveCapacity(found.count)
    stackMembers.reserveCapacity(found.count)
    for number in 0..<found.count {
      let node = nodes[Int(UInt32(truncatingIfNeeded: found[number]))]
      ranges.append(node.range)
      stackMembers.append(node.box.isPosition ? Int32(found[number] >> 32) : -1)
    }
    var grouping = Grouping(order: order, ranges: ranges, stackMembers: stackMembers, effectiveSize: size)
    if !candidates.isEmpty {
      grouping.candidates = (0..<found.count).filter {
        candidates.contains(UInt32(truncatingIfNeeded: found[$0]))
      }
    }
    return grouping
  }

  /// The clusters at a time near a rectangle, in canonical order: their nodes in the lower halves, and the
  /// canonical indices of their first members in the upper ones.
  ///
  /// - Parameter body: as that of ``forEachNode(at:in:_:)``.
  @inline(__always)
  func clusters(
    at time: Int32, in rect: WorldRect, _ context: RunContext,
    _ body: (_ index: Int, _ isInside: Bool) -> Void
  ) throws(ClusteringError) -> GrowingBuffer<UInt64> {
    try context.check()
    var found = GrowingBuffer<UInt64>(capacity: 1 << 7)
    try forEachNode(at: time, in: rect) { (node, isInside) throws(ClusteringError) in
      if found.count & 0xFFF == 0xFFF { try context.check() }
      order.fetch(nodes[node].range)
      found.append(UInt64(node))
      body(node, isInside)
    }
    for number in 0..<found.count {
      found[number] |= UInt64(order.index(at: Int(nodes[Int(found[number])].start))) << 32
    }
    found.sortByUpperHalf()
    return found
  }
}
