extension EditedDendrogram {
  /// Calls `body` once with each node that is a cluster at a time and whose mean may lie in one of some
  /// rectangles.
  func forEachNode(at time: Int32, near rects: [WorldRect], _ body: (Place) -> Void) {
    var search = WindowSearch(dendrogram: self, time: time, rects: rects)
    search.visit(root, from: 0, rects.indices, body)
  }
}

/// A walk for many rectangles at once, each left behind where a node's box does not meet it.
private struct WindowSearch {
  let dendrogram: EditedDendrogram
  let time: Int32

  /// Those that the box of a node meets come after those of the node above.
  var rects: [WorldRect]

  mutating func visit(
    _ graft: EditedDendrogram.Graft, from start: Int, _ wanted: Range<Int>,
    _ body: (EditedDendrogram.Place) -> Void
  ) {
    for (number, child) in graft.children.enumerated() {
      let start = start + graft.start(ofChild: number)
      switch child.branch {
      case .graft(let graft):
        if graft.time <= time {
          if meetsOne(of: wanted, graft.box) {
            body(EditedDendrogram.Place(branch: child.branch, start: start))
          }
        } else {
          let inner = narrowed(wanted, to: graft.box)
          if !inner.isEmpty { visit(graft, from: start, inner, body) }
          rects.removeLast(inner.count)
        }
      case .base(let node):
        visit(node, shift: start - dendrogram.base.nodes[node].range.lowerBound, wanted, body)
      }
    }
  }

  private mutating func visit(
    _ index: Int, shift: Int, _ wanted: Range<Int>, _ body: (EditedDendrogram.Place) -> Void
  ) {
    let node = dendrogram.base.nodes[index]
    if node.time <= time {
      if meetsOne(of: wanted, node.box) {
        body(EditedDendrogram.Place(branch: .base(index), start: node.range.lowerBound + shift))
      }
      return
    }
    let inner = narrowed(wanted, to: node.box)
    if !inner.isEmpty {
      let children = dendrogram.base.parts(of: index)
      for child in children { dendrogram.base.fetchChildren(of: child) }
      for child in children { visit(child, shift: shift, inner, body) }
    }
    rects.removeLast(inner.count)
  }

  private func meetsOne(of wanted: Range<Int>, _ box: Box) -> Bool {
    for number in wanted where box.mayHoldMean(in: rects[number]) { return true }
    return false
  }

  private mutating func narrowed(_ wanted: Range<Int>, to box: Box) -> Range<Int> {
    let first = rects.count
    for number in wanted where box.mayHoldMean(in: rects[number]) { rects.append(rects[number]) }
    return first..<rects.count
  }
}
