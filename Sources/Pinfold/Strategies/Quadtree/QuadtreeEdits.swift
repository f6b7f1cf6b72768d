/// Queries of edited points with the tree over the columns before the edits.
///
/// Cells without edits are served by their subtrees. For the others the bounds of the points are recomputed
/// from those of the tree's node, which removed points rarely touch, and the added points.
///
/// - Complexity: O(*e* + log *n*) for each visited cell with edits, where *e* is their number.
extension NodeCut {
  /// Gathers the nodes of each section that fit.
  mutating func walk(_ sections: [PointSection], _ delta: SequenceDelta) throws(ClusteringError) {
    try context.check()
    var root = 0
    for section in sections where section.mergeable {
      let kept = delta.kept(section.range)
      // Roots are in the order of their sections.
      while root < tree.nodes.count, Int(tree.nodes[root].points.upperBound) <= kept.lowerBound {
        root = Int(tree.nodes[root].end)
      }
      try visit(section.range, below: root, delta)
    }
  }

  /// Adds the clusters of a cell.
  ///
  /// - Parameter index: a node around the points that were not added, if there are more than a leaf holds.
  private mutating func visit(
    _ points: Range<Int>, below index: Int, _ delta: SequenceDelta
  ) throws(ClusteringError) {
    let kept = delta.kept(points)
    guard kept.count > capacity else {
      let box = cells.box(around: points)
      let relation = relation(of: box)
      if relation == .outside { return }
      return fits(box) ? add(points, relation) : divide(points)
    }
    // The smallest cell around points of the base that are more than a leaf holds is a node.
    let index = tree.smallestNode(around: kept, from: index)
    let node = tree.nodes[index]
    if let untouched = delta.untouched(points) {
      return try walk(index..<Int(node.end), shift: points.lowerBound - untouched.lowerBound)
    }
    // Bounds around the removed points contain the others too.
    var added = Box.empty
    for number in delta.parts(of: points).added {
      added.insert(x: Morton.x(cells.addedKey(number)), y: Morton.y(cells.addedKey(number)))
    }
    var box = node.box
    box.formUnion(added)
    let relation = relation(of: box)
    if relation == .outside { return }
    if !fits(box) {
      box = tree.box(of: index, without: delta, cells)
      box.formUnion(added)
    }
    if fits(box) { return add(points, relation) }
    try cells.forEachQuarter(of: cells.smallestCell(around: points)) {
      (quarter) throws(ClusteringError) in try visit(quarter.points, below: index, delta)
    }
  }
}

extension SequenceDelta {
  /// The range of the base from the first to the last element of a range of the result that was not added.
  fileprivate func kept(_ range: Range<Int>) -> Range<Int> {
    let first = range.lowerBound - addedCount(before: range.lowerBound)
    let last = range.upperBound - addedCount(before: range.upperBound)
    let start = baseIndex(ofKept: first)
    return first < last ? start..<baseIndex(ofKept: last - 1) + 1 : start..<start
  }
}

extension Quadtree {
  /// The index of the smallest node that holds some points.
  ///
  /// - Parameter index: a node that holds them.
  fileprivate func smallestNode(around points: Range<Int>, from index: Int) -> Int {
    var index = index
    var child = index + 1
    while child < nodes[index].end {
      if nodes[child].points.upperBound < points.upperBound {
        child = Int(nodes[child].end)
      } else if nodes[child].points.lowerBound <= points.lowerBound {
        index = child
        child = index + 1
      } else {
        break
      }
    }
    return index
  }

  /// The bounds of a node's points without those taken out.
  fileprivate func box(of index: Int, without delta: SequenceDelta, _ cells: MortonCells) -> Box {
    let node = nodes[index]
    let first = delta.removedCount(before: Int(node.points.lowerBound))
    let last = delta.removedCount(before: Int(node.points.upperBound))
    if last - first == node.points.count { return .empty }
    let touches = delta.removed[first..<last].contains { node.box.touches(cells.baseKey($0)) }
    // One remaining point of several coincident ones is enough.
    if !touches || node.box.extent == 0 { return node.box }
    var box = Box.empty
    var child = index + 1
    if child == node.end {
      var removed = delta.removed[first..<last]
      for point in node.points.lazy.map(Int.init) {
        if removed.first == point {
          removed.removeFirst()
        } else {
          box.insert(x: Morton.x(cells.baseKey(point)), y: Morton.y(cells.baseKey(point)))
        }
      }
    }
    while child < node.end {
      box.formUnion(self.box(of: child, without: delta, cells))
      child = Int(nodes[child].end)
    }
    return box
  }
}

extension Box {
  /// Whether a position, inside or on it, lies on the border.
  fileprivate func touches(_ key: UInt64) -> Bool {
    let (x, y) = (Morton.x(key), Morton.y(key))
    return x == west || x == east || y == north || y == south
  }
}
