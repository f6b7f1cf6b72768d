/// Clusters whose markers never overlap: at each zoom level, from the deepest up, overlapping markers merge.
///
/// Markers are discs or boxes whose size depends on the number of points, at their weighted mean. At the
/// deepest level points and stacks that collide on the screen merge, the deepest overlap first, until none
/// collide; at each level above, the results of the level below do. So clusters nest, and because the whole
/// world is merged at once, panning changes none. Levels are whole zooms or, by ``levelsPerZoom``, parts of
/// them. Between levels a view shows the clusters of the level above: distances grow at least as fast as
/// markers, so none collide.
///
/// The guarantee holds for markers of one group at the mean, in every view: levels extend from the least zoom
/// to one at which even neighboring positions are farther apart than markers are large. With
/// ``MergeLimits`` merging ends earlier, and so does the guarantee. For another representative, or another
/// strategy, use a ``Separation``. Ties go to the lowest ids. Distances and means use the shorter way around
/// the globe. Boxes are upright with north up: with boxes, a turned view (``Viewport/bearing``) is an error;
/// with discs it is not.
///
/// Source: the behavior of MapKit's annotation views, made hierarchical in the way of supercluster (V.
/// Agafonkin, 2016).
///
/// - Complexity: O(*l* *n* (*q* + log *n*)) to build on all threads, where *n* is the number of distinct
///   positions, *l* that of levels and *q* that of markers around one (an isolated marker costs one test of a
///   bit mask per level); O(*v* + *c* log *c*) for a query, where *v* is the number of nodes in view and *c*
///   that of clusters. An edit of a few points merges their surroundings again at each level, usually some
///   tens of markers; an edit of very many points is a new build. See ``ClusterMap`` for edits.
public struct SeparateStrategy: ClusteringStrategy, Configurable, DendrogramStrategy {
  /// The shape and size of markers that must not overlap; its display priority, and whether it hides losers,
  /// make no difference.
  public var separation = Separation()

  public var markerSeparation: Separation? { separation }

  /// The number of levels in a zoom: 2 for clusters that change at half zooms too.
  public var levelsPerZoom = 1

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(_ collisionMode: Separation.CollisionMode, padding: ScreenSize = 0) {
    separation = Separation(collisionMode, padding: padding)
  }

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] =
      Separation.worldParameters.map { $0.inside(\.separation) } + [
        Parameter(
          "levelsPerZoom", \.levelsPerZoom, in: 1...8,
          "Number of levels per zoom: 2 for steps of half a zoom, 4 for quarters.")
      ]
  #endif

  public var capabilities: Capabilities { [.nested, .panInvariant, .permutationInvariant, .incremental] }

  public func makeIndex(
    over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    let dendrogram =
      if let saved = points.savedDendrogram(of: self) {
        saved
      } else {
        try SeparateMerging(points, context: context).dendrogram(of: steps(points.projection))
      }
    return SeparateIndex(points: points, dendrogram: dendrogram, strategy: self)
  }

  /// The levels to merge, without those at which not even the largest markers of neighboring positions
  /// collide.
  func steps(_ projection: Projection) -> [SeparateMerging.Step] {
    levels.range.reversed().compactMap { level in
      let zoom = levels.zoom(of: level)
      let room = CollisionGeometry(
        separation, atZoom: zoom, unitsPerPoint: WorldPoint.worldSize / (256 * Double.exp2(zoom)),
        projection: projection)
      let reach = room.reach(upTo: Int(Int32.max))
      guard room.distance(reach, reach) >= 1 else { return nil }
      return SeparateMerging.Step(room: room, time: time(of: level))
    }
  }

  /// The levels of all views' zooms, whatever their tile size.
  private var levels: ZoomLevels {
    let zooms = Viewport.standardZoomRange
    return ZoomLevels(
      minZoom: Int(zooms.lowerBound), maxZoom: Int(zooms.upperBound), perZoom: levelsPerZoom)
  }

  /// When clusters of a level are formed.
  private func time(of level: Int) -> Int32 { Int32(levels.range.upperBound - level) }

  fileprivate func time(of view: ProjectedView) throws(ClusteringError) -> Int32 {
    if view.turn.isTurned, separation.collisionMode == .rectangle {
      throw .turnedBoxes(owner: label)
    }
    return time(of: levels.level(at: view.viewport.standardZoom))
  }
}

extension ClusteringStrategy where Self == SeparateStrategy {
  /// Clusters whose markers never overlap; see ``SeparateStrategy``.
  public static func separate(padding: ScreenSize = 0) -> SeparateStrategy {
    SeparateStrategy(.circle, padding: padding)
  }
}

final class SeparateIndex: ReplayedIndex {
  let points: PointSet
  let dendrogram: Dendrogram
  let strategy: SeparateStrategy
  private let lowestIDs = MadeOnce<LowestIDs>()

  init(points: PointSet, dendrogram: Dendrogram, strategy: SeparateStrategy) {
    self.points = points
    self.dendrogram = dendrogram
    self.strategy = strategy
  }

  var byteCount: Int { dendrogram.byteCount }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try dendrogram.grouping(at: cut(in: view).time, in: view.rect, context: context)
  }

  func cut(in view: ProjectedView) throws(ClusteringError) -> (time: Int32, size: Double?) {
    (try strategy.time(of: view), nil)
  }

  func levels(over points: PointSet, _ context: RunContext) -> ReplayedLevels? {
    // Sums of edited nodes have no numbers of the points of cells.
    if points.tally != nil { return nil }
    let lowestIDs = lowestIDs.value { LowestIDs(of: dendrogram, over: self.points.merged) }
    let steps = strategy.steps(points.projection)
    let room = ReplayRoom(over: points.count, context) { most, context in
      SeparateMerging(points, most: most, capacity: 2 * most, context: context)
    }
    return ReplayedLevels(
      times: steps.map { $0.time }, meetsInPairs: true, context: context,
      // Markers of a cluster are between its items, and none is larger than one of all its points. So two
      // clusters whose items are farther apart than two such markers reach never meet.
      reach: { count, other, level in
        let room = steps[level].room
        return max(1, room.distance(room.reach(upTo: count), room.reach(upTo: other)))
      },
      replay: { (parts, items, level) throws(ClusteringError) in
        try room.replay(parts) { (merging, numbers) throws(ClusteringError) in
          try merging.replay(
            numbers, of: items, lowestIDs.ranks(of: numbers, among: items), at: steps[level])
        }
      },
      lowestID: { $0.map(lowestIDs.lowestID).min { $0.precedes($1) } })
  }
}
