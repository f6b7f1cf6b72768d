/// A position in 32-bit fixed point on the unit square of the world: x to the east, y to the south.
///
/// One unit is 2⁻³² of the world's width, 0.9 cm at the equator. Fixed point makes sums exact, hence
/// independent of order and machine, and lets x wrap by overflow: `x &- other.x` as a signed number is the
/// shorter way around (see ``eastward(from:)``).
public struct WorldPoint: Hashable, Sendable, BitwiseCopyable {
  /// Distance east of the world's west edge; the globe's x wraps at 2³².
  public var x: UInt32

  /// Distance south of the world's north edge.
  public var y: UInt32

  /// Creates a position from its fixed-point parts.
  @inlinable
  public init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  /// The number of fixed-point units in the width of the world.
  public static let worldSize = 4_294_967_296.0

  /// The nearest fixed-point position to a position on the unit square.
  ///
  /// - Parameters:
  ///   - x: a share of the world's width; any finite number, reduced modulo 1.
  ///   - y: a share of the world's height; clamped to 0…1.
  @inlinable
  public init(unitX x: Double, unitY y: Double) {
    // Adding 2⁵², from where on doubles are whole numbers, rounds without a call of the system's library.
    let turn = x >= 0 && x < 1 ? x : x - x.rounded(.down)
    let scaledX = turn * Self.worldSize + 0x1p52 - 0x1p52
    let scaledY = y * Self.worldSize + 0x1p52 - 0x1p52
    self.x = scaledX >= Self.worldSize ? 0 : UInt32(scaledX)
    self.y = UInt32(max(0, min(scaledY, Self.worldSize - 1)))
  }

  /// The x on the unit square, 0..<1.
  @inlinable public var unitX: Double { Double(x) / Self.worldSize }

  /// The y on the unit square, 0..<1.
  @inlinable public var unitY: Double { Double(y) / Self.worldSize }

  /// Returns the distance east of `origin` by the shorter way around the globe; negative to the west.
  @inlinable
  public func eastward(from origin: UInt32) -> Int32 { Int32(bitPattern: x &- origin) }
}
