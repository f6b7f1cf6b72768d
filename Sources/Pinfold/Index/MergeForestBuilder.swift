/// Grows a ``MergeForest``: starts with every point or stack by itself, and is told what merges.
///
/// Nodes are numbers, leaves first, in canonical order. Means are exact, and go the short way around the globe: a node
/// joins a cluster at the image, some whole turns away, that is nearest to the cluster's first node.
struct MergeForestBuilder {
  /// What is a leaf.
  enum Leaves {
    /// All points of a section on one spot.
    case stacks

    /// Each point by itself, even where others stand on the same spot.
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

  /// How many turns farther east a node lies when seen from its parent.
  private var turns: [Int32] = []

  /// The nodes that are leaves of each mergeable section, in canonical order.
  private(set) var sections: [Range<Int>] = []

  /// Plants the leaves of every mergeable section.
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
        plant(start..<end, at: points.position(start), weight: units.map { $0[start..<end] })
        start = end
      }
      sections.append(first..<leaves.count)
    }
  }

  private mutating func plant(_ range: Range<Int>, at spot: WorldPoint, weight: ArraySlice<UInt64>?) {
    leaves.append(UInt32(range.lowerBound)..<UInt32(range.upperBound))
    let count = Int64(range.count)
    add(
      sum: PositionSum(count: range.count, x: count * Int64(spot.x), y: count * Int64(spot.y)),
      time: MergeForest.beginning, first: UInt32(range.lowerBound))
    if let weight {
      let total = weight.reduce(into: 0 as UInt128) { $0 += UInt128($1) }
      weights.append(
        WeightedSum(weight: total, x: Int128(total) * Int128(spot.x), y: Int128(total) * Int128(spot.y)))
    }
  }

  private mutating func add(sum: PositionSum, time: Int32, first: UInt32) {
    sums.append(sum)
    times.append(time)
    firsts.append(first)
    parents.append(.max)
    turns.append(0)
  }

  /// The number of nodes so far.
  var nodeCount: Int { sums.count }

  /// The number of points of a node.
  func pointCount(of node: Int) -> Int { sums[node].count }

  /// The first member of a node, by canonical index.
  func firstMember(of node: Int) -> Int { Int(firsts[node]) }

  /// The mean position of a node's points, each counted by its weight; if all weights are 0, as if all were 1.
  func position(of node: Int) -> WorldPoint {
    let mean = mean(of: node)
    return WorldPoint(x: UInt32(truncatingIfNeeded: mean.x), y: UInt32(truncatingIfNeeded: mean.y))
  }

  private func mean(of node: Int) -> (x: Int64, y: Int64) {
    (scale == nil ? nil : weights[node].mean) ?? sums[node].mean
  }

  /// Merges nodes into one, which has no parent yet.
  ///
  /// Nodes of one time become one node: a merge of nodes that were formed at the same time takes their children.
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
      let turn = center.map { turnsEast(from: mean(of: node).x, to: $0) } ?? 0
      if center == nil { center = mean(of: node).x }
      turns[node] = Int32(turn)
      sum = sum + sums[node].turned(by: turn)
      if scale != nil { weight = weight + weights[node].turned(by: turn) }
    }
    add(sum: sum, time: time, first: first)
    if scale != nil { weights.append(weight) }
    return parent
  }

  /// Replaces the time of every merge so far, which must be a place in a list, by what is there; the order of times must
  /// stay, but different ones may become one.
  mutating func retime(_ times: [Int32]) {
    for node in self.times.indices where self.times[node] != MergeForest.beginning {
      self.times[node] = times[Int(self.times[node])]
    }
  }

  /// How many turns bring a lifted x nearest to another; none on planar data.
  private func turnsEast(from x: Int64, to center: Int64) -> Int64 {
    guard points.projection.wraps else { return 0 }
    let offset = Int64(Int32(truncatingIfNeeded: x - center))
    return (center + offset - x) >> 32
  }
}

// MARK: - The finished forest

extension MergeForestBuilder {
  /// The forest of what was merged; nodes without a parent are its roots.
  ///
  /// - Complexity: O(*m*), where *m* is the number of nodes and points.
  consuming func finish(context: RunContext) throws(ClusteringError) -> MergeForest {
    try context.check()
    let turns = settleParents()
    let children = Children(of: nodeCount, firsts: firsts, parents: parents, pointCount: points.count)
    try context.check()
    var planting = Planting(
      leaves: leaves, times: times, turns: turns, children: children, points: points)
    try planting.run(context)
    return MergeForest(
      nodes: planting.nodes, order: points.order(planting.permutation, cuts: planting.cuts))
  }

  /// Replaces each parent by the nearest ancestor that is not merged further at the same time, and a root's by the
  /// number past all nodes; a node that is left out gets none.
  ///
  /// - Returns: how many turns farther east each node lies when seen from its root.
  private mutating func settleParents() -> [Int32] {
    let none = UInt32.max
    var turns = turns
    var isLeftOut = [Bool](repeating: false, count: nodeCount)
    // Parents have higher numbers than their children.
    for node in stride(from: nodeCount - 1, through: 0, by: -1) {
      let parent = Int(parents[node])
      if parents[node] == none {
        parents[node] = UInt32(nodeCount)
        continue
      }
      turns[node] += turns[parent]
      isLeftOut[node] = times[node] == times[parent] && times[node] != MergeForest.beginning
      if isLeftOut[parent] { parents[node] = parents[parent] }
    }
    for node in isLeftOut.indices where isLeftOut[node] { parents[node] = none }
    return turns
  }
}

/// The children of each node in the canonical order of their first members; those of the number past all nodes are the
/// roots.
private struct Children {
  /// Nodes, one family after the other.
  private(set) var nodes: [UInt32] = []
  private var starts: [UInt32]

  /// - Parameter parents: the parent of each node, or `UInt32.max` for nodes that are not there.
  init(of nodeCount: Int, firsts: [UInt32], parents: [UInt32], pointCount: Int) {
    starts = [UInt32](repeating: 0, count: nodeCount + 3)
    for parent in parents where parent != .max { starts[Int(parent) + 2] += 1 }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    // Dealing the nodes out in the order of their first members sorts every family at once.
    nodes = [UInt32](repeating: 0, count: Int(starts[nodeCount + 2]))
    for node in Self.sorted(firsts, below: pointCount) where parents[Int(node)] != .max {
      let place = Int(parents[Int(node)]) + 1
      nodes[Int(starts[place])] = node
      starts[place] += 1
    }
  }

  /// The places of a node's children in ``nodes``.
  func places(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }

  /// The indices of some keys, by ascending key.
  private static func sorted(_ keys: [UInt32], below bound: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: bound + 1)
    for key in keys { starts[Int(key) + 1] += 1 }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    var sorted = [UInt32](repeating: 0, count: keys.count)
    for (index, key) in keys.enumerated() {
      sorted[Int(starts[Int(key)])] = UInt32(index)
      starts[Int(key)] += 1
    }
    return sorted
  }
}

/// Writes a forest's nodes in preorder and its points in the order of leaves.
private struct Planting {
  let leaves: [Range<UInt32>]
  let times: [Int32]
  let turns: [Int32]
  let children: Children
  let points: PointSet

  private(set) var nodes: [MergeForest.Node] = []
  private(set) var permutation: [UInt32] = []
  private(set) var cuts: [PointOrder.Cut] = []

  /// So many neighbours share a node that was never formed.
  private static let packSize = 8

  private enum Step {
    case plant(UInt32)

    /// Plants a node over some children of one, by their places in the list of children.
    case pack(Range<UInt32>)

    /// Ends the subtree of a node.
    case close(Int)
  }

  // A subtree may be as deep as there are merges, so steps wait in an array rather than on the stack.
  private var pending: [Step] = []

  init(
    leaves: [Range<UInt32>], times: [Int32], turns: [Int32], children: Children, points: PointSet
  ) {
    self.leaves = leaves
    self.times = times
    self.turns = turns
    self.children = children
    self.points = points
  }

  mutating func run(_ context: RunContext) throws(ClusteringError) {
    let roots = children.places(of: times.count)
    nodes.reserveCapacity(times.count + roots.count / 4)
    if !roots.isEmpty { pending = [.pack(UInt32(roots.lowerBound)..<UInt32(roots.upperBound))] }
    var steps = 0
    while let step = pending.popLast() {
      if steps & 0xFFFF == 0 { try context.check() }
      steps += 1
      switch step {
      case .plant(let node): plant(Int(node))
      case .pack(let places): open(time: MergeForest.never, over: places)
      case .close(let place): close(place)
      }
    }
  }

  private mutating func plant(_ node: Int) {
    if node >= leaves.count {
      let places = children.places(of: node)
      open(time: times[node], over: UInt32(places.lowerBound)..<UInt32(places.upperBound))
      return
    }
    let start = permutation.count
    permutation.append(contentsOf: leaves[node])
    let origin = Int64(turns[node]) << 32
    if cuts.last?.origin == origin {
      cuts[cuts.count - 1].places = cuts[cuts.count - 1].places.lowerBound..<permutation.count
    } else {
      cuts.append(PointOrder.Cut(places: start..<permutation.count, origin: origin))
    }
    let spot = points.position(Int(leaves[node].lowerBound))
    nodes.append(
      MergeForest.Node(
        start: UInt32(start), end: UInt32(permutation.count), next: UInt32(nodes.count + 1),
        time: times[node], box: TightBox(west: spot.x, north: spot.y)))
  }

  /// Begins a node's subtree: its children, or nodes that hold equal shares of them together.
  private mutating func open(time: Int32, over places: Range<UInt32>) {
    pending.append(.close(nodes.count))
    nodes.append(
      MergeForest.Node(
        start: UInt32(permutation.count), end: 0, next: 0, time: time, box: TightBox(west: 0, north: 0)))
    let parts = min(places.count, Self.packSize)
    for part in stride(from: parts - 1, through: 0, by: -1) {
      let low = places.lowerBound + UInt32(places.count * part / parts)
      let high = places.lowerBound + UInt32(places.count * (part + 1) / parts)
      pending.append(high - low == 1 ? .plant(children.nodes[Int(low)]) : .pack(low..<high))
    }
  }

  private mutating func close(_ place: Int) {
    nodes[place].end = UInt32(permutation.count)
    nodes[place].next = UInt32(nodes.count)
    var child = place + 1
    var box = nodes[child].box
    while Int(nodes[child].next) < nodes.count {
      child = Int(nodes[child].next)
      box = box.joined(with: nodes[child].box)
    }
    nodes[place].box = box
  }
}
