/// The extents of markers on one screen, in fixed-point units, and how deep two of them overlap: discs, or
/// boxes.
struct CollisionGeometry: Sendable {
  /// A marker's extents from its middle; a disc's radius twice.
  struct Extents: Sendable {
    var x: Double
    var y: Double
  }

  private let separation: Separation
  private let style: MarkerStyle
  private let unitsPerPoint: Double
  private let wraps: Bool
  private let padding: Double
  private let tolerance: Double

  /// The geometry on one screen.
  ///
  /// - Parameter unitsPerPoint: fixed-point units in one screen point.
  init(_ separation: Separation, unitsPerPoint: Double, wraps: Bool) {
    self.separation = separation
    self.unitsPerPoint = unitsPerPoint
    self.wraps = wraps
    style = separation.style
    padding = separation.padding * unitsPerPoint
    tolerance = Separation.tolerance * unitsPerPoint
  }

  /// The extents of a marker that stands for `count` points.
  func extents(count: Int) -> Extents {
    let radius = style.radius(count: count)
    guard separation.collisionMode == .rectangle else {
      return Extents(x: radius * unitsPerPoint, y: radius * unitsPerPoint)
    }
    func half(_ side: Double) -> Double { (side > 0 ? side / 2 : radius) * unitsPerPoint }
    return Extents(x: half(separation.width), y: half(separation.height))
  }

  /// Returns the depth by which two markers overlap: the distance that parts them. 0 where they do not
  /// collide.
  func depth(_ a: WorldPoint, _ sizeA: Extents, _ b: WorldPoint, _ sizeB: Extents) -> Double {
    let offsets = a.offsets(from: b, wraps: wraps)
    let (east, south) = (Double(offsets.x), Double(offsets.y))
    let depth =
      switch separation.collisionMode {
      case .circle: sizeA.x + sizeB.x + padding - (east * east + south * south).squareRoot()
      case .rectangle: min(sizeA.x + sizeB.x - east, sizeA.y + sizeB.y - south) + padding
      }
    return depth > tolerance ? depth : 0
  }

  /// Cells so large that markers of up to `count` points collide only in one cell or in neighbouring ones.
  func cells(upTo count: Int) -> CollisionCells {
    let largest = extents(count: count)
    // Not the largest alone: a box of a given width may be wider than it is high.
    return CollisionCells(leastSide: 2 * max(largest.x, largest.y) + padding, wraps: wraps)
  }

  /// The side of a snap cell: markers nearer than that to one another collide, whatever their sizes, by well
  /// over half of their own.
  var snapCellSide: UInt32 {
    let smallest = extents(count: 1)
    return UInt32(max(1, min(min(smallest.x, smallest.y) / 2, 0x1p31)))
  }
}

/// Square cells of equal sides that divide the world's width.
struct CollisionCells {
  /// The number of columns that go around the globe; nil on the plane.
  let around: Int?

  private let columns: UInt64

  /// Cells of at least a side in fixed-point units.
  init(leastSide: Double, wraps: Bool) {
    // One unit more, for a cell may lose part of a unit where x is cut into columns.
    columns = UInt64(max(1, (WorldPoint.worldSize / (leastSide + 1)).rounded(.down)))
    around = wraps ? Int(columns) : nil
  }

  /// The cell around a position.
  func cell(of point: WorldPoint) -> CellGrid.Cell {
    CellGrid.Cell(
      column: Int((UInt64(point.x) * columns) >> 32), row: Int((UInt64(point.y) * columns) >> 32))
  }
}
