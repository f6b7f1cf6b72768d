/// A half-open rectangle of the world, which on the globe may cross the ±180° meridian.
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

  /// Whether a position lies inside; the south and east edges do not.
  @inlinable
  public func contains(x: UInt32, y: UInt32) -> Bool {
    // West of the edge the difference wraps to more than any width.
    UInt64(x &- west) < width && UInt64(y &- north) < height
  }

  /// Whether a position lies inside; the south and east edges do not.
  @inlinable
  public func contains(_ point: WorldPoint) -> Bool { contains(x: point.x, y: point.y) }

  /// The position in the middle.
  public var center: WorldPoint {
    let y = UInt64(north) + height / 2
    return WorldPoint(x: west &+ UInt32(truncatingIfNeeded: width / 2), y: UInt32(min(y, (1 << 32) - 1)))
  }
}
