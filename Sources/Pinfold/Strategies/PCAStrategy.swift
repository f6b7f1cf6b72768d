/// As many clusters as a maximum allows, wherever the points spread the most.
///
/// All points are divided in two, and again and again, across the main direction of their positions, through their
/// mean. A view starts with all points of each group as one cluster, and always divides the cluster with the largest
/// sum of squared distances from its mean, whether its members are in view or not, until as many clusters as
/// ``maximum`` have a member in view. A cluster whose halves would be too many is passed over, but the next may still
/// be divided where only one of its halves is in view. So every point in view has a marker, and zooming in on a part
/// of a view never joins what was apart.
///
/// The maximum is shared by the groups, and never below their number. Between equal errors the lowest id decides; a
/// point exactly on the dividing line belongs to the eastern side, or to the southern one where the main direction runs
/// north and south rather. Coincident points are never divided. The globe is cut where the points of a group leave the widest gap (the
/// lowest x, going east from −180°, on a tie), so ±180° is a meridian like any other.
///
/// Source: Applidium's "ADClusterMapView", 2012, with the true principal axis, and a choice that looks at members
/// rather than means; see also D. Boley, "Principal direction divisive partitioning", DMKD 1998.
///
/// - Complexity: O(*n* log *n*) to build, where *n* is the number of points and their means divide them well; for a
///   query O(*m* (log *m* + *d* *b*)), where *m* is the maximum, *d* the depth of the trees and *b* the number of nodes
///   looked at to see whether a node has a point in view, which is one unless it lies across the view's edge.
public struct PCAStrategy: ClusteringStrategy, Configurable {
  /// The most clusters in view.
  public var maximum = 32

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(maximum: Int) { self.maximum = maximum }

  public static let parameters: [Parameter<Self>] = [
    Parameter("maximum", \.maximum, in: 1...100_000, "Most clusters in view.")
  ]

  /// Nested: a view inside another divides whatever the other did. It comes to the same clusters in the same order,
  /// and has not spent more of the maximum when it does, as no cluster has more halves in the smaller view. Not
  /// pan-invariant: how far a cluster is divided depends on how many others are in view.
  public var capabilities: Capabilities { [.nested, .permutationInvariant, .budgeted] }

  public var budget: Int? { maximum }

  public func makeIndex(
    over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    let tree = try PCATree(over: points, context: context, axis: SplitAxis.principal)
    return PCAIndex(tree: tree, maximum: maximum)
  }
}

extension ClusteringStrategy where Self == PCAStrategy {
  /// Halves across the main direction, up to a maximum in view; see ``PCAStrategy``.
  public static func pca(maximum: Int = 32) -> PCAStrategy { PCAStrategy(maximum: maximum) }
}

private struct PCAIndex: ClusterIndex {
  let tree: PCATree
  let maximum: Int

  var byteCount: Int { tree.byteCount }

  func grouping(in view: View, context: RunContext) throws(ClusteringError) -> Grouping {
    var search = BestFirstSearch(tree: tree, rect: view.rect)
    let nodes = try search.run(maximum: maximum, context: context)
    return Grouping(
      order: tree.order,
      ranges: nodes.sorted { $0.summary.first < $1.summary.first }.map(\.places))
  }
}

/// One query: the nodes that cover what is in view, refined from the roots.
private struct BestFirstSearch {
  private let tree: PCATree
  private let rect: WorldRect
  private var open = BinaryHeap<Candidate>()
  private var pending: [Int32] = []

  init(tree: PCATree, rect: WorldRect) {
    self.tree = tree
    self.rect = rect
  }

  /// A node that may be divided; the greatest is to be divided first.
  private struct Candidate: Comparable {
    let node: PCATree.Node

    static func == (a: Candidate, b: Candidate) -> Bool {
      a.node.summary.lowestRank == b.node.summary.lowestRank
    }

    static func < (a: Candidate, b: Candidate) -> Bool {
      if a.node.squaredError != b.node.squaredError { return a.node.squaredError < b.node.squaredError }
      return a.node.summary.lowestRank > b.node.summary.lowestRank
    }
  }

  mutating func run(maximum: Int, context: RunContext) throws(ClusteringError) -> [PCATree.Node] {
    for root in tree.roots where isInView(root) { open.push(Candidate(node: root)) }
    var count = open.count
    let budget = max(maximum, count)
    var done: [PCATree.Node] = []
    var steps = 0
    while let node = open.popMax()?.node {
      if steps.isMultiple(of: 256) { try context.check() }
      steps += 1
      guard let halves = tree.halves(of: node) else {
        done.append(node)
        continue
      }
      let visible = (left: isInView(halves.left), right: isInView(halves.right))
      // The node itself is in view, so at least one half is.
      if visible.left && visible.right {
        guard count < budget else {
          done.append(node)
          continue
        }
        count += 1
      }
      if visible.left { open.push(Candidate(node: halves.left)) }
      if visible.right { open.push(Candidate(node: halves.right)) }
    }
    return done
  }

  private mutating func isInView(_ node: PCATree.Node) -> Bool {
    tree.holdsPoint(node, in: rect, pending: &pending)
  }
}
