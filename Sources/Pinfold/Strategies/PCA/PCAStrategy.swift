/// As many clusters as a budget allows, divided where the points spread the most.
///
/// All points are bisected recursively, across the main direction of their positions, through their mean. A
/// view starts with all points of each group as one cluster. It repeatedly divides the cluster with the
/// largest sum of squared distances from its mean, whether its members are in view or not, until ``budget``
/// clusters have a member in view. A cluster whose halves would exceed the budget is skipped, but a later one
/// may still be divided if only one of its halves is in view. So every point in view has a marker, and
/// zooming in on a part of a view never joins separate clusters.
///
/// Points count alike, whatever their weights; so a cell of `pinfold aggregate` counts as the points that
/// stand for it, and not by its number of points. In a box (``Viewport/Clip/markers``) clusters are those of
/// all points without the members outside, which counts and means leave out.
///
/// The groups share the budget, which is never below their number. Ties go to the lowest id. A point exactly
/// on the dividing line belongs to the eastern side, or to the southern one if the main direction runs more
/// north–south. Coincident points are never divided. The globe is cut in the widest gap of a group's points
/// (on a tie at the lowest x, going east from −180°), so ±180° is a meridian like any other.
///
/// An edit is a rebuild, and must be: every line goes through the mean of all points that it divides, so one
/// more point moves all lines above it, and points near any of them change sides. For changing data,
/// ``QuadtreeStrategy`` divides at lines that do not depend on the points.
///
/// Trees of large sets are built as far as views need. A build only lays out the points, and a view divides
/// the nodes that it reaches. Once views have divided a thousand nodes, or a frame is asked for data that
/// single nodes do not store, such as its members, that call builds the rest, on as many threads as the
/// index; others wait for it. The work of a stopped call is kept for the next one.
///
/// ``axis``, ``search`` and ``gamma`` select the choices of other libraries, for comparison.
///
/// Source: Applidium's "ADClusterMapView", 2012, with the true principal axis, and a choice that looks at
/// members rather than means; see also D. Boley, "Principal direction divisive partitioning", DMKD 1998.
///
/// - Complexity: O(*n* log *n*) to build whole trees, where *n* is the number of points, if their means
///   divide them well. A query of these takes O(*m* (log *m* + *d* *b*)), where *m* is the budget, *d* the
///   depth of the trees and *b* the number of nodes inspected to determine whether a node has a point in
///   view, which is one unless it lies across the view's edge. A query that first divides *k* nodes takes at
///   most O(*k* *n*) more.
public struct PCAStrategy: ClusteringStrategy, Configurable {
  /// The most clusters in view.
  public var budget = 32

  /// The direction across which clusters are divided.
  public var axis = Axis.principal

  /// Which clusters are divided first.
  public var search = Search.bestFirst

  /// The weight of outliers on the mean through which clusters are divided: by (d / dmax)^(gamma − 1), where
  /// d is a point's distance from the plain mean and dmax the farthest one's. 1 gives the plain mean, more
  /// draws the line towards outliers, less away from them; the main direction is that of all points alike.
  /// From Applidium's library.
  public var gamma = 1.0

  /// The most points of trees that are built at once.
  var smallCount = 1 << 16

  /// So are those of larger budgets: the first view would divide much of them already.
  private static let lazyBudget = 1 << 8

  /// A direction across which clusters are divided.
  public enum Axis: String, CaseIterable, Sendable {
    /// The direction in which positions spread the most: K. Pearson's first principal component.
    case principal

    /// The formula of Applidium's library, whose plus for a minus turns it towards the north by up to a right
    /// angle; where x and y do not vary together, the one that varies more.
    case applidium

    /// East or south, whichever positions spread more in, east if neither; as in a *k*-d tree.
    case widest
  }

  /// An order in which clusters are divided.
  public enum Search: String, CaseIterable, Sendable {
    /// The cluster with the largest sum of squared distances, so that the budget is used up.
    case bestFirst = "best-first"

    /// All clusters of a level at once, unless that makes too many: between half the budget and all of it
    /// where points abound. As in Applidium's library.
    case breadthFirst = "breadth-first"
  }

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(budget: Int, axis: Axis = .principal, search: Search = .bestFirst, gamma: Double = 1) {
    self.budget = budget
    self.axis = axis
    self.search = search
    self.gamma = gamma
  }

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = [
      Parameter("budget", \.budget, in: 1...100_000, "Maximum number of clusters in view.").deciding(.more),
      Parameter("axis", \.axis, "Direction across which clusters are divided."),
      Parameter(
        "search", \.search, "Which cluster is divided first: the most spread one, or level by level."),
      Parameter(
        "gamma", \.gamma, in: 0...4,
        "Influence of outliers on the dividing line; at 1 all points count equally."),
    ]
  #endif

  /// Nested: a view inside another divides every cluster that the other does. Best first, it reaches the same
  /// clusters in the same order with no more of the budget spent, as no cluster has more halves in the
  /// smaller view. Breadth first, no level has more clusters in the smaller view, so it goes at least as
  /// deep. Not pan-invariant: how far a cluster is divided depends on how many others are in view.
  public var capabilities: Capabilities { [.nested, .permutationInvariant, .budgeted] }

  public var clusterBudget: Int? { budget }

  public func makeIndex(
    over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    var rule = SplitRule(gamma: gamma)
    switch axis {
    case .principal: break
    case .applidium: rule.axis = { .applidium(of: $0) }
    case .widest: rule.axis = { .widest(of: $0) }
    }
    let trees = LazyPCATree(try PCATreeTop(over: points, rule: rule, context: context))
    let index = PCAIndex(trees: trees, budget: budget, search: search)
    if points.count <= smallCount || budget > Self.lazyBudget { try index.complete(context) }
    return index
  }
}

extension ClusteringStrategy where Self == PCAStrategy {
  /// Halves across the main direction, up to a budget in view; see ``PCAStrategy``.
  public static func pca(
    budget: Int = 32, axis: PCAStrategy.Axis = .principal, search: PCAStrategy.Search = .bestFirst,
    gamma: Double = 1
  ) -> PCAStrategy {
    PCAStrategy(budget: budget, axis: axis, search: search, gamma: gamma)
  }
}

private final class PCAIndex: DeferringIndex {
  let trees: LazyPCATree
  let budget: Int
  let search: PCAStrategy.Search

  init(trees: LazyPCATree, budget: Int, search: PCAStrategy.Search) {
    (self.trees, self.budget, self.search) = (trees, budget, search)
  }

  var byteCount: Int { trees.treeByteCount }

  func complete(_ context: RunContext) throws(ClusteringError) { _ = try trees.completed(context) }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let found = try trees.whileGrowing { (top) throws(ClusteringError) -> [Range<Int>]? in
      top.isOpen ? try ranges(of: top, in: view.rect, context) : nil
    }
    if let found { return Grouping(order: PointOrder(of: trees), ranges: found) }
    let tree = try trees.completed(context)
    return Grouping(order: tree.order, ranges: try ranges(of: tree, in: view.rect, context))
  }

  private func ranges(
    of nodes: some PCANodes, in rect: WorldRect, _ context: RunContext
  ) throws(ClusteringError) -> [Range<Int>] {
    var run = PCASearch(nodes, in: rect)
    let found =
      switch search {
      case .bestFirst: try run.bestFirst(budget, context)
      case .breadthFirst: try run.breadthFirst(budget, context)
      }
    return found.sorted { $0.summary.first < $1.summary.first }.map { $0.range }
  }
}
