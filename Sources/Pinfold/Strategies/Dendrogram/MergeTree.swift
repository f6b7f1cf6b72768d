/// Merges as a tree: each node under the nearest cluster that is not merged further at the same time, with
/// its children in the canonical order of their first members, and the extent of its subtree.
///
/// Above the roots is one cluster more, numbered after the others.
final class MergeTree: @unchecked Sendable {
  /// What is below a node, itself included.
  struct Extent: BitwiseCopyable {
    var nodes: UInt32
    var points: UInt32
  }

  let merges: Merges

  /// Owns the memory of what follows.
  private let scratch: Scratch

  /// Which clusters are merged further at the time at which they were formed; they are not in the tree.
  let isLeftOut: UnsafeMutablePointer<Bool>

  /// By cluster, so is where its children start in ``children``.
  let extents: UnsafeMutablePointer<Extent>
  let childStarts: UnsafeMutablePointer<UInt32>
  let children: UnsafeMutablePointer<UInt32>

  /// The leaves that lie some windings farther east when seen from their root, ascending.
  private(set) var wound: [NodeWinding] = []

  /// Which leaves these are; nil where there are none.
  private(set) var isWound: UnsafeMutablePointer<Bool>?

  /// - Complexity: O(*m*), where *m* is the number of nodes. Bound by cache misses: parents are far from
  ///   their children.
  init(_ merges: Merges, in scratch: Scratch, _ context: RunContext) throws(ClusteringError) {
    self.merges = merges
    self.scratch = scratch
    let (nodeCount, clusterCount) = (merges.leafCount + merges.clusterCount, merges.clusterCount)
    isLeftOut = scratch.allocate(clusterCount + 1)
    extents = scratch.allocate(clusterCount + 1)
    childStarts = scratch.allocate(clusterCount + 3)
    children = scratch.allocate(nodeCount)
    isLeftOut.update(repeating: false, count: clusterCount + 1)
    childStarts.update(repeating: 0, count: clusterCount + 3)
    if merges.windings.isEmpty {
      try settleParents(windings: nil, context)
    } else {
      let temporary = Scratch()
      let windings: UnsafeMutablePointer<Int32> = temporary.allocate(nodeCount)
      windings.update(repeating: 0, count: nodeCount)
      for node in merges.windings { windings[Int(node.node)] = node.windings }
      try settleParents(windings: windings, context)
      listWound(windings)
      temporary.release()
    }
    countNodes()
    try context.check()
    for index in 1..<clusterCount + 3 { childStarts[index] &+= childStarts[index &- 1] }
    let isSeen: UnsafeMutablePointer<Bool> = scratch.allocate(clusterCount + 1)
    // Both go from one cache miss to the next, in an order that no two threads can share.
    var lanes = context
    lanes.threads = context.lanes(for: nodeCount)
    nonisolated(unsafe) let seen = isSeen
    _ = try Parallel.map([false, true], lanes) { (lists) throws(ClusteringError) in
      if lists { try listChildren(seen, context) } else { try measure(context) }
    }
    // The children tell all that they did.
    HugePages.empty(
      UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: merges.parents, count: nodeCount)))
  }

  /// The cluster, counted without the leaves, that a node is a child of.
  @inline(__always)
  private func cluster(above node: Int) -> Int { Int(merges.parents[node]) &- merges.leafCount }

  /// Finds each node's parent in the tree.
  ///
  /// - Parameter windings: how many windings farther east each node lies when seen from its parent, and then
  ///   from its root; nil where none does.
  private func settleParents(
    windings: UnsafeMutablePointer<Int32>?, _ context: RunContext
  ) throws(ClusteringError) {
    let (leafCount, parents) = (merges.leafCount, merges.parents)
    // Parents have higher numbers than their children.
    for node in stride(from: leafCount + merges.clusterCount - 1, through: 0, by: -1) {
      if node & 0xFFFF == 0 { try context.check() }
      let parent = parents[node]
      if parent == .max {
        parents[node] = UInt32(truncatingIfNeeded: leafCount &+ merges.clusterCount)
      } else {
        let above = Int(parent) &- leafCount
        if let windings { windings[node] += windings[Int(parent)] }
        parents[node] = isLeftOut[above] ? parents[Int(parent)] : parent
        if node >= leafCount, merges.times[node &- leafCount] == merges.times[above] {
          isLeftOut[node &- leafCount] = true
          continue
        }
      }
      childStarts[cluster(above: node) &+ 2] &+= 1
    }
  }

  private func listWound(_ windings: UnsafeMutablePointer<Int32>) {
    let isWound: UnsafeMutablePointer<Bool> = scratch.allocate(merges.leafCount)
    for leaf in 0..<merges.leafCount {
      isWound[leaf] = windings[leaf] != 0
      if windings[leaf] != 0 {
        wound.append(NodeWinding(node: UInt32(leaf), windings: windings[leaf]))
      }
    }
    self.isWound = isWound
  }

  /// Counts the nodes that each cluster has of its own.
  private func countNodes() {
    for cluster in 0...merges.clusterCount {
      let count = Int(childStarts[cluster + 2])
      extents[cluster] = Extent(nodes: UInt32(1 + SiblingGroups.count(for: count)), points: 0)
    }
  }

  /// Adds up the extents of subtrees, from leaves up.
  private func measure(_ context: RunContext) throws(ClusteringError) {
    for leaf in 0..<merges.leafCount {
      let cluster = cluster(above: leaf)
      extents[cluster].nodes &+= 1
      extents[cluster].points &+= merges.leafStarts[leaf &+ 1] &- merges.leafStarts[leaf]
    }
    try context.check()
    for cluster in 0..<merges.clusterCount where !isLeftOut[cluster] {
      let above = self.cluster(above: merges.leafCount &+ cluster)
      extents[above].nodes &+= extents[cluster].nodes
      extents[above].points &+= extents[cluster].points
    }
  }

  /// Lists children in the order in which one comes to them from leaf to leaf, going up from each.
  private func listChildren(
    _ isSeen: UnsafeMutablePointer<Bool>, _ context: RunContext
  ) throws(ClusteringError) {
    let clusterCount = merges.clusterCount
    isSeen.update(repeating: false, count: clusterCount)
    isSeen[clusterCount] = true
    for leaf in 0..<merges.leafCount {
      if leaf & 0xFFFF == 0 { try context.check() }
      var node = leaf
      while true {
        let above = cluster(above: node)
        children[Int(childStarts[above &+ 1])] = UInt32(truncatingIfNeeded: node)
        childStarts[above &+ 1] &+= 1
        if isSeen[above] { break }
        isSeen[above] = true
        node = merges.leafCount &+ above
      }
    }
  }

  /// The extent of a node's subtree.
  func extent(of node: Int) -> Extent {
    if node >= merges.leafCount { return extents[node - merges.leafCount] }
    return Extent(nodes: 1, points: merges.leafStarts[node + 1] - merges.leafStarts[node])
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

  /// The part of some siblings that goes under a node, alone or held together.
  @inline(__always)
  static func part(_ number: Int, of siblings: Range<Int>) -> Range<Int> {
    let parts = min(siblings.count, size)
    return siblings.lowerBound + siblings.count * number / parts..<siblings.lowerBound + siblings
      .count
      * (number + 1) / parts
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
