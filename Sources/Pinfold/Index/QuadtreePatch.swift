/// What edits have changed of a bucket quadtree: nodes of its own where a cell's points were edited, and whole subtrees
/// of the tree elsewhere.
///
/// A node is a dyadic cell and the bounds of its points, so the cells that hold no edit have the nodes they had, with
/// their points some places on.
///
/// - Complexity: O(*d* · (log *n* + `capacity`)) to make, where *d* is the number of edits.
struct QuadtreePatch: Sendable {
  /// Nodes in preorder, points by canonical index of the edited set.
  private(set) var nodes: [Quadtree.Node] = []

  /// For each node the place in the tree of the subtree that it stands for; nil for a node of its own.
  private(set) var subtrees: [Int?] = []

  /// Patches a tree.
  ///
  /// - Parameters:
  ///   - tree: the tree over the columns that the points were edited from.
  ///   - splice: the edits of their canonical order.
  init(
    of tree: Quadtree, over points: PointSet, _ splice: Splice, capacity: Int, context: RunContext
  ) throws(ClusteringError) {
    var places = 0..<tree.nodes.count
    try points.forEachSection(mergeable: true) { (section, cells) throws(ClusteringError) in
      let run = Run(tree: tree, cells: cells, splice: splice, capacity: capacity, context: context)
      try add(section.range, within: &places, run)
    }
  }

  private struct Run {
    let tree: Quadtree
    let cells: DyadicCells
    let splice: Splice
    let capacity: Int
    let context: RunContext
  }

  /// Adds the subtree of some points.
  ///
  /// - Parameter places: siblings of the tree in canonical order, amongst which or below which the nodes of these points
  ///   are; those before them are dropped.
  private mutating func add(
    _ points: Range<Int>, within places: inout Range<Int>, _ run: Run
  ) throws(ClusteringError) {
    if nodes.count & 0xFFF == 0 { try run.context.check() }
    let place = nodes.count
    let untouched = points.count > run.capacity ? run.splice.untouched(points) : nil
    nodes.append(
      Quadtree.Node(
        points: UInt32(points.lowerBound)..<UInt32(points.upperBound), box: .empty, end: UInt32(place + 1)))
    if let untouched, let subtree = run.tree.place(of: untouched, within: &places) {
      nodes[place].box = run.tree.nodes[subtree].box
      subtrees.append(subtree)
      return
    }
    subtrees.append(nil)
    let cell = run.cells.smallestCell(around: points)
    if points.count <= run.capacity || cell.level == 32 {
      nodes[place].box = run.cells.box(around: points)
      return
    }
    var below = run.tree.siblings(around: run.splice.parts(of: points).base, within: &places)
    try run.cells.forEachQuarter(of: cell) { (quarter) throws(ClusteringError) in
      try add(quarter.points, within: &below, run)
    }
    nodes[place].end = UInt32(nodes.count)
    var child = place + 1
    while child < nodes.count {
      nodes[place].box.formUnion(nodes[child].box)
      child = Int(nodes[child].end)
    }
  }

  /// The memory that the patch takes, in bytes.
  var byteCount: Int {
    nodes.count * (MemoryLayout<Quadtree.Node>.stride + MemoryLayout<Int?>.stride)
  }
}

extension Quadtree {
  /// The place of the node that holds exactly some points; nil where there is none.
  ///
  /// - Parameter places: siblings in canonical order, with their subtrees; those before the points are dropped.
  fileprivate func place(of points: Range<Int>, within places: inout Range<Int>) -> Int? {
    guard var place = sibling(around: points, within: &places) else { return nil }
    while nodes[place].points.count > points.count {
      var below = place + 1..<Int(nodes[place].end)
      guard let child = sibling(around: points, within: &below) else { return nil }
      place = child
    }
    return nodes[place].points == UInt32(points.lowerBound)..<UInt32(points.upperBound) ? place : nil
  }

  /// The node that holds exactly some points, or else the children of the smallest that holds more, or the siblings where
  /// none does.
  fileprivate func siblings(around points: Range<Int>, within places: inout Range<Int>) -> Range<Int> {
    var siblings = places
    var isOutermost = true
    while true {
      var rest = siblings
      let place = sibling(around: points, within: &rest)
      if isOutermost { places = rest }
      guard let place else { return siblings }
      let end = Int(nodes[place].end)
      if nodes[place].points.count == points.count { return place..<end }
      siblings = place + 1..<end
      isOutermost = false
    }
  }

  /// The sibling that holds all of some points.
  private func sibling(around points: Range<Int>, within places: inout Range<Int>) -> Int? {
    while let place = places.first, Int(nodes[place].points.upperBound) <= points.lowerBound {
      places = Int(nodes[place].end)..<places.upperBound
    }
    guard let place = places.first, nodes[place].points.lowerBound <= points.lowerBound,
      nodes[place].points.upperBound >= points.upperBound
    else { return nil }
    return place
  }
}
