/// Lays a dendrogram's nodes out in preorder and its points in the order of leaves.
struct PreorderLayout {
  let leaves: [Range<UInt32>]
  let times: [Int32]
  let windings: [Int32]
  let children: DendrogramChildren
  let points: PointSet

  private(set) var nodes: [Dendrogram.Node] = []
  private(set) var permutation: [UInt32] = []
  private(set) var cuts: [PointOrder.Cut] = []

  /// The most siblings under a node that only groups them.
  private static let groupSize = 8

  private enum Step {
    case node(UInt32)

    /// Adds a node over some children of one, given as a range of the list of children.
    case group(Range<UInt32>)

    /// Ends the subtree of a node.
    case close(Int)
  }

  // A subtree may be as deep as there are merges, so steps wait in an array rather than on the stack.
  private var pending: [Step] = []

  init(
    leaves: [Range<UInt32>], times: [Int32], windings: [Int32], children: DendrogramChildren, points: PointSet
  ) {
    self.leaves = leaves
    self.times = times
    self.windings = windings
    self.children = children
    self.points = points
  }

  mutating func run(_ context: RunContext) throws(ClusteringError) {
    let roots = children.range(of: times.count)
    nodes.reserveCapacity(times.count + roots.count / 4)
    if !roots.isEmpty { pending = [.group(UInt32(roots.lowerBound)..<UInt32(roots.upperBound))] }
    var steps = 0
    while let step = pending.popLast() {
      if steps & 0xFFFF == 0 { try context.check() }
      steps += 1
      switch step {
      case .node(let node): add(Int(node))
      case .group(let range): open(time: Dendrogram.never, over: range)
      case .close(let index): close(index)
      }
    }
  }

  private mutating func add(_ node: Int) {
    if node >= leaves.count {
      let range = children.range(of: node)
      open(time: times[node], over: UInt32(range.lowerBound)..<UInt32(range.upperBound))
      return
    }
    let start = permutation.count
    permutation.append(contentsOf: leaves[node])
    let origin = Int64(windings[node]) << 32
    if cuts.last?.origin == origin {
      cuts[cuts.count - 1].range = cuts[cuts.count - 1].range.lowerBound..<permutation.count
    } else {
      cuts.append(PointOrder.Cut(range: start..<permutation.count, origin: origin))
    }
    nodes.append(
      Dendrogram.Node(
        start: UInt32(start), end: UInt32(permutation.count), next: UInt32(nodes.count + 1),
        time: times[node], box: Box(points.position(Int(leaves[node].lowerBound)))))
  }

  /// Begins a node's subtree: its children, or nodes that hold equal shares of them together.
  private mutating func open(time: Int32, over range: Range<UInt32>) {
    pending.append(.close(nodes.count))
    nodes.append(
      Dendrogram.Node(
        start: UInt32(permutation.count), end: 0, next: 0, time: time, box: .empty))
    let parts = min(range.count, Self.groupSize)
    for part in stride(from: parts - 1, through: 0, by: -1) {
      let low = range.lowerBound + UInt32(range.count * part / parts)
      let high = range.lowerBound + UInt32(range.count * (part + 1) / parts)
      pending.append(high - low == 1 ? .node(children.nodes[Int(low)]) : .group(low..<high))
    }
  }

  private mutating func close(_ index: Int) {
    nodes[index].end = UInt32(permutation.count)
    nodes[index].next = UInt32(nodes.count)
    var child = index + 1
    var box = nodes[child].box
    while Int(nodes[child].next) < nodes.count {
      child = Int(nodes[child].next)
      box = box.union(nodes[child].box)
    }
    nodes[index].box = box
  }
}
