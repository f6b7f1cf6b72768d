/// A bucket quadtree over the mergeable points of a set: the Morton cells that branch, with the bounds of
/// their points.
///
/// Only leaves hold points, so the tree does not depend on the order of insertion. It is compressed: a cell
/// whose points all lie in one quarter has no node of its own. A leaf holds at most `capacity` points, or
/// coincident ones, so depth is at most 32. No node's bounds cross the meridian at which the circle of x is
/// cut, so they are plain intervals of coordinates moved by the grid phase.
///
/// Nodes are stored in preorder, which is canonical order. Each stores the end of its subtree, so a walk is
/// one loop: advance by one to descend, or to the subtree's end to skip it.
///
/// Source: R. A. Finkel, J. L. Bentley, "Quad trees: a data structure for retrieval on composite keys", Acta
/// Informatica 4, 1974; buckets and compression after H. Samet, "The design and analysis of spatial data
/// structures", 1990.
struct Quadtree: Sendable {
  /// A cell that branches, or a leaf.
  struct Node: Sendable {
    /// The points, by canonical index.
    var points: Range<UInt32>

    /// The bounds of the points.
    var box: Box

    /// The index of the first node after this one's subtree.
    var end: UInt32
  }

  /// The nodes of every mergeable section, one section after the other, each in preorder.
  private(set) var nodes: [Node] = []

  /// Builds the tree.
  ///
  /// - Parameter capacity: the most points that a leaf holds unless they are coincident.
  /// - Complexity: O(*n* + *m* log *n*), where *n* is the number of points and *m* that of nodes.
  init(over points: PointSet, capacity: Int, context: RunContext) throws(ClusteringError) {
    try points.forEachSection(mergeable: true) { (section, cells) throws(ClusteringError) in
      try add(section.range, cells, capacity: capacity, context)
    }
  }

  /// Adds the subtree of a range of points, all of one section.
  private mutating func add(
    _ points: Range<Int>, _ cells: MortonCells, capacity: Int, _ context: RunContext
  ) throws(ClusteringError) {
    if nodes.count & 0xFFF == 0 { try context.check() }
    let index = nodes.count
    let cell = cells.smallestCell(around: points)
    nodes.append(
      Node(points: UInt32(points.lowerBound)..<UInt32(points.upperBound), box: .empty, end: UInt32(index + 1))
    )
    if points.count <= capacity || cell.level == 32 {
      nodes[index].box = cells.box(around: points)
      return
    }
    var child = nodes.count
    try cells.forEachQuarter(of: cell) { (quarter) throws(ClusteringError) in
      try add(quarter.points, cells, capacity: capacity, context)
    }
    nodes[index].end = UInt32(nodes.count)
    while child < nodes.count {
      nodes[index].box.formUnion(nodes[child].box)
      child = Int(nodes[child].end)
    }
  }

  var byteCount: Int { nodes.count * MemoryLayout<Node>.stride }
}

extension MortonCells {
  /// The bounds of a range of points. O(*m*), where *m* is their number, or O(1) if they are coincident.
  func box(around points: Range<Int>) -> Box {
    var box = Box.empty
    let first = key(at: points.lowerBound)
    box.insert(x: Morton.x(first), y: Morton.y(first))
    if points.count == 1 || first == key(at: points.upperBound - 1) { return box }
    for index in points.dropFirst() {
      let key = key(at: index)
      box.insert(x: Morton.x(key), y: Morton.y(key))
    }
    return box
  }
}
