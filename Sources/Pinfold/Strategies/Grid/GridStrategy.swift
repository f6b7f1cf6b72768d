/// Square cells, one cluster for each cell that holds a point.
///
/// By default cells are dyadic: the world is halved again and again, so a cell is exactly four cells of the
/// next level, and clusters nest. A view uses the level whose cells are nearest to the wanted size on the
/// screen, by ratio, the larger on a tie; so cells measure between 0.71 and 1.42 of it, and do not move with
/// the view. ``anchor`` offers the grids of other libraries, whose cells have the wanted size at every zoom
/// and move instead.
///
/// Cells are half-open: a point on an edge belongs to the east and the south, and counts once. Coincident
/// points share a cell at any zoom. ±180° is inside a cell wherever cells are larger than one position,
/// unless the view's corner decides otherwise.
///
/// Source: the grid of every map service since 2005; Morton cells are those of slippy-map tiles.
///
/// - Complexity: no build; O(*c* log *n*) for a query, where *n* is the number of points and *c* that of
///   cells in view; with another anchor O(*v* + *c* log *n*), where *v* is the number of points in the cells
///   in view.
public struct GridStrategy: ClusteringStrategy, Configurable {
  /// The wanted side of a cell, in screen points.
  public var cellSize = 60.0

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

    /// The world's north edge and, half a cell to the west, ±180°; on the plane its north-west corner. Cells
    /// have the wanted size, or the nearest to it of which a whole number goes around the globe. Panning
    /// changes no cluster; any change of the zoom moves all of them. As in MapKit's examples and in kingpin.
    case continuous
  }

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(cellSize: Double, anchor: Anchor = .world) {
    self.cellSize = cellSize
    self.anchor = anchor
  }

  public static let parameters: [Parameter<Self>] = [
    Parameter(
      "cellSize", \.cellSize, in: 1...4096, unit: "screen points", "Wanted side of a cell on the screen."),
    Parameter("anchor", \.anchor, "What cells are laid from; only with the world do clusters nest."),
  ]

  public var capabilities: Capabilities {
    switch anchor {
    case .world: [.nested, .panInvariant, .permutationInvariant, .incremental]
    case .viewport: .permutationInvariant
    case .continuous: [.panInvariant, .permutationInvariant]
    }
  }

  /// Nothing is built.
  public var buildBytesPerPoint: Int { 0 }

  public func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    switch anchor {
    case .world: GridIndex(points: points, cellSize: cellSize)
    case .viewport: ViewportGridIndex(points: points, cellSize: cellSize)
    case .continuous: ContinuousGridIndex(points: points, cellSize: cellSize)
    }
  }
}

extension ClusteringStrategy where Self == GridStrategy {
  /// Square cells; see ``GridStrategy``.
  public static func grid(cellSize: Double = 60, anchor: GridStrategy.Anchor = .world) -> GridStrategy {
    GridStrategy(cellSize: cellSize, anchor: anchor)
  }
}

/// Needs nothing beside the canonical order: every Morton cell is a range of it.
private struct GridIndex: IncrementalIndex {
  let points: PointSet
  let cellSize: Double

  var byteCount: Int { 0 }

  func updated(for points: PointSet, context: RunContext) -> any ClusterIndex {
    GridIndex(points: points, cellSize: cellSize)
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    let level = level(in: view)
    let phase = points.projection.gridPhase
    let window = MortonWindow(view.rect, phase: phase)
    var grouping = Grouping(order: points.order, cells: [])
    points.forEachSection(mergeable: true) { _, cells in
      cells.forEachCell(level: level, in: window) { cell in
        grouping.ranges.append(cell.points)
        grouping.cells?.append(cell.rect(phase: phase))
      }
    }
    return grouping
  }

  /// The level whose cells are nearest in ratio to the wanted size; the larger cells, the lower level, on a
  /// tie.
  private func level(in view: ProjectedView) -> Int {
    // Not the logarithm of the world's width: that would blur ties at half zooms.
    let exact = view.viewport.zoom + .log2(view.viewport.tileSize / cellSize)
    return max(0, min(32, Int((exact - 0.5).rounded(.up))))
  }
}

/// Cells from the view's corner, for the points in view.
private struct ViewportGridIndex: ClusterIndex {
  let points: PointSet
  let cellSize: Double

  var byteCount: Int { 0 }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let cells = SquareCells(from: view.corner, pitch: GridSpacing(view.units(fromPoints: cellSize)))
    return try cells.grouping(of: points, in: view.rect, listedIn: view.rect, context)
  }
}

/// Cells from the world's corner, for the points in the cells that the view touches.
private struct ContinuousGridIndex: ClusterIndex {
  let points: PointSet
  let cellSize: Double

  var byteCount: Int { 0 }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let side = view.units(fromPoints: cellSize)
    let wraps = points.projection.wraps
    let pitch = wraps ? GridSpacing(aroundWorldBy: side) : GridSpacing(side)
    // ±180° runs through the middle of a cell, so that neighbours across it are neighbours.
    let cells = SquareCells(from: WorldPoint(x: wraps ? 0 &- pitch.half : 0, y: 0), pitch: pitch)
    return try cells.grouping(of: points, in: cells.cells(around: view.rect), listedIn: view.rect, context)
  }
}
