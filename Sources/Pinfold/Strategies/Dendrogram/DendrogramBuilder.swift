/// Builds a ``Dendrogram`` bottom-up: starts with every point or stack by itself, and records merges.
///
/// Nodes are numbers, leaves first, in canonical order. Means are exact, and go the short way around the
/// globe: a node joins a cluster at the image, some windings away, that is nearest to the cluster's first
/// node.
struct DendrogramBuilder {
  /// The elements that leaves stand for.
  enum Leaves {
    /// All coincident points of a section.
    case stacks

    /// Each point by itself, even if others are coincident with it.
    case points
  }

  // All of a node in one place, as it is far from what it merges with.
  private struct Node {
    let sum: PositionSum
    var time: Int32

    /// The lowest canonical index.
    let first: UInt32
    var parent = UInt32.max

    /// The windings to the east as seen from the parent.
    var windings: Int32 = 0
  }

  private let points: PointSet
  private let scale: WeightScale?
  private var nodes: [Node] = []

  /// One entry a node; none where there are no weights.
  private var weights: [WeightedSum] = []

  /// The nodes that are leaves of each mergeable section, in canonical order.
  private(set) var sections: [Range<Int>] = []

  /// Adds the leaves of every mergeable section.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  init(over points: PointSet, leaves rule: Leaves, context: RunContext) throws(ClusteringError) {
    self.points = points
    scale = points.order.scale
    let units = scale.flatMap { scale in points.weight.map { $0.map(scale.units) } }
    let (x, y) = (points.x, points.y)
    // Twice as many as leaves at most; what is not written takes no memory.
    nodes.reserveCapacity(2 * points.count)
    for section in points.sections where section.mergeable {
      try context.check()
      let first = nodes.count
      var start = section.range.lowerBound
      while start < section.range.upperBound {
        var end = start + 1
        if rule == .stacks {
          while end < section.range.upperBound, x[end] == x[start], y[end] == y[start] { end += 1 }
        }
        let (count, position) = (end - start, (x: Int64(x[start]), y: Int64(y[start])))
        nodes.append(
          Node(
            sum: PositionSum(count: count, x: Int64(count) * position.x, y: Int64(count) * position.y),
            time: Dendrogram.beginning, first: UInt32(start)))
        if let units {
          weights.append(WeightedSum(units[start..<end].reduce(0, +), x: position.x, y: position.y))
        }
        start = end
      }
      sections.append(first..<nodes.count)
    }
  }

  var nodeCount: Int { nodes.count }

  func pointCount(of node: Int) -> Int { nodes[node].sum.count }

  /// The first member of a node, by canonical index.
  func firstMember(of node: Int) -> Int { Int(nodes[node].first) }

  /// The mean position of a node's points, each counted by its weight; if all weights are 0, as if all were
  /// 1.
  func position(of node: Int) -> WorldPoint { WorldPoint(unwrapping: mean(of: node)) }

  private func mean(of node: Int) -> (x: Int64, y: Int64) {
    (scale == nil ? nil : weights[node].mean) ?? nodes[node].sum.mean
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
    var first = UInt32.max
    var sum = PositionSum(count: 0, x: 0, y: 0)
    var weight = WeightedSum()
    var center: Int64?
    for part in parts {
      assert(nodes[part].parent == .max && nodes[part].time <= time)
      first = min(first, nodes[part].first)
      let x = mean(of: part).x
      let winding = points.projection.wraps ? center.map { PositionSum.windings(from: x, to: $0) } ?? 0 : 0
      if center == nil { center = x }
      nodes[part].parent = UInt32(nodes.count)
      nodes[part].windings = Int32(winding)
      sum = sum + nodes[part].sum.wound(by: winding)
      if scale != nil { weight = weight + weights[part].wound(by: winding) }
    }
    nodes.append(Node(sum: sum, time: time, first: first))
    if scale != nil { weights.append(weight) }
    return nodes.count - 1
  }

  /// Replaces the time of every merge so far, which must be an index into a list, by the element there; the
  /// order of times must stay, but different ones may become one.
  mutating func retime(_ times: [Int32]) {
    for node in nodes.indices where nodes[node].time != Dendrogram.beginning {
      nodes[node].time = times[Int(nodes[node].time)]
    }
  }

  /// The dendrogram of what was merged; nodes without a parent are its roots.
  ///
  /// - Complexity: O(*m*), where *m* is the number of nodes and points.
  consuming func finish(context: RunContext) throws(ClusteringError) -> Dendrogram {
    let points = points
    let (leafCount, nodeCount) = (sections.last?.upperBound ?? 0, nodes.count)
    let memory = DendrogramMemory()
    let starts: Column<UInt32> = memory.merges.column(leafCount + 1)
    let parents: Column<UInt32> = memory.merges.column(nodeCount)
    let times: Column<Int32> = memory.merges.column(nodeCount - leafCount)
    var windings: [NodeWinding] = []
    starts[leafCount] = UInt32(points.sections.last { $0.mergeable }?.range.upperBound ?? 0)
    for (number, node) in nodes.enumerated() {
      parents[number] = node.parent
      if number < leafCount { starts[number] = node.first } else { times[number - leafCount] = node.time }
      if node.windings != 0 {
        windings.append(NodeWinding(node: UInt32(number), windings: node.windings))
      }
    }
    let merges = Merges(
      leafStarts: starts, leafCount: leafCount, clusterCount: nodeCount - leafCount, parents: parents,
      times: times, windings: windings)
    return try DendrogramLayout.dendrogram(of: merges, over: points, in: memory, context)
  }
}
