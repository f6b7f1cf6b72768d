/// A half-open rectangle of the world, which on the globe may cross ±180°.
public struct WorldRect: Hashable, Sendable {
  /// The west edge, inside the rectangle.
  public var west: UInt32

  /// The extent to the east, 0…2³²; the whole world at 2³².
  public var width: UInt64

  /// The north edge, inside the rectangle.
  public var north: UInt32

  /// The extent to the south, 0…2³² − `north`.
  public var height: UInt64

  /// Creates a rectangle from its north-west corner and extents.
  @inlinable
  public init(west: UInt32, width: UInt64, north: UInt32, height: UInt64) {
    assert(width <= 1 << 32 && height <= (1 << 32) - UInt64(north))
    self.west = west
    self.width = width
    self.north = north
    self.height = height
  }

  /// The whole world.
  public static let world = WorldRect(west: 0, width: 1 << 32, north: 0, height: 1 << 32)

  /// Whether a position is inside; the south and east edges are exclusive.
  @inlinable
  public func contains(x: UInt32, y: UInt32) -> Bool {
    // West of the edge, the difference wraps past any width.
    UInt64(x &- west) < width && UInt64(y &- north) < height
  }

  /// Whether a position is inside; the south and east edges are exclusive.
  @inlinable
  public func contains(_ point: WorldPoint) -> Bool { contains(x: point.x, y: point.y) }

  package func meets(_ other: WorldRect) -> Bool {
    UInt64(other.west &- west) < width && other.width > 0
      || UInt64(west &- other.west) < other.width && width > 0
      ? UInt64(north) < UInt64(other.north) + other.height && UInt64(other.north) < UInt64(north) + height
      : false
  }

  /// The rectangle extended on each side by a share of its size and a number of units.
  func outset(by share: Double, _ units: Double, wraps: Bool) -> WorldRect {
    func more(_ length: UInt64) -> UInt64 {
      UInt64(min((Double(length) * share + units).rounded(.up), WorldPoint.worldSize))
    }
    let (world, x, y) = (1 << 32 as UInt64, more(width), more(height))
    let north = UInt64(north) - min(UInt64(self.north), y)
    let south = min(UInt64(self.north) + height + y, world)
    let isAllAround = wraps && width + 2 * x >= world
    let west =
      isAllAround ? 0 : wraps ? UInt64(self.west &- UInt32(x)) : UInt64(self.west) - min(UInt64(self.west), x)
    let east = wraps ? west + width + 2 * x : min(UInt64(self.west) + width + x, world)
    return WorldRect(
      west: UInt32(west), width: isAllAround ? world : east - west, north: UInt32(north),
      height: south - north)
  }

  /// The center.
  public var center: WorldPoint {
    let y = UInt64(north) + height / 2
    return WorldPoint(x: west &+ UInt32(truncatingIfNeeded: width / 2), y: UInt32(min(y, (1 << 32) - 1)))
  }
}
