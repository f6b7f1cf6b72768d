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

  private let points: PointSet
  private let scale: WeightScale?

  /// The points of each leaf.
  private var leaves: [Range<UInt32>] = []

  // One entry a node.
  private var sums: [PositionSum] = []
  private var weights: [WeightedSum] = []
  private var times: [Int32] = []

  /// The lowest canonical index.
  private var firsts: [UInt32] = []
  private var parents: [UInt32] = []

  /// The windings of a node to the east as seen from its parent.
  private var windings: [Int32] = []

  /// The nodes that are leaves of each mergeable section, in canonical order.
  private(set) var sections: [Range<Int>] = []

  /// Adds the leaves of every mergeable section.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  init(over points: PointSet, leaves rule: Leaves, context: RunContext) throws(ClusteringError) {
    self.points = points
    scale = WeightScale(points.weight)
    let units = scale.flatMap { scale in points.weight.map(scale.quantised) }
    let (x, y) = (points.x, points.y)
    for section in points.sections where section.mergeable {
      try context.check()
      let first = leaves.count
      var start = section.range.lowerBound
      while start < section.range.upperBound {
        var end = start + 1
        if rule == .stacks {
          while end < section.range.upperBound, x[end] == x[start], y[end] == y[start] { end += 1 }
        }
        addLeaf(start..<end, at: points.position(start), weight: units.map { $0[start..<end] })
        start = end
      }
      sections.append(first..<leaves.count)
    }
  }

  private mutating func addLeaf(
    _ range: Range<Int>, at position: WorldPoint, weight: ArraySlice<UInt64>?
  ) {
    leaves.append(UInt32(range.lowerBound)..<UInt32(range.upperBound))
    let count = Int64(range.count)
    add(
      sum: PositionSum(
        count: range.count, x: count * Int64(position.x), y: count * Int64(position.y)),
      time: Dendrogram.beginning, first: UInt32(range.lowerBound))
    if let weight {
      let total = weight.reduce(into: 0 as UInt128) { $0 += UInt128($1) }
      weights.append(
        WeightedSum(
          weight: total, x: Int128(total) * Int128(position.x),
          y: Int128(total) * Int128(position.y)))
    }
  }

  private mutating func add(sum: PositionSum, time: Int32, first: UInt32) {
    sums.append(sum)
    times.append(time)
    firsts.append(first)
    parents.append(.max)
    windings.append(0)
  }

  /// The number of nodes so far.
  var nodeCount: Int { sums.count }

  /// The number of points of a node.
  func pointCount(of node: Int) -> Int { sums[node].count }

  /// The first member of a node, by canonical index.
  func firstMember(of node: Int) -> Int { Int(firsts[node]) }

  /// The mean position of a node's points, each counted by its weight; if all weights are 0, as if all were
  /// 1.
  func position(of node: Int) -> WorldPoint {
    let mean = mean(of: node)
    return WorldPoint(x: UInt32(truncatingIfNeeded: mean.x), y: UInt32(truncatingIfNeeded: mean.y))
  }

  private func mean(of node: Int) -> (x: Int64, y: Int64) {
    (scale == nil ? nil : weights[node].mean) ?? sums[node].mean
  }

  /// Merges nodes into one, which has no parent yet.
  ///
  /// Nodes of one time become one node: a merge of nodes that were formed at the same time takes their
  /// children.
  ///
  /// - Parameters:
  ///   - nodes: two or more without a parent, of one section.
  ///   - time: no earlier than any of theirs.
  mutating func merge(_ nodes: some Collection<Int>, at time: Int32) -> Int {
    let parent = nodeCount
    var first = UInt32.max
    var sum = PositionSum(count: 0, x: 0, y: 0)
    var weight = WeightedSum()
    var center: Int64?
    for node in nodes {
      assert(parents[node] == .max && times[node] <= time)
      parents[node] = UInt32(parent)
      first = min(first, firsts[node])
      let winding = center.map { windingsEast(from: mean(of: node).x, to: $0) } ?? 0
      if center == nil { center = mean(of: node).x }
      windings[node] = Int32(winding)
      sum = sum + sums[node].wound(by: winding)
      if scale != nil { weight = weight + weights[node].wound(by: winding) }
    }
    add(sum: sum, time: time, first: first)
    if scale != nil { weights.append(weight) }
    return parent
  }

  /// Replaces the time of every merge so far, which must be an index into a list, by the element there; the
  /// order of times must stay, but different ones may become one.
  mutating func retime(_ times: [Int32]) {
    for node in self.times.indices where self.times[node] != Dendrogram.beginning {
      self.times[node] = times[Int(self.times[node])]
    }
  }

  /// Returns the windings that bring an unwrapped x nearest to another; none on planar data.
  private func windingsEast(from x: Int64, to center: Int64) -> Int64 {
    guard points.projection.wraps else { return 0 }
    let offset = Int64(Int32(truncatingIfNeeded: x - center))
    return (center + offset - x) >> 32
  }
}

// MARK: - The finished dendrogram

extension DendrogramBuilder {
  /// The dendrogram of what was merged; nodes without a parent are its roots.
  ///
  /// - Complexity: O(*m*), where *m* is the number of nodes and points.
  consuming func finish(context: RunContext) throws(ClusteringError) -> Dendrogram {
    let wound = windings.enumerated().lazy.filter { $0.element != 0 }
      .map { NodeWinding(node: UInt32($0.offset), windings: $0.element) }
    let starts = leaves.map(\.lowerBound) + [leaves.last?.upperBound ?? 0]
    let (points, leafCount, clusterCount) = (points, leaves.count, nodeCount - leaves.count)
    let nodeWindings = Array(wound)
    var parents = parents
    return try starts.withUnsafeBufferPointer { (starts) throws(ClusteringError) in
      try parents.withUnsafeMutableBufferPointer { (parents) throws(ClusteringError) in
        try times.withUnsafeBufferPointer { (times) throws(ClusteringError) in
          guard let starts = starts.baseAddress, let parents = parents.baseAddress,
            let times = times.baseAddress
          else { return Dendrogram(nodes: [], order: points.order([], cuts: [])) }
          return try DendrogramLayout.dendrogram(
            of: Merges(
              leafStarts: starts, leafCount: leafCount, clusterCount: clusterCount,
              parents: parents,
              times: times + leafCount, windings: nodeWindings), over: points, in: Scratch(),
            context)
        }
      }
    }
  }
}
