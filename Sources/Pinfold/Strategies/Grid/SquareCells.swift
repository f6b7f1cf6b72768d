/// Square cells of one size, laid east and south from a corner.
struct SquareCells: CellLayout {
  private let corner: WorldPoint
  private let columns: GridSpacing
  private let rows: GridSpacing

  /// Lays cells from a corner; positions to come lie east of it by less than the world, and not north of it.
  init(from corner: WorldPoint, pitch: GridSpacing) {
    self.corner = corner
    columns = pitch
    rows = pitch
  }

  /// Lays cells over the whole world, from its north edge.
  ///
  /// On the plane they begin at the west edge. On the globe they begin so far west of ±180° that it is always
  /// a third of a cell from a border: neighbours across it share cells, and still cells of half the side
  /// divide these in four.
  ///
  /// - Parameter parts: what the world is divided by before it is halved; a multiple of as many cells goes
  ///   around it. For 1 cells begin where Morton cells do, at 60° east.
  init(ofWorld projection: Projection, pitch: GridSpacing, parts: Int = 1) {
    let west = projection.wraps ? UInt32((1 << 32) / (3 * parts)) : 0
    corner = WorldPoint(x: 0 &- west, y: 0)
    columns = projection.wraps ? pitch.moved(toHoldThirdAt: west) : pitch
    rows = pitch
  }

  var origin: UInt32 { corner.x }

  func key(of position: WorldPoint) -> UInt64 {
    rows.step(at: position.y - corner.y) << 32 | columns.step(at: position.x &- corner.x)
  }

  func rect(of key: UInt64) -> WorldRect {
    let (row, column) = (key >> 32, key & 0xFFFF_FFFF)
    let world: UInt64 = 1 << 32
    let west = columns.start(of: column)
    let north = UInt64(corner.y) + rows.start(of: row)
    return WorldRect(
      west: corner.x &+ UInt32(west), width: min(columns.start(of: column + 1), world) - west,
      north: UInt32(north), height: min(UInt64(corner.y) + rows.start(of: row + 1), world) - north)
  }

  /// The whole cells that a rectangle touches.
  func cells(around rect: WorldRect) -> WorldRect {
    guard rect.width > 0, rect.height > 0 else { return rect }
    let world: UInt64 = 1 << 32
    let north = rows.start(of: rows.step(at: rect.north - corner.y)) + UInt64(corner.y)
    let last = UInt32(UInt64(rect.north) + rect.height - 1) - corner.y
    let south = min(rows.start(of: rows.step(at: last) + 1) + UInt64(corner.y), world)
    let west = columns.start(of: columns.step(at: rect.west &- corner.x))
    // East of the corner again where the rectangle goes around the globe past it.
    let distance = UInt64(rect.west &- corner.x) + rect.width - 1
    let end = min(columns.start(of: columns.step(at: UInt32(truncatingIfNeeded: distance)) + 1), world)
    let width = min(end + (distance >= world ? world : 0) - west, world)
    return WorldRect(
      west: corner.x &+ UInt32(west), width: width, north: UInt32(north), height: south - north)
  }
}
