/// A view's rectangle, moved by the grid phase as the canonical order is; there it may be two rectangles.
struct MortonWindow {
  private let first: (low: UInt64, high: UInt64)
  private let second: (low: UInt64, high: UInt64)
  private let north: UInt64
  private let south: UInt64

  /// Moves a rectangle by the grid phase.
  init(_ rect: WorldRect, phase: UInt32) {
    let west = UInt64(rect.west &+ phase)
    let east = west + rect.width
    first = (west, min(east, 1 << 32))
    second = (0, east > 1 << 32 ? east - (1 << 32) : 0)
    north = UInt64(rect.north)
    south = UInt64(rect.north) + rect.height
  }

  /// Whether a position lies inside.
  @inline(__always)
  func contains(x: UInt64, y: UInt64) -> Bool {
    y >= north && y < south && (x >= first.low && x < first.high || x < second.high)
  }

  /// The relation of a square with this north-west corner and side to the window.
  @inline(__always)
  func relation(x: UInt64, y: UInt64, side: UInt64) -> Relation {
    relation(west: x, east: x + side, north: y, south: y + side)
  }

  /// The relation of a box of positions, moved by the grid phase, to the window.
  @inline(__always)
  func relation(of box: Box) -> Relation {
    relation(
      west: UInt64(box.west), east: UInt64(box.east) + 1, north: UInt64(box.north),
      south: UInt64(box.south) + 1)
  }

  /// The relation of a half-open rectangle to the window.
  @inline(__always)
  private func relation(west: UInt64, east: UInt64, north: UInt64, south: UInt64) -> Relation {
    guard north < self.south, south > self.north else { return .outside }
    let touches = west < first.high && east > first.low || west < second.high
    guard touches else { return .outside }
    let covered = west >= first.low && east <= first.high || east <= second.high
    return covered && north >= self.north && south <= self.south ? .inside : .across
  }
}
