/// Square cells of one size, laid east and south from a corner.
struct SquareCells: CellLayout {
  private let corner: WorldPoint
  private let pitch: GridSpacing

  /// Lays cells from a corner; positions to come lie east of it by less than the world, and not north of it.
  init(from corner: WorldPoint, pitch: GridSpacing) {
    self.corner = corner
    self.pitch = pitch
  }

  var origin: UInt32 { corner.x }

  func key(of position: WorldPoint) -> UInt64 {
    pitch.step(at: position.y - corner.y) << 32 | pitch.step(at: position.x &- corner.x)
  }

  func rect(of key: UInt64) -> WorldRect {
    let (row, column) = (key >> 32, key & 0xFFFF_FFFF)
    let world: UInt64 = 1 << 32
    let west = pitch.start(of: column)
    let north = UInt64(corner.y) + pitch.start(of: row)
    return WorldRect(
      west: corner.x &+ UInt32(west), width: min(pitch.start(of: column + 1), world) - west,
      north: UInt32(north), height: min(UInt64(corner.y) + pitch.start(of: row + 1), world) - north)
  }

  /// The whole cells that a rectangle touches.
  func cells(around rect: WorldRect) -> WorldRect {
    guard rect.width > 0, rect.height > 0 else { return rect }
    let world: UInt64 = 1 << 32
    let north = pitch.start(of: pitch.step(at: rect.north - corner.y)) + UInt64(corner.y)
    let last = UInt32(UInt64(rect.north) + rect.height - 1) - corner.y
    let south = min(pitch.start(of: pitch.step(at: last) + 1) + UInt64(corner.y), world)
    let west = pitch.start(of: pitch.step(at: rect.west &- corner.x))
    // East of the corner again where the rectangle goes around the globe past it.
    let distance = UInt64(rect.west &- corner.x) + rect.width - 1
    let end = min(pitch.start(of: pitch.step(at: UInt32(truncatingIfNeeded: distance)) + 1), world)
    let width = min(end + (distance >= world ? world : 0) - west, world)
    return WorldRect(
      west: corner.x &+ UInt32(west), width: width, north: UInt32(north), height: south - north)
  }
}
