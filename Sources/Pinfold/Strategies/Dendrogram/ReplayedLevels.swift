import Synchronization

/// The levels of a strategy, at which a ``DendrogramEdit`` merges some items again.
///
/// The result of merging all items of a cluster must depend on nothing but what is in reach of them.
struct ReplayedLevels: Sendable {
  /// The times of the levels' merges, from the deepest up.
  let times: [Int32]

  /// Whether clusters that do not affect each other in pairs do not affect each other in larger sets either.
  let meetsInPairs: Bool

  let context: RunContext

  /// The distance along x or y, between items of two clusters of some numbers of points, within which one may
  /// change the result of the other; 0 where nothing merges. It does not decrease with either number.
  let reach: @Sendable (_ count: Int, _ other: Int, _ level: Int) -> Double

  /// Merges parts of some items of one group at a level, each part as if there were no others. Parts are
  /// numbers of items, each once.
  ///
  /// Returns what each ends in; nil where a build is the better way.
  let replay:
    @Sendable (_ parts: [[Int]], _ items: [DendrogramEdit.Item], _ level: Int) throws(ClusteringError)
      -> [ReplayedEnds]?

  /// The lowest id of the points of some nodes, if merges depend on it.
  var lowestID: @Sendable ([EditedDendrogram.Branch]) -> PointID? = { _ in nil }
}

/// The final nodes of some items, and the windings by which each item lies to the east of its node.
typealias ReplayedEnds = [(node: Int, windings: Int64)]

/// Merges parts of some items, each thread in memory of its own that it keeps for the next part, until so
/// many items were merged again that a build is faster.
final class ReplayRoom<Merging>: Sendable {
  private let context: RunContext
  private let make: @Sendable (Int, RunContext) -> Merging
  private let state: Mutex<State>

  private struct State {
    var lanes: Lanes<Merging>?
    var room = 256
    var budget: Int
  }

  /// - Parameter make: makes what merges so many items, in the context of one thread.
  init(over count: Int, _ context: RunContext, _ make: @escaping @Sendable (Int, RunContext) -> Merging) {
    (self.context, self.make) = (context, make)
    // In some sets everything may meet everything.
    state = Mutex(State(budget: 20_000 + count))
  }

  /// The results of `replay` for some parts, computed on the context's threads; nil once the budget is spent.
  func replay(
    _ parts: [[Int]],
    _ replay: @Sendable (Merging, [Int]) throws(ClusteringError) -> ReplayedEnds
  ) throws(ClusteringError) -> [ReplayedEnds]? {
    let laneCount = max(1, min(context.threads, parts.count))
    guard let lanes = lanes(laneCount, for: parts) else { return nil }
    let shares = try Parallel.map(Array(0..<laneCount), context) { (lane) throws(ClusteringError) in
      var ends: [ReplayedEnds] = []
      for part in stride(from: lane, to: parts.count, by: laneCount) {
        ends.append(try replay(lanes[lane], parts[part]))
      }
      return ends
    }
    return parts.indices.map { shares[$0 % laneCount][$0 / laneCount] }
  }

  private func lanes(_ laneCount: Int, for parts: [[Int]]) -> Lanes<Merging>? {
    state.withLock { state in
      state.budget -= parts.reduce(0) { $0 + $1.count }
      guard state.budget > 0 else { return nil }
      let most = parts.reduce(0) { max($0, $1.count) }
      if most > state.room || state.lanes.map({ $0.count < laneCount }) ?? true {
        if most > state.room { state.room = 2 * most }
        var own = context
        own.threads = 1
        state.lanes = Lanes(laneCount) { make(state.room, own) }
      }
      return state.lanes
    }
  }
}

// MARK: - Indexes

/// An index over the dendrogram of a strategy that merges level by level.
protocol ReplayedIndex: IncrementalIndex, AnyObject {
  associatedtype Strategy: ClusteringStrategy

  var strategy: Strategy { get }
  var points: PointSet { get }
  var dendrogram: Dendrogram { get }

  /// The time of the clusters of a view, and the size on the screen that they were made with.
  func cut(in view: ProjectedView) throws(ClusteringError) -> (time: Int32, size: Double?)

  /// The clusters of a view from those of ``cut(in:)``: others if it shows more than the deepest level.
  ///
  /// - Parameter points: the points that the grouping is of, after any edits.
  func refined(
    _ grouping: Grouping, of points: PointSet, in view: ProjectedView, _ context: RunContext
  ) throws(ClusteringError) -> Grouping

  /// The levels at which edited points merge again; nil where a build is better.
  func levels(over points: PointSet, _ context: RunContext) -> ReplayedLevels?

  /// An edit of such an index as a hierarchy; nil if it is none.
  static func hierarchy(of edited: EditedDendrogramIndex<Self>) -> (any ClusterHierarchy)?
}

extension ReplayedIndex {
  func refined(
    _ grouping: Grouping, of points: PointSet, in view: ProjectedView, _ context: RunContext
  ) throws(ClusteringError) -> Grouping {
    grouping
  }

  static func hierarchy(of edited: EditedDendrogramIndex<Self>) -> (any ClusterHierarchy)? { nil }
}

extension ReplayedIndex where Self: DendrogramIndex {
  static func hierarchy(of edited: EditedDendrogramIndex<Self>) -> (any ClusterHierarchy)? { edited }
}

extension ReplayedIndex {
  func updated(for points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    try updated(EditedDendrogram(dendrogram, over: self.points.merged), for: points, context)
  }

  /// The index over edited points: a dendrogram with what changes, or a new one where too much does.
  fileprivate func updated(
    _ dendrogram: EditedDendrogram, for points: PointSet, _ context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    if let levels = levels(over: points, context),
      let edited = try DendrogramEdit(dendrogram: dendrogram, points: points).dendrogram(levels)
    {
      return EditedDendrogramIndex(dendrogram: edited, built: self)
    }
    return try strategy.makeIndex(over: points.merged, context: context)
  }
}

/// The index of a strategy that merges level by level, after edits.
final class EditedDendrogramIndex<Built: ReplayedIndex>: IncrementalIndex {
  private let dendrogram: EditedDendrogram
  private let order: PointOrder
  private let built: Built

  fileprivate init(dendrogram: EditedDendrogram, built: Built) {
    (self.dendrogram, order, self.built) = (dendrogram, PointOrder(of: dendrogram), built)
  }

  var byteCount: Int { built.byteCount }

  var builtIndex: (any ClusterIndex)? { built }

  /// A conditional conformance gives no requirement of its own.
  var hierarchy: (any ClusterHierarchy)? { Built.hierarchy(of: self) }

  func updated(for points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    try built.updated(dendrogram, for: points, context)
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let (time, size) = try built.cut(in: view)
    let grouping = try dendrogram.grouping(at: time, in: view.rect, order, size: size, context: context)
    return try built.refined(grouping, of: dendrogram.points, in: view, context)
  }
}

extension EditedDendrogramIndex: ClusterHierarchy where Built: DendrogramIndex {
  private func node(_ place: EditedDendrogram.Place) -> HierarchyNode {
    HierarchyNode(index: place.start, order: order, range: dendrogram.range(of: place))
  }

  func node(of id: ClusterID) -> HierarchyNode? {
    if let graft = dendrogram.graft(of: id) { return node(graft) }
    return built.node(of: id).flatMap { dendrogram.place(ofBase: $0.index) }.map(node)
  }

  func children(of node: HierarchyNode) -> [HierarchyNode] {
    var children: [HierarchyNode] = []
    dendrogram.forEachChild(of: dendrogram.place(of: node.range)) { children.append(self.node($0)) }
    return children
  }

  func expansionZoom(of node: HierarchyNode) -> Double? {
    let time = dendrogram[dendrogram.place(of: node.range).branch].time
    return time == Dendrogram.beginning ? nil : built.expansionZoom(of: time)
  }

  func nodes(at zoom: Double, in rect: WorldRect) -> [HierarchyNode]? {
    try? dendrogram.clusters(at: built.time(at: zoom), in: rect, RunContext()).map(node)
  }

  func tile(zoom: Int, x: Int, y: Int, context: RunContext) throws(ClusteringError) -> [TileMarker] {
    try built.markers(zoom: zoom, x: x, y: y) { (time, rect) throws(ClusteringError) in
      try dendrogram.clusters(at: time, in: rect, context).map(node)
    }
  }
}
