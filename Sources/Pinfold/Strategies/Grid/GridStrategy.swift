/// Square cells, one cluster for each cell that holds a point.
///
/// By default cells are dyadic: the world is halved repeatedly, so a cell is exactly four cells of the next
/// level, and clusters nest. A view uses the level whose cells are nearest to the requested size on the
/// screen, by ratio, the larger on a tie. So cells measure 0.71 to 1.42 times the requested size and do not
/// move with the view; ``Frame/effectiveSize`` is their side. With ``finer`` sizes the world may be divided
/// by 3, 5 or 7 before it is halved, if that is nearer to the requested size at whole zooms; cells then
/// measure 0.89 to 1.12 times the requested size, and nest as well. ``anchor`` offers the grids of other
/// libraries, whose cells have the requested size at every zoom but move.
///
/// Cells are half-open: a point on an edge belongs to the cell to the east or south, and counts once.
/// Coincident points share a cell at any zoom. ±180° lies inside a cell wherever cells are larger than one
/// position, unless cells start at the view's corner.
///
/// Source: the grid of every map service since 2005; Morton cells are those of slippy-map tiles.
///
/// - Complexity: no build; O(*c* log *n*) for a query, where *n* is the number of points and *c* that of
///   cells in view; with another anchor or finer sizes O(*v* + *c* log *n*), where *v* is the number of
///   points in the cells in view.
public struct GridStrategy: ClusteringStrategy, Configurable {
  /// The wanted side of a cell, in screen points, at each zoom of maps with tiles of 256.
  public var cellSize: ScreenSize = 60

  /// The origin of cells.
  public var anchor = Anchor.world

  /// The origin of cells.
  public enum Anchor: String, CaseIterable, Sendable {
    /// The world, by halves: clusters nest.
    case world

    /// The north-west corner of the view with its margin; where that shows the globe all around, the meridian
    /// opposite its middle. Only points in there take part, so clusters change wherever the view moves. As in
    /// the grid of Google's Maps for a web page.
    case viewport

    /// The world's north-west corner. Cells have the requested size at each zoom: a whole step of the zoom
    /// divides each cell in four, any other step moves all of them. Panning changes no cluster. The same as
    /// in MapKit's examples and in kingpin, except that on the globe cells begin at 60° east, where the last
    /// cells are cut short, and ±180° is inside a cell.
    case continuous
  }

  /// Whether cells anchored at the world may also be thirds, fifths and sevenths of its halves.
  public var finer = false

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(cellSize: Double, anchor: Anchor = .world, finer: Bool = false) {
    self.cellSize = ScreenSize(cellSize)
    self.anchor = anchor
    self.finer = finer
  }

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = [
      Parameter(
        "cellSize", \.cellSize, in: 1...4096,
        "Target side of a cell on the screen; with anchor=world the nearest of fixed sizes, such as 32, 64, 128."
      ).deciding(.fewer),
      Parameter(
        "anchor", \.anchor,
        "Where the grid starts; clusters nest with world, and with continuous at whole zooms."),
      Parameter(
        "finer", \.finer,
        "Whether the world may first be divided by 3, 5 or 7: sizes nearer to cellSize, but slower."),
    ]
  #endif

  public var capabilities: Capabilities {
    switch anchor {
    case .world:
      // The number of parts that fits one size best need not fit another.
      finer && !cellSize.isConstant
        ? [.panInvariant, .permutationInvariant, .incremental]
        : [.nested, .panInvariant, .permutationInvariant, .incremental]
    case .viewport: .permutationInvariant
    case .continuous:
      // Other sizes at other zooms divide no cell.
      cellSize.isConstant
        ? [.nestedByZoom, .panInvariant, .permutationInvariant] : [.panInvariant, .permutationInvariant]
    }
  }

  /// 0: there is no build.
  public var buildBytesPerPoint: Int { 0 }

  public func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    UnbuiltIndex(over: points, self)
  }
}

extension ClusteringStrategy where Self == GridStrategy {
  /// Square cells; see ``GridStrategy``.
  public static func grid(
    cellSize: Double = 60, anchor: GridStrategy.Anchor = .world, finer: Bool = false
  ) -> GridStrategy {
    GridStrategy(cellSize: cellSize, anchor: anchor, finer: finer)
  }
}

// MARK: - Views

extension GridStrategy: UnbuiltStrategy {
  func grouping(
    of points: PointSet, in view: ProjectedView, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    try context.check()
    let size = cellSize.at(zoom: view.viewport.standardZoom)
    guard anchor == .world else { return try grouping(of: points, in: view, size: size, context) }
    let level = GridLevel(in: view, cellSize: size, finer: finer)
    var grouping = try grouping(of: points, in: view, level, context)
    grouping.effectiveSize = view.viewport.worldWidth / Double(level.count)
    return grouping
  }

  /// Cells that halve the world, each a range of the canonical order, or parts of it.
  private func grouping(
    of points: PointSet, in view: ProjectedView, _ level: GridLevel, _ context: RunContext
  ) throws(ClusteringError) -> Grouping {
    guard level.parts == 1 else {
      let cells = SquareCells(
        ofWorld: points.projection, pitch: GridSpacing(aroundWorld: level.count), parts: level.parts)
      return try cells.grouping(of: points, in: cells.cells(around: view.rect), around: view.rect, context)
    }
    let phase = points.projection.gridPhase
    let window = MortonWindow(view.rect, phase: phase)
    var grouping = Grouping(order: points.order, cells: [])
    points.forEachSection(mergeable: true) { _, cells in
      cells.forEachCell(level: level.halvings, in: window) { cell, isInView in
        if !isInView { grouping.candidates.append(grouping.ranges.count) }
        grouping.ranges.append(cell.points)
        grouping.cells?.append(cell.rect(phase: phase))
      }
    }
    return grouping
  }

  /// Cells of the wanted size, from the corner of the view or of the world.
  private func grouping(
    of points: PointSet, in view: ProjectedView, size: Double, _ context: RunContext
  ) throws(ClusteringError) -> Grouping {
    let (pitch, isFromView) = (GridSpacing(view.units(fromPoints: size)), anchor == .viewport)
    let cells =
      isFromView
      ? SquareCells(from: view.corner, pitch: pitch) : SquareCells(ofWorld: points.projection, pitch: pitch)
    // From the view's corner only the points in view take part, else all in the cells that it touches.
    let rect = isFromView ? view.rect : cells.cells(around: view.rect)
    var grouping = try cells.grouping(of: points, in: rect, around: view.rect, context)
    grouping.effectiveSize = size
    return grouping
  }
}

/// A division of the world into square cells that nests with those of other zooms: so many parts a side, each
/// halved so many times.
struct GridLevel {
  /// The number of parts of a side of the world before it is halved.
  let parts: Int

  /// How many times the parts are halved.
  let halvings: Int

  /// The number of cells in a side of the world.
  var count: Int { parts << halvings }

  /// The level whose cells are nearest in ratio to the wanted size; the larger cells on a tie.
  ///
  /// - Parameter finer: whether there may be several parts: as many as come nearest at whole zooms, the
  ///   fewest on a tie, so that they are the same at all zooms and clusters nest.
  init(in view: ProjectedView, cellSize: Double, finer: Bool) {
    // Not the logarithm of the world's width: that would blur ties at half zooms.
    let exact = Double.log2(view.viewport.tileSize / cellSize)
    func distance(_ parts: Int) -> Double {
      let halvings = exact - .log2(Double(parts))
      return abs(halvings - halvings.rounded())
    }
    let parts = finer ? [3, 5, 7].reduce(1) { distance($1) < distance($0) ? $1 : $0 } : 1
    let halvings = Int((view.viewport.zoom + exact - .log2(Double(parts)) - 0.5).rounded(.up))
    // Where even the parts are too small, all the world is a cell.
    guard halvings >= 0 else {
      (self.parts, self.halvings) = (1, 0)
      return
    }
    // No cell is smaller than a position.
    let deepest = 32 - (Int.bitWidth - (parts - 1).leadingZeroBitCount)
    (self.parts, self.halvings) = (parts, min(deepest, halvings))
  }
}
