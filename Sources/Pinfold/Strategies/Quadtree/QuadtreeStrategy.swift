/// The largest quadtree nodes whose points fit a cell on the screen, one cluster each.
///
/// By default the clusters of a view are a cut through a bucket quadtree: the shallowest nodes whose points
/// have an extent, the larger side of their bounds, of at most `cellSize`. So unlike a grid's, clusters end
/// where the data does, and no cluster is larger than a cell. Sides of nodes are repeated halves of the world
/// and never move: clusters nest, and panning changes none.
///
/// Half-open quarters assign every point to one node. A leaf too large for a cell is divided further during
/// the query, so `capacity` trades memory for time and never changes a cluster. Coincident points are never
/// divided. On the globe ±180° lies inside a node at every level except the one at which nodes are single
/// positions.
///
/// With ``Cut/region`` it works like the tutorials: one cluster for each of the windows laid over the view,
/// about 91 screen points wide, from its south-west corner. A window is 32768 / (tile size · 2^zoom) degrees
/// of longitude wide and as many of latitude high, on the plane that many 360ths of the square's side. The
/// corner is moved south and west to whole degrees or, where windows are smaller, to a multiple of the
/// largest power of two of a degree that is not above a window. Windows are half-open: a point on an edge
/// belongs to the window to the east or north. If the view shows the whole globe, windows begin at the
/// meridian opposite its middle. Only points in the view and its margin are included, so clusters change as
/// the view moves. ±180° ends a window as any whole degree may.
///
/// Source: the quadtree map views of the iOS tutorials of 2014; bucket quadtrees after Samet.
///
/// - Complexity: O(*n* + *m* log *n*) to build, where *n* is the number of points and *m* that of nodes,
///   about *n* · 3 / `capacity`; O(*c* · (`capacity` + log *n*)) for a query with *c* clusters. Cut by region
///   there is no build, and a query takes O(*v* + *c* log *n*), where *v* is the number of points in view.
public struct QuadtreeStrategy: ClusteringStrategy, Configurable {
  /// The largest extent of a cluster, in screen points, at each zoom of maps with tiles of 256.
  public var cellSize: ScreenSize = 80

  /// The most points that a leaf of the tree holds.
  public var capacity = 8

  /// The parts of the tree that become clusters.
  public var cut = Cut.node

  /// The parts of the tree that become clusters.
  public enum Cut: String, CaseIterable, Sendable {
    /// The largest nodes of the tree that fit a cell.
    case node

    /// Windows of equal degrees laid over the view, halved at every zoom.
    case region

    /// The windows as published: always laid from whole degrees, and past zoom 10 (of tiles of 256) a degree
    /// wide again, though that is more than the screen shows. Kept for comparison.
    case wholeDegrees = "whole-degrees"
  }

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(cellSize: Double = 80, capacity: Int = 8, cut: Cut = .node) {
    self.cellSize = ScreenSize(cellSize)
    self.capacity = capacity
    self.cut = cut
  }

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = [
      Parameter(
        "cellSize", \.cellSize, in: 1...4096,
        "Largest extent of a cluster on the screen, if cut by node."
      ).deciding(.fewer),
      Parameter(
        "capacity", \.capacity, in: 1...4096,
        "Maximum number of points in a leaf of the tree: affects time and memory, never clusters."),
      Parameter(
        "cut", \.cut, "What forms clusters: nodes of the tree, or windows of degrees over the view."),
    ]
  #endif

  public var capabilities: Capabilities {
    cut == .node ? [.nested, .panInvariant, .permutationInvariant, .incremental] : .permutationInvariant
  }

  public func makeIndex(
    over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    if cut != .node { return UnbuiltIndex(over: points, self) }
    return QuadtreeIndex(
      points: points, cellSize: cellSize, capacity: capacity,
      tree: try points.quadtree(capacity: capacity, context))
  }
}

extension QuadtreeStrategy: UnbuiltStrategy {
  /// Cut by region.
  func grouping(
    of points: PointSet, in view: ProjectedView, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    try DegreeWindows(over: view, wholeDegrees: cut == .wholeDegrees)
      .grouping(of: points, in: view.rect, around: view.rect, context)
  }
}

extension ClusteringStrategy where Self == QuadtreeStrategy {
  /// The largest quadtree nodes that fit a cell, or windows over the view; see ``QuadtreeStrategy``.
  public static func quadtree(
    cellSize: Double = 80, capacity: Int = 8, cut: QuadtreeStrategy.Cut = .node
  ) -> QuadtreeStrategy {
    QuadtreeStrategy(cellSize: cellSize, capacity: capacity, cut: cut)
  }
}

private final class QuadtreeIndex: IncrementalIndex {
  let points: PointSet
  let cellSize: ScreenSize
  let capacity: Int

  /// The tree over the columns that the points were edited from.
  let tree: Quadtree

  init(points: PointSet, cellSize: ScreenSize, capacity: Int, tree: Quadtree) {
    (self.points, self.cellSize, self.capacity, self.tree) = (points, cellSize, capacity, tree)
  }

  var byteCount: Int { tree.byteCount }

  func updated(for points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    let tree = points.sharesBase(with: self.points) ? tree : try points.quadtree(capacity: capacity, context)
    return QuadtreeIndex(points: points, cellSize: cellSize, capacity: capacity, tree: tree)
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let size = cellSize.at(zoom: view.viewport.standardZoom)
    return try points.withCells(of: 0..<points.count) { (cells) throws(ClusteringError) in
      var cut = NodeCut(
        tree: tree, cells: cells, phase: points.projection.gridPhase,
        window: MortonWindow(view.rect, phase: points.projection.gridPhase),
        limit: view.units(fromPoints: size), capacity: capacity, context: context,
        grouping: Grouping(order: points.order, cells: []))
      cut.grouping.effectiveSize = size
      if let delta = points.delta?.indices {
        try cut.walk(points.sections, delta)
      } else {
        try cut.walk(0..<tree.nodes.count, shift: 0)
      }
      return cut.grouping
    }
  }
}

extension PointSet {
  /// The tree over the columns that the set was edited from.
  fileprivate func quadtree(capacity: Int, _ context: RunContext) throws(ClusteringError) -> Quadtree {
    try Quadtree(over: PointSet(projection: projection, base: base), capacity: capacity, context: context)
  }
}

/// One query: gathers the nodes that fit.
struct NodeCut {
  let tree: Quadtree
  let cells: MortonCells
  let phase: UInt32
  let window: MortonWindow

  /// The largest extent of a cluster, in fixed-point units.
  let limit: Double

  /// The most points of a leaf.
  let capacity: Int
  let context: RunContext
  var grouping: Grouping

  /// Walks whole subtrees.
  ///
  /// - Parameter shift: the distance of the points from the positions that the nodes store.
  mutating func walk(_ range: Range<Int>, shift: Int) throws(ClusteringError) {
    var index = range.lowerBound
    var steps = 0
    while index < range.upperBound {
      if steps & 0xFFF == 0 { try context.check() }
      steps += 1
      let node = tree.nodes[index]
      let isLeaf = node.end == index + 1
      let relation = relation(of: node.box)
      if relation != .outside {
        if !fits(node.box) && !isLeaf {
          index += 1
          continue
        }
        let points = Int(node.points.lowerBound) + shift..<Int(node.points.upperBound) + shift
        if fits(node.box) { add(points, relation) } else { divide(points) }
      }
      index = Int(node.end)
    }
  }

  /// Whether points with these bounds are near enough for one cluster.
  @inline(__always)
  func fits(_ box: Box) -> Bool { Double(box.extent) <= limit }

  /// Divides points that are too far apart for one cluster.
  mutating func divide(_ points: Range<Int>) {
    cells.forEachQuarter(of: cells.smallestCell(around: points)) { quarter in
      let box = cells.box(around: quarter.points)
      let relation = relation(of: box)
      if relation == .outside { return }
      if fits(box) { add(quarter.points, relation) } else { divide(quarter.points) }
    }
  }

  /// The relation of the smallest cell around points with these bounds to the view; inside if the bounds are,
  /// because the points are then in view.
  @inline(__always)
  func relation(of box: Box) -> Relation {
    let relation = window.relation(of: box)
    if relation != .outside { return relation }
    let level = min((box.west ^ box.east).leadingZeroBitCount, (box.north ^ box.south).leadingZeroBitCount)
    let side: UInt64 = 1 << UInt64(32 - level)
    let (x, y) = (UInt64(box.west) & ~(side - 1), UInt64(box.north) & ~(side - 1))
    return window.relation(x: x, y: y, side: side) == .outside ? .outside : .across
  }

  /// Adds a cluster: a candidate if none of its points is in view.
  ///
  /// - Parameter relation: how the points lie to the view.
  mutating func add(_ points: Range<Int>, _ relation: Relation) {
    let cell = cells.smallestCell(around: points)
    if relation != .inside, !cells.holdsPoint(cell, in: window) {
      grouping.candidates.append(grouping.ranges.count)
    }
    grouping.ranges.append(points)
    grouping.cells?.append(cell.rect(phase: phase))
  }
}
