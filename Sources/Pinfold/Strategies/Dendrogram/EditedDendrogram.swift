/// A dendrogram after edits: subtrees of the one that was built, under nodes that edits have formed.
///
/// No node ever changes. An edit forms anew what differs and what is above it, and shares all else with the
/// dendrogram before.
///
/// It is a class as threads share it: each copy of a structure would count anew all that it refers to, and
/// threads wait for each other there.
final class EditedDendrogram: Sendable {
  /// What was built, over the columns that the points were edited from.
  let base: Dendrogram
  let basePoints: PointSet

  /// Holds the roots together.
  let root: Graft

  /// A node that an edit has formed; or, if it was never formed at all, one that holds roots together.
  final class Graft: Sendable {
    let time: Int32
    let box: Box

    /// The sums of its points; x counts from where their mean lies within the world.
    let sums: PointSums

    /// In the canonical order of their first members; those of a node that was never formed in any order.
    let children: [Child]

    /// Where the points of a leaf are.
    let spot: Spot

    /// The lowest id of its points, where somebody asks for those; see ``ReplayedLevels``.
    let lowestID: PointID?

    /// Where the points of each child end, counted from the node's first.
    private let ends: [Int]

    init(
      time: Int32, box: Box, sums: PointSums, children: [Child], spot: Spot, lowestID: PointID? = nil,
      over base: Dendrogram
    ) {
      self.time = time
      self.box = box
      self.sums = sums
      self.children = children
      self.spot = spot
      self.lowestID = lowestID
      var end = 0
      ends = children.map { child in
        switch child.branch {
        case .graft(let graft): end += graft.sums.positions.count
        case .base(let node): end += base.nodes[node].range.count
        }
        return end
      }
    }

    /// Where the points of a child start, counted from the node's first.
    func start(ofChild number: Int) -> Int { number == 0 ? 0 : ends[number - 1] }

    /// The number of the child that holds a point, counted from the node's first; that of children if none.
    func child(holding offset: Int) -> Int { ends.indices.partitioningIndex { ends[$0] > offset } }
  }

  /// The position and the group of a leaf, or of a cluster's first leaf.
  struct Spot: Hashable, Sendable {
    /// By name, as the numbers of groups change when others come in.
    let group: String?

    /// The Z-order key.
    let key: UInt64
  }

  /// A node, as seen from the one above.
  struct Child: Sendable {
    let branch: Branch

    /// How many windings farther east it lies when seen from the node than its own sums say, or, if it is of
    /// the base, than those along the base's order.
    let windings: Int64
  }

  /// A node with its subtree.
  enum Branch: Sendable {
    /// The index of a node of the base.
    case base(Int)
    case graft(Graft)
  }

  /// A node, and the offset of its first point.
  struct Place: Sendable {
    let branch: Branch
    let start: Int
  }

  var wraps: Bool { basePoints.projection.wraps }

  /// What was built, with no edits yet.
  convenience init(_ base: Dendrogram, over points: PointSet) {
    let children = base.nodes.isEmpty ? [] : base.parts(of: 0).map { Child(branch: .base($0), windings: 0) }
    self.init(
      base: base, basePoints: points,
      root: Graft(
        time: Dendrogram.never, box: base.nodes.first?.box ?? .empty,
        sums: base.order.sums(of: 0..<base.order.count), children: children, spot: .none,
        over: base))
  }

  init(base: Dendrogram, basePoints: PointSet, root: Graft) {
    self.base = base
    self.basePoints = basePoints
    self.root = root
  }
}

// MARK: - Nodes

extension Dendrogram {
  /// The sums of a node's points, as ``EditedDendrogram/sums(of:)`` says.
  func sums(of node: Int) -> (sums: PointSums, windings: Int64) {
    let sums = order.sums(of: nodes[node].range)
    let windings = -sums.windings
    return (windings == 0 ? sums : sums.wound(by: windings), windings)
  }
}

extension EditedDendrogram {
  func time(of branch: Branch) -> Int32 {
    switch branch {
    case .base(let node): base.nodes[node].time
    case .graft(let graft): graft.time
    }
  }

  func box(of branch: Branch) -> Box {
    switch branch {
    case .base(let node): base.nodes[node].box
    case .graft(let graft): graft.box
    }
  }

  func count(of branch: Branch) -> Int {
    switch branch {
    case .base(let node): base.nodes[node].range.count
    case .graft(let graft): graft.sums.positions.count
    }
  }

  /// The sums of a node's points, x counted from where their mean lies within the world; and how many
  /// windings farther east that is than the base's order counts.
  func sums(of branch: Branch) -> (sums: PointSums, windings: Int64) {
    switch branch {
    case .graft(let graft): return (graft.sums, 0)
    case .base(let node): return base.sums(of: node)
    }
  }

  /// The name of the group of a node's points.
  func group(of branch: Branch) -> String? {
    switch branch {
    case .graft(let graft): return graft.spot.group
    case .base(let node):
      if basePoints.sections.count == 1 { return basePoints.name(of: basePoints.sections[0]) }
      let first = base.order.index(at: base.nodes[node].range.lowerBound)
      return basePoints.name(of: basePoints.section(of: first))
    }
  }

  /// The spot of a node's first leaf.
  func spot(of branch: Branch) -> Spot {
    if case .graft(let graft) = branch { return graft.spot }
    return Spot(group: group(of: branch), key: key(of: branch))
  }

  /// The Z-order key of a node's first leaf.
  func key(of branch: Branch) -> UInt64 {
    switch branch {
    case .graft(let graft): graft.spot.key
    case .base(let node): basePoints.base.keys[base.order.index(at: base.nodes[node].range.lowerBound)]
    }
  }

  /// The first member of a node, by its canonical index among edited points.
  func firstMember(of branch: Branch, in points: PointSet) -> Int {
    switch branch {
    case .graft(let graft): return points.stack(at: graft.spot).lowerBound
    case .base(let node):
      let index = base.order.index(at: base.nodes[node].range.lowerBound)
      return points.delta?.indices.index(ofBase: index) ?? index
    }
  }

  /// What is directly under a node; for one of the base with windings for a graft in its place.
  func parts(of branch: Branch) -> [Child] {
    switch branch {
    case .graft(let graft): graft.children
    case .base(let node): base.parts(of: node).map { Child(branch: .base($0), windings: 0) }
    }
  }

  /// Starts to bring the nodes directly under one of the base into the cache; nothing waits for them.
  func fetchChildren(of branch: Branch) {
    if case .base(let node) = branch { base.fetchChildren(of: node) }
  }

  /// The children of a node.
  func children(of place: Place) -> [Place] {
    var children: [Place] = []
    forEachChild(of: place) { children.append($0) }
    return children
  }

  /// Calls `body` with each child of a node.
  func forEachChild(of place: Place, _ body: (Place) -> Void) {
    switch place.branch {
    case .graft(let graft):
      var start = place.start
      for child in graft.children {
        let place = Place(branch: child.branch, start: start)
        if time(of: child.branch) == Dendrogram.never { forEachChild(of: place, body) } else { body(place) }
        start += count(of: child.branch)
      }
    case .base(let node):
      let shift = place.start - base.nodes[node].range.lowerBound
      base.forEachChild(of: node) {
        body(Place(branch: .base($0), start: base.nodes[$0].range.lowerBound + shift))
      }
    }
  }

  /// The clusters that a node is in, from the highest down to the node.
  func path(to node: Place) -> [Place] {
    var path: [Place] = []
    let time = time(of: node.branch)
    _ = descend(to: node.start) { place in
      let own = self.time(of: place.branch)
      if own < Dendrogram.never { path.append(place) }
      return own <= time
    }
    return path
  }

  /// The node with a range of points.
  func node(of range: Range<Int>) -> Place {
    descend(to: range.lowerBound) { place in
      place.start == range.lowerBound && count(of: place.branch) == range.count
        && time(of: place.branch) < Dendrogram.never
    }
  }

  /// The highest node for which a test holds, on the way to the leaf that holds the point at an offset.
  private func descend(to offset: Int, _ isWanted: (Place) -> Bool) -> Place {
    var place = Place(branch: .graft(root), start: 0)
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
}

// MARK: - Finding nodes

extension EditedDendrogram {
  /// Calls `body` with each node that edits have formed.
  func forEachGraft(_ body: (Place) -> Void) { visit(root, from: 0, body) }

  private func visit(_ graft: Graft, from start: Int, _ body: (Place) -> Void) {
    var start = start
    for child in graft.children {
      if case .graft(let graft) = child.branch {
        if graft.time < Dendrogram.never { body(Place(branch: child.branch, start: start)) }
        visit(graft, from: start, body)
      }
      start += count(of: child.branch)
    }
  }

  /// The offset of the first point of a node of the base; nil where an edit took it out.
  func start(ofBase node: Int) -> Int? {
    start(ofBase: base.nodes[node], in: root, from: 0)
  }

  private func start(ofBase node: Dendrogram.Node, in graft: Graft, from start: Int) -> Int? {
    var start = start
    for child in graft.children {
      switch child.branch {
      case .graft(let graft):
        // A box that is as wide as half the world may lie around another the other way.
        if graft.box.width >= 1 << 31 || graft.box.union(node.box, wraps: wraps) == graft.box,
          let found = self.start(ofBase: node, in: graft, from: start)
        {
          return found
        }
      case .base(let other):
        let range = base.nodes[other].range
        if range.contains(node.range) { return start + node.range.lowerBound - range.lowerBound }
      }
      start += count(of: child.branch)
    }
    return nil
  }
}
