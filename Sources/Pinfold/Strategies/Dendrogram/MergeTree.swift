/// Merges as a tree: each node under the nearest cluster that is not merged further at the same time, with
/// its children in the canonical order of their first members, and the extent of its subtree.
///
/// Above the roots is one cluster more, numbered after the others. Clusters are counted without the leaves.
struct MergeTree: Sendable {
  /// The extent of a node and its descendants.
  struct Extent: BitwiseCopyable {
    var nodes: UInt32
    var points: UInt32
  }

  let clusters: MergedClusters

  /// Which clusters are merged further at the time at which they were formed; they are not in the tree.
  private let isLeftOut: Column<Bool>

  /// By cluster, so is where its children start in ``children``.
  let extents: Column<Extent>
  private let childStarts: Column<UInt32>
  let children: Column<UInt32>

  /// The leaves that lie some windings farther east when seen from their root, ascending.
  private(set) var wound: [NodeWinding] = []

  /// Which leaves these are; nil where there are none.
  private(set) var isWound: Column<Bool>?

  /// - Parameter clusters: their parents change, and are discarded.
  /// - Complexity: O(*m*), where *m* is the number of nodes. Bound by cache misses: parents are far from
  ///   their children.
  init(
    _ clusters: MergedClusters, windings all: [NodeWinding], in scratch: Scratch, _ context: RunContext
  ) throws(ClusteringError) {
    self.clusters = clusters
    let (nodeCount, clusterCount) = (clusters.leafCount + clusters.count, clusters.count)
    isLeftOut = scratch.column(clusterCount + 1)
    extents = scratch.column(clusterCount + 1)
    childStarts = scratch.column(clusterCount + 3)
    children = scratch.column(nodeCount)
    isLeftOut.fill(false)
    childStarts.fill(0)
    if all.isEmpty {
      try settleParents(windings: nil, context)
    } else {
      let temporary = Scratch()
      let windings: Column<Int32> = temporary.column(nodeCount)
      windings.fill(0)
      for node in all { windings[Int(node.node)] = node.windings }
      let isWound: Column<Bool> = scratch.column(clusters.leafCount)
      self.isWound = isWound
      try settleParents(windings: windings, context)
      wound = (0..<clusters.leafCount).compactMap { leaf in
        isWound[leaf] = windings[leaf] != 0
        return isWound[leaf] ? NodeWinding(node: UInt32(leaf), windings: windings[leaf]) : nil
      }
      temporary.release()
    }
    for cluster in 0...clusterCount {
      let count = Int(childStarts[cluster + 2])
      extents[cluster] = Extent(nodes: UInt32(1 + SiblingGroups.count(for: count)), points: 0)
    }
    try context.check()
    for index in 1..<clusterCount + 3 { childStarts[index] &+= childStarts[index &- 1] }
    let isSeen: Column<Bool> = scratch.column(clusterCount + 1)
    // Both go from one cache miss to the next, in an order that no two threads can share.
    var lanes = context
    lanes.threads = context.lanes(for: nodeCount)
    _ = try Parallel.map([false, true], lanes) { [self] (lists) throws(ClusteringError) in
      if lists { try listChildren(isSeen, context) } else { try measure(context) }
    }
    // They are not read again.
    clusters.parents.discard()
  }

  /// The cluster that a node is a child of.
  @inline(__always)
  private func cluster(above node: Int) -> Int { Int(clusters.parents[node]) &- clusters.leafCount }

  /// Finds each node's parent in the tree, and counts children.
  ///
  /// - Parameter windings: how many windings farther east each node lies when seen from its parent, and then
  ///   from its root; nil where none does.
  private func settleParents(windings: Column<Int32>?, _ context: RunContext) throws(ClusteringError) {
    let (leafCount, parents) = (clusters.leafCount, clusters.parents)
    // Parents have higher numbers than their children.
    for node in stride(from: leafCount + clusters.count - 1, through: 0, by: -1) {
      if node & 0xFFFF == 0 { try context.check() }
      let parent = parents[node]
      if parent == .max {
        parents[node] = UInt32(truncatingIfNeeded: leafCount &+ clusters.count)
      } else {
        let above = Int(parent) &- leafCount
        if let windings { windings[node] += windings[Int(parent)] }
        parents[node] = isLeftOut[above] ? parents[Int(parent)] : parent
        if node >= leafCount, clusters.times[node &- leafCount] == clusters.times[above] {
          isLeftOut[node &- leafCount] = true
          continue
        }
      }
      childStarts[Int(parents[node]) &- leafCount &+ 2] &+= 1
    }
  }

  /// Adds up the extents of subtrees, from leaves up.
  private func measure(_ context: RunContext) throws(ClusteringError) {
    for leaf in 0..<clusters.leafCount {
      let cluster = cluster(above: leaf)
      extents[cluster].nodes &+= 1
      extents[cluster].points &+= clusters.leafStarts[leaf &+ 1] &- clusters.leafStarts[leaf]
    }
    try context.check()
    for cluster in 0..<clusters.count where !isLeftOut[cluster] {
      let above = self.cluster(above: clusters.leafCount &+ cluster)
      extents[above].nodes &+= extents[cluster].nodes
      extents[above].points &+= extents[cluster].points
    }
  }

  /// Lists children in the order of a walk over the leaves that goes up from each.
  private func listChildren(_ isSeen: Column<Bool>, _ context: RunContext) throws(ClusteringError) {
    isSeen.fill(false)
    isSeen[clusters.count] = true
    for leaf in 0..<clusters.leafCount {
      if leaf & 0xFFFF == 0 { try context.check() }
      var node = leaf
      while true {
        let above = cluster(above: node)
        children[Int(childStarts[above &+ 1])] = UInt32(truncatingIfNeeded: node)
        childStarts[above &+ 1] &+= 1
        if isSeen[above] { break }
        isSeen[above] = true
        node = clusters.leafCount &+ above
      }
    }
  }

  func extent(of node: Int) -> Extent {
    if node >= clusters.leafCount { return extents[node - clusters.leafCount] }
    return Extent(nodes: 1, points: clusters.leafStarts[node + 1] - clusters.leafStarts[node])
  }

  /// The range of a cluster's children in ``children``.
  @inline(__always)
  func childRange(of cluster: Int) -> Range<Int> {
    Int(childStarts[cluster])..<Int(childStarts[cluster &+ 1])
  }
}

/// Many siblings are held together by nodes that were never formed, so that a query can pass them over at
/// once.
enum SiblingGroups {
  /// The most siblings under a node.
  static let size = 8

  /// The subset of some siblings that is placed under one node, directly or as a group.
  @inline(__always)
  static func part(_ number: Int, of siblings: Range<Int>) -> Range<Int> {
    let (first, count, parts) = (siblings.lowerBound, siblings.count, min(siblings.count, size))
    return first + count * number / parts..<first + count * (number + 1) / parts
  }

  /// The number of nodes that hold some siblings together.
  static func count(for siblings: Int) -> Int {
    if siblings <= size { return 0 }
    return (0..<size).reduce(0) { total, number in
      let part = part(number, of: 0..<siblings)
      return part.count > 1 ? total + 1 + count(for: part.count) : total
    }
  }
}
