/// A view's rectangle in the phased coordinates of the canonical order, in which it may fall apart in two.
struct DyadicWindow {
  private let first: (low: UInt64, high: UInt64)
  private let second: (low: UInt64, high: UInt64)
  private let north: UInt64
  private let south: UInt64

  /// Moves a rectangle by the phase.
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

  /// How a square with this north-west corner and side lies to the window.
  @inline(__always)
  func relation(x: UInt64, y: UInt64, side: UInt64) -> Relation {
    let east = x + side
    guard y < south, y + side > north else { return .outside }
    let touches = x < first.high && east > first.low || x < second.high && second.low < second.high
    guard touches else { return .outside }
    let covered = x >= first.low && east <= first.high || east <= second.high
    return covered && y >= north && y + side <= south ? .inside : .across
  }

  /// Where a square lies.
  enum Relation {
    case outside
    case across
    case inside
  }
}
