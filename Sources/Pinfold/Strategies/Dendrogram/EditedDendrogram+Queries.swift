extension EditedDendrogram {
  private var top: Place { Place(branch: .graft(root), start: 0) }

  /// Goes down from a node, or else from the top, below each node for which `descends` holds.
  func walk<Failure: Error>(
    from place: Place? = nil, _ descends: (Place, Dendrogram.Node) throws(Failure) -> Bool
  ) throws(Failure) {
    let place = place ?? top
    guard try descends(place, self[place.branch]) else { return }
    try forEachPart(of: place) { (part) throws(Failure) in try walk(from: part, descends) }
  }

  /// Calls `body` once with each node that is a cluster at a time and whose mean may lie in one of some
  /// rectangles.
  func forEachNode<Failure: Error>(
    at time: Int32, in rects: [WorldRect], _ body: (Place) throws(Failure) -> Void
  ) throws(Failure) {
    var rects = rects
    try visit(top, at: time, in: rects.indices, of: &rects, body)
  }

  /// - Parameter rects: those that the box of a node meets come after those of the node above.
  private func visit<Failure: Error>(
    _ place: Place, at time: Int32, in wanted: Range<Int>, of rects: inout [WorldRect],
    _ body: (Place) throws(Failure) -> Void
  ) throws(Failure) {
    let node = self[place.branch]
    rects.removeLast(rects.count - wanted.upperBound)
    for number in wanted where node.box.mayHoldMean(in: rects[number]) { rects.append(rects[number]) }
    let inner = wanted.upperBound..<rects.count
    if inner.isEmpty { return }
    if node.time <= time { return try body(place) }
    try forEachPart(of: place) { (part) throws(Failure) in
      try visit(part, at: time, in: inner, of: &rects, body)
    }
  }

  /// Returns whether a rectangle contains a point of a node.
  private func holdsPoint(_ place: Place, in rect: WorldRect) -> Bool {
    var holds = false
    walk(from: place) { part, node in
      if holds { return false }
      if case .base(let node) = part.branch {
        holds = base.holdsPoint(node, in: rect)
        return false
      }
      let relation = rect.relation(to: node.box)
      holds = relation == .inside
      return relation == .across
    }
    return holds
  }

  /// The cluster at a time that a node formed by then is, or is in.
  func cluster(of place: Place, at time: Int32) -> Place {
    descend(to: place.start) { self[$0.branch].time <= time }
  }

  /// The node with a range of points.
  func place(of range: Range<Int>) -> Place {
    descend(to: range.lowerBound) {
      self.range(of: $0) == range && self[$0.branch].time < Dendrogram.never
    }
  }

  /// The node of a cluster that an edit has formed; nil where there is none with this id.
  func graft(of id: ClusterID) -> Place? {
    grafts.node(of: id) {
      var listed: [(id: ClusterID, node: Place)] = []
      walk { place, node in
        guard case .graft(let graft) = place.branch else { return false }
        if node.time < Dendrogram.never { listed.append((graft.sums.clusterID, place)) }
        return true
      }
      return listed
    }
  }

  /// The place of a node of the base; nil where an edit took it out.
  func place(ofBase index: Int) -> Place? {
    let wanted = base.nodes[index]
    var found: Place?
    walk { place, node in
      if found != nil { return false }
      if case .base(let other) = place.branch {
        let own = base.nodes[other]
        if own.range.contains(wanted.range) {
          found = Place(branch: .base(index), start: place.start + Int(wanted.start) - Int(own.start))
        }
        return false
      }
      // A box that is as wide as half the world may lie around another the other way.
      return node.box.width >= 1 << 31 || node.box.union(wanted.box, wraps: wraps) == node.box
    }
    return found
  }

  /// The highest node for which a test holds, on the way to the leaf that holds the point at an offset.
  private func descend(to offset: Int, _ isWanted: (Place) -> Bool) -> Place {
    var place = top
    while !isWanted(place) {
      switch place.branch {
      case .graft(let graft):
        let child = graft.child(holding: offset - place.start)
        guard child < graft.children.count else { return place }
        place = Place(
          branch: graft.children[child].branch, start: place.start + graft.start(ofChild: child))
      case .base(let node):
        let shift = place.start - base.nodes[node].range.lowerBound
        guard base.nodes[node].time != Dendrogram.beginning else { return place }
        var index = Int(base.nodes[node].children)
        while base.nodes[index].range.upperBound + shift <= offset { index += 1 }
        place = Place(branch: .base(index), start: base.nodes[index].range.lowerBound + shift)
      }
    }
    return place
  }

  /// The clusters at a time that have a member in a rectangle, or may have their mean there, in canonical
  /// order.
  ///
  /// - Parameter order: that of the edited points along the dendrogram.
  func grouping(
    at time: Int32, in rect: WorldRect, _ order: PointOrder, size: Double?, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    let found = try clusters(at: time, in: rect, context)
    var grouping = Grouping(order: order, ranges: found.map { range(of: $0) })
    grouping.candidates = found.indices.filter { !holdsPoint(found[$0], in: rect) }
    grouping.effectiveSize = size
    return grouping
  }

  /// The clusters at a time near a rectangle, in canonical order.
  func clusters(
    at time: Int32, in rect: WorldRect, _ context: RunContext
  ) throws(ClusteringError) -> [Place] {
    try context.check()
    var found: [(first: Int, place: Place)] = []
    try forEachNode(at: time, in: [rect]) { (place) throws(ClusteringError) in
      if found.count & 0xFFF == 0xFFF { try context.check() }
      let first =
        switch place.branch {
        case .graft(let graft): points.stack(at: graft.spot).lowerBound
        case .base(let node): editedIndex(ofBase: firstIndex(ofBase: node))
        }
      found.append((first, place))
    }
    return found.sorted { $0.first < $1.first }.map { $0.place }
  }
}

// MARK: - Order

/// The order of the edited points along the dendrogram, found from its root down.
///
/// - Complexity: O(*d* log *s*) for every question, where *d* is the depth and *s* the number of siblings.
extension EditedDendrogram: PointOrderSource {
  var count: Int { root.node.count }
  var scale: WeightScale? { points.order.scale }

  /// The bytes of the base. Edits add few nodes in comparison.
  var byteCount: Int { base.order.byteCount }

  /// The canonical index among edited points of one of the base.
  private func editedIndex(ofBase index: Int) -> Int { points.delta?.indices.index(ofBase: index) ?? index }

  /// The subtree of the base, or the leaf that an edit has formed, that holds the point at an offset.
  private func piece(holding offset: Int) -> Place {
    descend(to: offset) { if case .base = $0.branch { true } else { false } }
  }

  func index(at offset: Int) -> Int {
    let piece = piece(holding: offset)
    switch piece.branch {
    case .base(let node):
      return editedIndex(ofBase: base.order.index(at: offset - piece.start + Int(base.nodes[node].start)))
    case .graft(let leaf): return points.stack(at: leaf.spot).lowerBound + offset - piece.start
    }
  }

  func isCoincident(_ range: Range<Int>) -> Bool? {
    // A stack is within one piece.
    let piece = piece(holding: range.lowerBound)
    guard range.upperBound <= self.range(of: piece).upperBound else { return false }
    guard case .base(let node) = piece.branch else { return true }
    let start = range.lowerBound - piece.start + Int(base.nodes[node].start)
    return base.order.isCoincident(start..<start + range.count) ?? true
  }

  func sums(of range: Range<Int>) -> PointSums {
    var sums = base.order.sums(of: 0..<0)
    add(range, of: root, from: 0, windings: 0, to: &sums)
    return sums
  }

  private func add(
    _ range: Range<Int>, of graft: Graft, from start: Int, windings: Int64, to sums: inout PointSums
  ) {
    if range.lowerBound <= start, start + graft.node.count <= range.upperBound {
      return sums.add(graft.sums, windings: windings)
    }
    if graft.children.isEmpty {
      // Coincident points, whose sums lie in the world as the leaf's do.
      let part = range.clamped(to: start..<start + graft.node.count)
      let stack = points.stack(at: graft.spot).lowerBound - start
      let own = points.order.sums(of: part.lowerBound + stack..<part.upperBound + stack)
      return sums.add(own, windings: windings - own.windings)
    }
    for number in graft.child(holding: range.lowerBound - start)..<graft.children.count {
      let (child, first) = (graft.children[number], start + graft.start(ofChild: number))
      if first >= range.upperBound { return }
      let part = range.clamped(to: first..<start + graft.start(ofChild: number + 1))
      switch child.branch {
      case .graft(let graft):
        add(part, of: graft, from: first, windings: windings + child.windings, to: &sums)
      case .base(let node):
        let shift = Int(base.nodes[node].start) - first
        sums.add(
          base.order.sums(of: part.lowerBound + shift..<part.upperBound + shift),
          windings: windings + child.windings)
      }
    }
  }
}
