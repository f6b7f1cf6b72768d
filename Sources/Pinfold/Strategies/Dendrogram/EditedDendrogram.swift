/// A dendrogram after edits: subtrees of the original build, below nodes that edits have created.
///
/// Nodes are immutable. An edit creates the nodes that differ and their ancestors, and shares the rest with
/// the previous dendrogram.
///
/// A class, because threads share it: copying a struct here would contend on reference counts.
final class EditedDendrogram: Sendable {
  /// The original build, and its points.
  let base: Dendrogram
  let basePoints: PointSet

  /// The edited points.
  let points: PointSet

  /// Holds the roots together.
  let root: Graft

  /// The nodes that edits have formed.
  let grafts = NodeDirectory<Place>()

  /// A node that an edit has formed; or, if it was never formed at all, one that holds roots together.
  final class Graft: Sendable {
    /// Its time, its box and its points, counted from its first.
    let node: Dendrogram.Node

    /// The sums of its points; x counts from where their mean lies within the world.
    let sums: PointSums

    /// In the canonical order of their first members; those of a node that was never formed in any order.
    let children: [Child]

    /// The place of a leaf's points.
    let spot: Spot

    /// The lowest id of its points, if the strategy depends on it; see ``ReplayedLevels``.
    let lowestID: PointID?

    /// The end of each child's points, counted from the node's first.
    private let ends: [Int]

    init(
      time: Int32, box: Box, sums: PointSums, children: [Child], spot: Spot, lowestID: PointID? = nil,
      over base: Dendrogram
    ) {
      node = Dendrogram.Node(
        start: 0, end: UInt32(sums.positions.count), children: 0, time: time, box: box)
      (self.sums, self.children, self.spot, self.lowestID) = (sums, children, spot, lowestID)
      var end = 0
      ends = children.map { child in
        switch child.branch {
        case .graft(let graft): end += graft.node.count
        case .base(let node): end += base.nodes[node].count
        }
        return end
      }
    }

    /// The start of a child's points, counted from the node's first.
    func start(ofChild number: Int) -> Int { number == 0 ? 0 : ends[number - 1] }

    /// The number of the child that holds a point, counted from the node's first; that of children if none.
    func child(holding offset: Int) -> Int { ends.indices.partitioningIndex { ends[$0] > offset } }
  }

  /// The position and the group of a leaf, or of a cluster's first leaf.
  struct Spot: Hashable, Sendable {
    /// By name, as the numbers of groups change when others come in.
    let group: ExactText?

    /// In Z-order.
    let key: UInt64

    /// That of a node whose points are all over the world.
    static let none = Spot(group: nil, key: 0)
  }

  /// A node, as seen from the one above.
  struct Child: Sendable {
    let branch: Branch

    /// The additional windings to the east, as seen from the node, compared with its own sums or, for a node
    /// of the base, with those along the base's order.
    var windings: Int64 = 0
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

  /// Wraps a fresh build, without edits.
  convenience init(_ base: Dendrogram, over points: PointSet) {
    self.init(
      base: base, basePoints: points, points: points,
      root: Graft(
        time: Dendrogram.never, box: base.nodes.first?.box ?? .empty,
        sums: base.order.sums(of: 0..<base.order.count),
        children: base.nodes.isEmpty ? [] : base.parts(of: 0).map { Child(branch: .base($0)) }, spot: .none,
        over: base))
  }

  private init(base: Dendrogram, basePoints: PointSet, points: PointSet, root: Graft) {
    (self.base, self.basePoints, self.points, self.root) = (base, basePoints, points, root)
  }

  var wraps: Bool { basePoints.projection.wraps }
}

// MARK: - Nodes

extension EditedDendrogram {
  /// The time, the box and the number of points of a node.
  subscript(branch: Branch) -> Dendrogram.Node {
    switch branch {
    case .base(let index): base.nodes[index]
    case .graft(let graft): graft.node
    }
  }

  func range(of place: Place) -> Range<Int> { place.start..<place.start + self[place.branch].count }

  /// The sums of a node's points, x counted from where their mean lies within the world; and how many
  /// windings farther east that is than the base's order counts.
  func sums(of branch: Branch) -> (sums: PointSums, windings: Int64) {
    switch branch {
    case .graft(let graft): return (graft.sums, 0)
    case .base(let node):
      let sums = base.order.sums(of: base.nodes[node].range)
      let windings = -sums.windings
      return (windings == 0 ? sums : sums.wound(by: windings), windings)
    }
  }

  /// The name of the group of a node's points.
  func group(of branch: Branch) -> ExactText? {
    switch branch {
    case .graft(let graft): return graft.spot.group
    case .base(let node):
      if basePoints.sections.count == 1 { return basePoints.name(of: basePoints.sections[0]) }
      return basePoints.name(of: basePoints.section(of: firstIndex(ofBase: node)))
    }
  }

  /// The Z-order key of a node's first leaf.
  func key(of branch: Branch) -> UInt64 {
    switch branch {
    case .graft(let graft): graft.spot.key
    case .base(let node): basePoints.base.keys[firstIndex(ofBase: node)]
    }
  }

  func spot(of branch: Branch) -> Spot { Spot(group: group(of: branch), key: key(of: branch)) }

  func firstIndex(ofBase node: Int) -> Int { base.order.index(at: Int(base.nodes[node].start)) }

  /// Calls `body` with what is directly under a node, clusters or nodes that were never formed.
  func forEachPart<Failure: Error>(
    of place: Place, _ body: (Place) throws(Failure) -> Void
  ) throws(Failure) {
    switch place.branch {
    case .graft(let graft):
      for (number, child) in graft.children.enumerated() {
        try body(Place(branch: child.branch, start: place.start + graft.start(ofChild: number)))
      }
    case .base(let node):
      let (parts, shift) = (base.parts(of: node), place.start - Int(base.nodes[node].start))
      for part in parts { base.fetchChildren(of: part) }
      for part in parts {
        try body(Place(branch: .base(part), start: Int(base.nodes[part].start) + shift))
      }
    }
  }

  func forEachChild(of place: Place, _ body: (Place) -> Void) {
    forEachPart(of: place) { part in
      if self[part.branch].time == Dendrogram.never { forEachChild(of: part, body) } else { body(part) }
    }
  }

  /// Prefetches what is directly under a node of the base.
  func fetchChildren(of branch: Branch) {
    if case .base(let node) = branch { base.fetchChildren(of: node) }
  }

  /// Prefetches the sums of a node of the base.
  func fetchSums(of branch: Branch) {
    if case .base(let node) = branch { base.order.fetch(base.nodes[node].range) }
  }
}

// MARK: - Roots

extension EditedDendrogram {
  /// The dendrogram of edited points, with some roots replaced.
  ///
  /// New roots are inserted next to their neighbors, so that a query can skip many at once.
  func replacing(_ gone: [Place], by new: [Branch], for points: PointSet) -> EditedDendrogram {
    let root = without(gone.map { $0.start }.sorted()[...], in: root, from: 0)
    return EditedDendrogram(
      base: base, basePoints: basePoints, points: points, root: new.reduce(root) { adding($1, to: $0) })
  }

  private func without(_ starts: ArraySlice<Int>, in node: Graft, from start: Int) -> Graft {
    var starts = starts
    if starts.isEmpty { return node }
    var children: [Child] = []
    for (number, child) in node.children.enumerated() {
      let end = start + node.start(ofChild: number + 1)
      let inside = starts.prefix { $0 < end }
      starts = starts.dropFirst(inside.count)
      if inside.isEmpty {
        children.append(child)
      } else if let holder = holder(child.branch) {
        let left = without(inside, in: holder, from: start + node.start(ofChild: number))
        if !left.children.isEmpty { children.append(Child(branch: .graft(left))) }
      }
    }
    return holder(of: children)
  }

  private func adding(_ branch: Branch, to node: Graft) -> Graft {
    let own = self[branch].box
    func growth(_ child: Int) -> UInt64 {
      let old = self[node.children[child].branch].box
      let new = old.union(own, wraps: wraps)
      return UInt64(new.width &- old.width) + UInt64(new.height &- old.height)
    }
    var children = node.children
    let holders = children.indices.filter { self[children[$0].branch].time == Dendrogram.never }
    if let best = holders.min(by: { growth($0) < growth($1) }),
      let holder = holder(children[best].branch)
    {
      children[best] = Child(branch: .graft(adding(branch, to: holder)))
    } else {
      children.append(Child(branch: branch))
    }
    return holder(of: children)
  }

  /// A node that was never formed as a graft; nil for others.
  private func holder(_ branch: Branch) -> Graft? {
    guard self[branch].time == Dendrogram.never else { return nil }
    switch branch {
    case .graft(let graft): return graft
    case .base(let node): return holder(of: base.parts(of: node).map { Child(branch: .base($0)) })
    }
  }

  /// A node that holds others together.
  private func holder(of children: [Child]) -> Graft {
    var box = Box.empty
    var sums = base.order.sums(of: 0..<0)
    for (number, child) in children.enumerated() {
      let own = self[child.branch].box
      box = number == 0 ? own : box.union(own, wraps: wraps)
      sums.add(self.sums(of: child.branch).sums)
    }
    return Graft(
      time: Dendrogram.never, box: box, sums: sums, children: children, spot: .none, over: base)
  }
}
