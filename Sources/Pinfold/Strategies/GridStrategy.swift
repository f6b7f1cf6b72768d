#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Square cells laid over the world, one cluster for each cell that holds a point.
///
/// Cells are dyadic: the world is halved again and again, so a cell is exactly four cells of the next level, and
/// clusters nest. A view uses the level whose cells are nearest to the wanted size on the screen, by ratio, the
/// larger on a tie; so cells measure between 0.71 and 1.42 of it. Cells are half-open, and a point on an edge counts
/// once. Cells do not move with the view. Coincident points share a cell at any zoom.
///
/// Source: the grid of every map service since 2005; dyadic cells are those of slippy-map tiles.
///
/// - Complexity: no build; O(*c* log *n*) for a query, where *c* is the number of cells in view.
public struct GridStrategy: ClusteringStrategy, Configurable {
  /// The wanted side of a cell, in screen points.
  public var cellSize = 60.0

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(cellSize: Double) { self.cellSize = cellSize }

  public static let parameters: [Parameter<Self>] = [
    Parameter("cellSize", \.cellSize, in: 1...4096, unit: "points", "Wanted side of a cell on the screen.")
  ]

  public var capabilities: Capabilities { [.nested, .panInvariant, .permutationInvariant, .incremental] }

  public func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    GridIndex(points: points, cellSize: cellSize)
  }
}

extension ClusteringStrategy where Self == GridStrategy {
  /// Square cells; see ``GridStrategy``.
  public static func grid(cellSize: Double = 60) -> GridStrategy { GridStrategy(cellSize: cellSize) }
}

/// Needs nothing beside the canonical order: every dyadic cell is a range of it.
private struct GridIndex: IncrementalIndex {
  let points: PointSet
  let cellSize: Double

  var byteCount: Int { 0 }

  func updated(for points: PointSet, context: RunContext) -> any ClusterIndex {
    GridIndex(points: points, cellSize: cellSize)
  }

  func grouping(in view: View, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    let level = level(in: view)
    let phase = points.projection.phase
    let window = DyadicWindow(view.rect, phase: phase)
    var grouping = Grouping(order: points.order, cells: [])
    points.forEachSection(mergeable: true) { _, cells in
      cells.forEachCell(level: level, in: window) { cell in
        grouping.ranges.append(cell.points)
        grouping.cells?.append(cell.rect(phase: phase))
      }
    }
    return grouping
  }

  /// The level whose cells are nearest in ratio to the wanted size; the larger cells, the lower level, on a tie.
  private func level(in view: View) -> Int {
    // Not the logarithm of the world's width: that would blur ties at half zooms.
    let exact = view.viewport.zoom + log2(view.viewport.tileSize / cellSize)
    return max(0, min(32, Int((exact - 0.5).rounded(.up))))
  }
}
