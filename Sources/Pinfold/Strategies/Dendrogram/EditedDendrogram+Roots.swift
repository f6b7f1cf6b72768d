extension EditedDendrogram {
  /// The dendrogram with other roots.
  ///
  /// - Parameters:
  ///   - gone: the roots taken out.
  ///   - new: those that come in; they go beside roots near them, so that a query can pass many over at once.
  func replacing(_ gone: [Place], by new: [Branch]) -> EditedDendrogram {
    let starts = gone.map(\.start).sorted()
    var root = without(starts[...], in: root, from: 0)
    for branch in new { root = adding(branch, to: root) }
    return EditedDendrogram(base: base, basePoints: basePoints, root: root)
  }

  private func without(_ starts: ArraySlice<Int>, in node: Graft, from start: Int) -> Graft {
    var starts = starts
    if starts.isEmpty { return node }
    var children: [Child] = []
    var start = start
    for child in node.children {
      let end = start + count(of: child.branch)
      let inside = starts.prefix { $0 < end }
      starts = starts.dropFirst(inside.count)
      if inside.isEmpty {
        children.append(child)
      } else if time(of: child.branch) == Dendrogram.never {
        let left = without(inside, in: holder(child.branch), from: start)
        if !left.children.isEmpty { children.append(Child(branch: .graft(left), windings: 0)) }
      }
      start = end
    }
    return holder(of: children)
  }

  private func adding(_ branch: Branch, to node: Graft) -> Graft {
    let own = box(of: branch)
    func growth(_ child: Child) -> UInt64 {
      let (old, new) = (box(of: child.branch), box(of: child.branch).union(own, wraps: wraps))
      return UInt64(new.width &- old.width) + UInt64(new.height &- old.height)
    }
    var children = node.children
    let holders = children.indices.filter { time(of: children[$0].branch) == Dendrogram.never }
    if let best = holders.min(by: { growth(children[$0]) < growth(children[$1]) }) {
      let grown = adding(branch, to: holder(children[best].branch))
      children[best] = Child(branch: .graft(grown), windings: 0)
    } else {
      children.append(Child(branch: branch, windings: 0))
    }
    return holder(of: children)
  }

  /// A node that was never formed as a graft.
  private func holder(_ branch: Branch) -> Graft {
    switch branch {
    case .graft(let graft): graft
    case .base: holder(of: parts(of: branch))
    }
  }

  private func holder(of children: [Child]) -> Graft {
    var box = Box.empty
    var sums = base.order.sums(of: 0..<0)
    for (number, child) in children.enumerated() {
      let own = self.box(of: child.branch)
      box = number == 0 ? own : box.union(own, wraps: wraps)
      sums.add(self.sums(of: child.branch).sums)
    }
    return Graft(
      time: Dendrogram.never, box: box, sums: sums, children: children, spot: .none,
      over: base)
  }
}
