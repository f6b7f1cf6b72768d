extension EditedDendrogram {
  /// Calls `body` with each node that is a cluster at a time and whose box is wanted; so are the boxes around
  /// it.
  func forEachNode<Failure: Error>(
    at time: Int32, where isWanted: (Box) -> Bool, _ body: (Place) throws(Failure) -> Void
  ) throws(Failure) {
    try visit(root, from: 0, at: time, where: isWanted, body)
  }

  private func visit<Failure: Error>(
    _ graft: Graft, from start: Int, at time: Int32, where isWanted: (Box) -> Bool,
    _ body: (Place) throws(Failure) -> Void
  ) throws(Failure) {
    var start = start
    for child in graft.children {
      switch child.branch {
      case .graft(let graft):
        if isWanted(graft.box) {
          if graft.time > time {
            try visit(graft, from: start, at: time, where: isWanted, body)
          } else {
            try body(Place(branch: child.branch, start: start))
          }
        }
      case .base(let node):
        let shift = start - base.nodes[node].range.lowerBound
        try base.forEachNode(at: time, from: node, where: isWanted) { (node) throws(Failure) in
          try body(Place(branch: .base(node), start: base.nodes[node].range.lowerBound + shift))
        }
      }
      start += count(of: child.branch)
    }
  }

  /// Goes through the nodes from the highest down, below each for whose time and box `descends` holds.
  func forEachNode(_ descends: (Int32, Box) -> Bool) { visit(root, descends) }

  private func visit(_ graft: Graft, _ descends: (Int32, Box) -> Bool) {
    for child in graft.children {
      switch child.branch {
      case .graft(let graft): if descends(graft.time, graft.box) { visit(graft, descends) }
      case .base(let node): base.visit(node) { descends(base.nodes[$0].time, base.nodes[$0].box) }
      }
    }
  }

  /// Whether a rectangle holds a point of a node.
  func holdsPoint(_ branch: Branch, in rect: WorldRect) -> Bool {
    switch branch {
    case .base(let node): return base.holdsPoint(node, in: rect)
    case .graft(let graft):
      switch rect.relation(to: graft.box) {
      case .outside: return false
      case .inside: return true
      case .across: return graft.children.contains { holdsPoint($0.branch, in: rect) }
      }
    }
  }

  /// The clusters at a time that have a member in a rectangle, or may have their mean there, in canonical
  /// order.
  ///
  /// - Parameter order: that of the edited points along the dendrogram.
  func grouping(
    at time: Int32, in rect: WorldRect, of points: PointSet, _ order: PointOrder, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    try context.check()
    var found: [(first: Int, range: Range<Int>, hasMember: Bool)] = []
    try forEachNode(at: time) {
      $0.mayHoldMean(in: rect)
    } _: { (place) throws(ClusteringError) in
      if found.count & 0xFFF == 0xFFF { try context.check() }
      let range = place.start..<place.start + count(of: place.branch)
      found.append(
        (firstMember(of: place.branch, in: points), range, holdsPoint(place.branch, in: rect)))
    }
    found.sort { $0.first < $1.first }
    var grouping = Grouping(order: order, ranges: found.map(\.range))
    grouping.candidates = found.indices.filter { !found[$0].hasMember }
    return grouping
  }
}
