/// Clusters that keep a radius apart, merged greedily from each level of the zoom to the one above.
///
/// At the deepest level every point or stack is an item. At each level an item absorbs all others within the
/// radius, and the cluster moves to their mean; at the next level up the clusters are the items, and the
/// radius is larger on the ground. So clusters nest, whatever the radius at each zoom.
///
/// Levels are whole zooms or, by ``levelsPerZoom``, parts of them. A view has the clusters of its zoom,
/// rounded down to a level, whose radius is up to a step larger on the screen (``Frame/effectiveSize``).
/// Beyond ``maxZoom`` only coincident points share a cluster, and below ``minZoom`` nothing merges further.
/// Levels are those of maps with tiles of 256 screen points; with other tiles a view has the clusters of the
/// level that shows as much. With larger tiles a view at ``maxZoom`` shows more than the deepest level does.
/// There the points of each cluster of that level merge by themselves, with the radius of the view's zoom.
/// These clusters are no nodes of the hierarchy.
///
/// In canonical ``order`` a level has as many rounds as necessary, each starting from the new clusters, until
/// no two items of a group are within the radius of each other, unless ``minPoints`` keeps them apart. The
/// order is that of a board of square cells in four colors: by color, then along the Z-order curve in each
/// cell. So it depends on the points alone, and threads share the cells of a color. Distances and means go
/// the shorter way around the globe, in integers. Weights count in means, not for ``minPoints``.
///
/// Source: D. Leaver, "Leaflet.markercluster", 2012; V. Agafonkin, "Clustering millions of points on a map
/// with Supercluster", Mapbox, 2016.
///
/// - Complexity: O(*l* *n* *m*) to build, where *l* is the number of levels, *n* that of points and *m* is
///   `minPoints`; O(*c* log *n*) for a query with *c* clusters. An edit of a few points in canonical order
///   merges again what is near them at each level; one of very many builds everything again.
public struct RadiusStrategy: ClusteringStrategy, Configurable, DendrogramStrategy {
  /// The distance within which items merge, in screen points, at each zoom; in the order of the input in
  /// units of which a tile is ``extent`` wide. At most half the world.
  public var radius: ScreenSize = 40

  /// The width of a tile in the units of tile queries and, in the order of the input, of the radius.
  public var extent = 512.0

  /// The zoom of the view with the largest clusters.
  public var minZoom = 0

  /// The deepest zoom of the view at which points that are not coincident merge, up to the next whole zoom.
  public var maxZoom = 16

  /// The number of levels in a zoom: 2 for clusters that change at half zooms too.
  public var levelsPerZoom = 1

  /// The least number of points of a cluster; a stack may have fewer.
  public var minPoints = 2

  /// Which items come first.
  public var order = Order.canonical

  /// Which items come first.
  public enum Order: String, CaseIterable, Sendable {
    /// An order that depends on nothing but the points.
    case canonical

    /// The order of the input, as in supercluster, with its units: levels are those of the view's zoom,
    /// whatever its tiles.
    ///
    /// Every level has one round, so clusters may be within the radius of each other. Nothing merges across
    /// ±180°. Means are floating-point numbers without weights. Coincident points are items like others down
    /// to ``maxZoom``, and one stack beyond it.
    case input
  }

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(
    radius: Double = 40, extent: Double = 512, minZoom: Int = 0, maxZoom: Int = 16, minPoints: Int = 2,
    order: Order = .canonical
  ) {
    self.radius = ScreenSize(radius)
    self.extent = extent
    self.minZoom = minZoom
    self.maxZoom = maxZoom
    self.minPoints = minPoints
    self.order = order
  }

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = [
      Parameter(
        "radius", \.radius, in: 1...4096,
        "Distance on the screen within which items merge; with order=input, in units of extent."
      ).deciding(.fewer),
      Parameter(
        "extent", \.extent, in: 1...65536,
        "Width of a tile in the units of tile queries and, with order=input, of the radius."),
      Parameter("minZoom", \.minZoom, in: 0...32, "Zoom of the view with the largest clusters."),
      Parameter(
        "maxZoom", \.maxZoom, in: 0...32, "Deepest zoom of the view with clusters of different positions."),
      Parameter(
        "levelsPerZoom", \.levelsPerZoom, in: 1...8,
        "Number of levels per zoom: 2 for steps of half a zoom, 4 for quarters."),
      Parameter("minPoints", \.minPoints, in: 2...1000, "Minimum number of points in a cluster."),
      Parameter(
        "order", \.order, "Processing order: by position, or the order of the input as in supercluster."),
    ]
  #endif

  public var capabilities: Capabilities {
    order == .canonical
      ? [.nested, .panInvariant, .permutationInvariant, .incremental] : [.nested, .panInvariant]
  }

  public func makeIndex(
    over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    // No parameter's own bounds exclude zooms that end before they begin.
    guard minZoom <= maxZoom else {
      throw .parameter(
        .unacceptable(
          name: "minZoom", owner: label, value: "\(minZoom)",
          expectation: "a whole number up to maxZoom, which is \(maxZoom)"))
    }
    let dendrogram =
      if let saved = points.savedDendrogram(of: self) {
        saved
      } else {
        try RadiusMerging(points, order: order, minPoints: minPoints, context: context)
          .dendrogram(of: mergingLevels)
      }
    return RadiusIndex(points: points, dendrogram: dendrogram, strategy: self)
  }

  var mergingLevels: [RadiusMerging.Level] { levels.range.reversed().map(mergingLevel) }

  func mergingLevel(_ level: Int) -> RadiusMerging.Level {
    RadiusMerging.Level(radius: share(at: level) * WorldPoint.worldSize, time: Self.time(of: level))
  }

  var levels: ZoomLevels {
    ZoomLevels(minZoom: minZoom, maxZoom: maxZoom, perZoom: levelsPerZoom)
  }

  /// The level of a view's clusters; nil beyond ``maxZoom``.
  func level(of viewport: Viewport) -> Int? {
    guard !viewport.isBeyond(maxZoom) else { return nil }
    var viewport = viewport
    viewport.zoom = max(viewport.zoom, Double(minZoom))
    return levels.level(at: order == .input ? viewport.zoom : viewport.standardZoom)
  }

  /// The radius at a level as a share of the world.
  func share(at level: Int) -> Double {
    let zoom = levels.zoom(of: level)
    return radius.at(zoom: zoom) / ((order == .input ? extent : Self.tileWidth) * .exp2(zoom))
  }

  /// The width of the tiles that zooms refer to, in screen points.
  static let tileWidth = 256.0

  /// The time of a level's merges in the dendrogram; deep levels come first.
  static func time(of level: Int) -> Int32 { -Int32(level) }
}

extension ClusteringStrategy where Self == RadiusStrategy {
  /// Clusters that keep a radius apart; see ``RadiusStrategy``.
  public static func radius(
    _ radius: Double = 40, extent: Double = 512, minZoom: Int = 0, maxZoom: Int = 16, minPoints: Int = 2,
    order: RadiusStrategy.Order = .canonical
  ) -> RadiusStrategy {
    RadiusStrategy(
      radius: radius, extent: extent, minZoom: minZoom, maxZoom: maxZoom, minPoints: minPoints, order: order)
  }
}

final class RadiusIndex: DendrogramIndex, ReplayedIndex {
  let points: PointSet
  let dendrogram: Dendrogram
  let strategy: RadiusStrategy
  let directory = NodeDirectory<UInt32>()

  init(points: PointSet, dendrogram: Dendrogram, strategy: RadiusStrategy) {
    self.points = points
    self.dendrogram = dendrogram
    self.strategy = strategy
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    // In the order of the input leaves are single points.
    if strategy.order == .input, strategy.level(of: view.viewport) == nil {
      return try stacks(in: view.rect, context)
    }
    let (time, size) = cut(in: view)
    let grouping = try dendrogram.grouping(at: time, in: view.rect, size: size, context: context)
    return try refined(grouping, of: points, in: view, context)
  }

  func cut(in view: ProjectedView) -> (time: Int32, size: Double?) {
    guard let level = strategy.level(of: view.viewport) else { return (Dendrogram.beginning, nil) }
    return (RadiusStrategy.time(of: level), strategy.share(at: level) * view.viewport.worldWidth)
  }

  func levels(over points: PointSet, _ context: RunContext) -> ReplayedLevels? {
    if strategy.order == .input { return nil }
    let (levels, minPoints) = (strategy.mergingLevels, strategy.minPoints)
    let radii = levels.map { min($0.radius, 0x1p31) }
    let room = ReplayRoom(over: points.count, context) { most, context in
      RadiusMerging(points, minPoints: minPoints, most: most, capacity: 2 * most, context: context)
    }
    return ReplayedLevels(
      times: levels.map { $0.time },
      // A seed that found too few in either of two clusters may find enough in both.
      meetsInPairs: minPoints <= 2, context: context,
      // A seed that found too few may find enough with an item of an open cluster and one beyond.
      reach: { _, _, level in radii[level] < 1 ? 0 : minPoints > 2 ? 2 * radii[level] : radii[level] },
      replay: { (parts, items, level) throws(ClusteringError) in
        try room.replay(parts) { (merging, numbers) throws(ClusteringError) in
          try merging.replay(numbers, of: items, within: radii[level])
        }
      })
  }

  private func stacks(in rect: WorldRect, _ context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    var grouping = Grouping(order: points.order)
    let window = MortonWindow(rect, phase: points.projection.gridPhase)
    points.forEachSection(mergeable: true) { _, cells in
      cells.forEachCell(level: 32, in: window) { cell, _ in grouping.ranges.append(cell.points) }
    }
    return grouping
  }

  var tileExtent: Double { strategy.extent }

  var tileBuffer: Double {
    strategy.radius.greatest / (strategy.order == .input ? strategy.extent : RadiusStrategy.tileWidth)
  }

  func time(at zoom: Double) -> Int32 {
    let viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom)
    return strategy.level(of: viewport).map(RadiusStrategy.time) ?? Dendrogram.beginning
  }

  func nodes(at zoom: Double, in rect: WorldRect) -> [HierarchyNode]? {
    let time = time(at: zoom)
    // In the order of the input leaves are single points, but frames of deep zooms have stacks.
    if strategy.order == .input, time == Dendrogram.beginning, zoom.isFinite { return nil }
    return try? nodes(at: time, in: rect, RunContext())
  }

  func expansionZoom(of time: Int32) -> Double? { strategy.levels.zoom(of: 1 - Int(time)) }
}
