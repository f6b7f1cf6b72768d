// How points are divided. Each word in quotes is explained by the type or function named beside it:
//
//   store the points of each section contiguously, a "root"         Column<TreePoint>.root
//   a "view" requests some clusters                                 PCASearch
//     begin with the roots in view
//     divide the one with the largest error until there are enough  PCASearch.bestFirst
//       choose a "line" across the main direction, through the mean SplitRule, SplitLine
//       move points left of it before the others: two "halves"      Column<TreePoint>.halves
//   keep divided nodes, the "top" of the trees                      PCATreeTop
//   once these are many, or members are requested, complete:        PCATreeTop.divideRest
//     divide all nodes to the end, threads sharing the subtrees     PCATreeTop.grow
//     sum along the final order of the points, and drop the top     PCATree, LazyPCATree

/// Binary trees over the mergeable points of a set, one for each section, divided by a rule.
///
/// A node's points are a range of one order, its left half before its right one. Nodes of few points store no
/// halves: their points are arranged in the same way, so the halves can be computed on demand.
final class PCATree: Sendable {
  private let points: PointSet

  /// All mergeable points, from the leftmost leaf of the first tree to the rightmost of the last.
  let order: PointOrder

  private let nodes: FrozenColumn<Node>
  private let nodeCount: Int
  private let rootCount: Int
  private let rule: SplitRule

  /// Nodes of up to so many points store no halves.
  static let leafSize = 8

  /// Builds the rest of trees. A call that is stopped leaves what it has done to the next.
  ///
  /// All threads share each pass over a large node; then each divides subtrees of its own. Where these begin
  /// depends on the points alone, and every sum is exact, so threads change nothing.
  ///
  /// - Parameters:
  ///   - top: must not be used afterwards: the sums take over the memory of its points.
  ///   - context: when to stop; the threads are those of the top.
  /// - Complexity: O(*n* *d*), where *n* is the number of points and *d* the depth of the trees: about log₂
  ///   *n*, and more for points that their means divide badly.
  init(completing top: PCATreeTop, _ context: RunContext) throws(ClusteringError) {
    var context = context
    context.threads = top.threads
    let rest = try top.divideRest(context)
    // The sums along the order take over the memory in which the points were divided.
    top.scratch.release()
    order = top.points.order(
      rest.permutation, cuts: top.cuts, in: [rest.scratch, top.scratch], threads: top.threads)
    (points, rule, nodes) = (top.points, top.rule, rest.nodes)
    (nodeCount, rootCount) = (rest.nodeCount, top.cuts.count)
  }

  /// The memory of the trees in bytes, the points not counted.
  var byteCount: Int { order.byteCount + nodeCount * MemoryLayout<Node>.stride }

  /// The halves of a node; nil for a point or a stack, which have none.
  func halves(of node: Node) -> (left: Node, right: Node)? {
    guard node.squaredError > 0 else { return nil }
    if node.left > 0 { return (nodes[Int(node.left)], nodes[Int(node.left) + 1]) }
    let members = node.range.map {
      let index = order.index(at: $0)
      return TreePoint(x: points.x[index] &- node.origin, y: points.y[index], index: UInt32(index))
    }
    let line = SplitLine(dividing: members, Moments(of: members), rule)
    let middle = members.count(where: line.isLeft)
    func half(_ range: Range<Int>) -> Node {
      var half = Node(
        range: node.range.lowerBound + range.lowerBound..<node.range.lowerBound + range.upperBound,
        origin: node.origin, squaredError: Moments(of: members[range]).squaredError)
      half.summary = Summary(of: members[range], origin: node.origin, idRanks: points.idRanks)
      return half
    }
    return (half(0..<middle), half(middle..<members.count))
  }
}

extension PCATree: PCANodes {
  var roots: [Node] { Array(nodes.prefix(rootCount)) }

  func halves(of node: Node, _ context: RunContext) -> (left: Node, right: Node)? { halves(of: node) }

  func node(at place: UInt32) -> Node { nodes[Int(place)] }

  func holdsPoint(of range: Range<Int>, in rect: WorldRect) -> Bool {
    range.contains { rect.contains(points.position(order.index(at: $0))) }
  }
}

// MARK: - Nodes

extension PCATree {
  /// A part of a section's points. The order decides which is divided first: the larger error, then the lower
  /// id.
  struct Node: Comparable {
    private let start: UInt32
    private let end: UInt32

    /// The place of the first of the two nodes that are its halves; 0 where they are not stored, as that is
    /// a root's.
    var left: UInt32 = 0

    var summary = Summary.unknown

    /// Where the circle of x is cut for its section.
    let origin: UInt32

    /// The sum of its points' squared distances from their mean, in fixed-point units; 0 for a stack.
    let squaredError: Double

    init(range: Range<Int>, origin: UInt32, squaredError: Double) {
      start = UInt32(range.lowerBound)
      end = UInt32(range.upperBound)
      self.origin = origin
      self.squaredError = squaredError
    }

    /// The range of its points in the tree's order.
    var range: Range<Int> { Int(start)..<Int(end) }

    static func == (a: Node, b: Node) -> Bool { a.summary.lowestRank == b.summary.lowestRank }

    static func < (a: Node, b: Node) -> Bool {
      if a.squaredError != b.squaredError { return a.squaredError < b.squaredError }
      return a.summary.lowestRank > b.summary.lowestRank
    }
  }

  /// The properties of a node's points that queries ask for.
  struct Summary {
    /// The lowest rank of their ids, by which ties are decided.
    var lowestRank: UInt32

    /// The lowest canonical index, by which clusters are listed.
    var first: UInt32

    /// The smallest box around them.
    var bounds: Box

    /// The value until the points are known.
    static let unknown = Summary(lowestRank: .max, first: .max, bounds: .empty)

    var isUnknown: Bool { first == .max }

    /// The summary of both halves.
    func joined(with other: Summary, origin: UInt32) -> Summary {
      Summary(
        lowestRank: min(lowestRank, other.lowestRank), first: min(first, other.first),
        bounds: bounds.union(other.bounds, eastOf: origin))
    }
  }
}

extension PCATree.Summary {
  /// The summary of points, of which there is at least one.
  init(of points: some Collection<TreePoint>, origin: UInt32, idRanks: [UInt32]) {
    self = points.reduce(.unknown) { summary, point in
      let single = Self(
        lowestRank: idRanks[Int(point.index)], first: point.index,
        bounds: Box(WorldPoint(x: point.x &+ origin, y: point.y)))
      return summary.isUnknown ? single : summary.joined(with: single, origin: origin)
    }
  }
}
