/// Steps of equal length along an axis of the world. Lengths are ratios of whole numbers, so that each
/// position has one step and the steps leave no gaps.
struct GridSpacing {
  // A step is so many fixed-point units long, over so many.
  private let units: UInt64
  private let divisor: UInt64

  /// Steps of a length in fixed-point units, rounded to 2⁻²⁴; but at least one unit, as positions are no
  /// finer.
  init(_ length: Double) {
    units = UInt64((max(1, min(length, 0x1p33)) * 0x1p24).rounded())
    divisor = 1 << 24
  }

  /// The steps nearest to a length in fixed-point units of which a whole number goes around the world.
  init(aroundWorldBy length: Double) {
    units = 1 << 32
    divisor = UInt64(max(1, min((WorldPoint.worldSize / length).rounded(), WorldPoint.worldSize)))
  }

  /// Half the length of a step, rounded down.
  var half: UInt32 { UInt32(clamping: units / divisor / 2) }

  /// The step at a distance from the start of the first, below 2³².
  @inline(__always)
  func step(at distance: UInt32) -> UInt64 { UInt64(distance) * divisor / units }

  /// The first whole distance that is in a step.
  func start(of step: UInt64) -> UInt64 {
    UInt64((UInt128(step) * UInt128(units) + UInt128(divisor - 1)) / UInt128(divisor))
  }
}
