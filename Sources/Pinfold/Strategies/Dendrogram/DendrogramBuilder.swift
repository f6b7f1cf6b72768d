/// Builds a ``Dendrogram`` bottom-up: starts with one leaf per point or stack, then records merges.
///
/// Nodes are numbered, leaves first, in canonical order. Means are exact and use the shorter way around the
/// globe: a node joins a cluster as the copy, some windings away, that is nearest to the cluster's first
/// node.
struct DendrogramBuilder {
  private let points: PointSet
  private let memory = DendrogramMemory()
  private var clusters: MergedClusters

  /// The lowest canonical index of each cluster.
  private var firsts: [UInt32] = []

  /// The nodes that lie some windings farther east when seen from their parent.
  private var windings: [NodeWinding] = []

  /// The nodes that are leaves of each mergeable section, in canonical order.
  let sections: [Range<Int>]

  /// Adds the leaves of every mergeable section.
  ///
  /// - Parameter stacks: whether coincident points form one leaf; otherwise each point is a leaf.
  /// - Complexity: O(*n*), where *n* is the number of points.
  init(over points: PointSet, stacks: Bool, context: RunContext) throws(ClusteringError) {
    self.points = points
    clusters = MergedClusters(over: points, capacity: points.count, in: memory.merges, memory.sums)
    sections = try clusters.addLeaves(of: points, stacks: stacks, context).map { $0.range }
  }

  var nodeCount: Int { clusters.leafCount + clusters.count }

  func pointCount(of node: Int) -> Int { sum(of: node).count }

  /// The first member of a node, by canonical index.
  func firstMember(of node: Int) -> Int {
    Int(node < clusters.leafCount ? clusters.leafStarts[node] : firsts[node - clusters.leafCount])
  }

  /// The mean position of a node's points, each counted by its weight; if all weights are 0, as if all were
  /// 1.
  func position(of node: Int) -> WorldPoint { WorldPoint(unwrapping: mean(of: node)) }

  private func mean(of node: Int) -> (x: Int64, y: Int64) {
    clusters.weighted?[node].mean ?? sum(of: node).mean
  }

  private func sum(of node: Int) -> PositionSum {
    if node >= clusters.leafCount { return clusters.sums[node - clusters.leafCount].positions }
    let start = Int(clusters.leafStarts[node])
    let count = Int64(clusters.leafStarts[node + 1]) - Int64(start)
    return PositionSum(
      count: Int(count), x: count * Int64(points.x[start]), y: count * Int64(points.y[start]))
  }

  /// Merges nodes into one, which has no parent yet.
  ///
  /// Nodes of one time become one node: a merge of nodes that were formed at the same time takes their
  /// children.
  ///
  /// - Parameters:
  ///   - parts: two or more without a parent, of one section.
  ///   - time: no earlier than any of theirs.
  mutating func merge(_ parts: some Collection<Int>, at time: Int32) -> Int {
    let number = nodeCount
    var first = Int.max
    var sum = PositionSum(count: 0, x: 0, y: 0)
    var weight = WeightedSum()
    var center: Int64?
    for part in parts {
      assert(clusters.parents[part] == .max)
      assert(part < clusters.leafCount || clusters.times[part - clusters.leafCount] <= time)
      first = min(first, firstMember(of: part))
      let x = mean(of: part).x
      let winding = points.projection.wraps ? center.map { PositionSum.windings(from: x, to: $0) } ?? 0 : 0
      if center == nil { center = x }
      clusters.parents[part] = UInt32(number)
      if winding != 0 { windings.append(NodeWinding(node: UInt32(part), windings: Int32(winding))) }
      sum = sum + self.sum(of: part).wound(by: winding)
      if let weighted = clusters.weighted { weight = weight + weighted[part].wound(by: winding) }
    }
    clusters.set(clusters.count, MergedClusters.Sums(positions: sum), weight, at: time)
    clusters.count += 1
    firsts.append(UInt32(first))
    return number
  }

  /// Replaces the time of every merge so far, which must be an index into a list, by the element there; the
  /// order of times must stay, but different ones may become one.
  mutating func retime(_ times: [Int32]) {
    for cluster in 0..<clusters.count { clusters.times[cluster] = times[Int(clusters.times[cluster])] }
  }

  /// The dendrogram of what was merged; nodes without a parent are its roots.
  ///
  /// - Complexity: O(*m*), where *m* is the number of nodes and points.
  consuming func finish(context: RunContext) throws(ClusteringError) -> Dendrogram {
    try DendrogramLayout.dendrogram(
      of: clusters, windings: windings, over: points, in: memory, context)
  }
}
