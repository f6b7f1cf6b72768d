/// Steps of equal length along an axis of the world. Lengths are ratios of whole numbers, so that each
/// position has one step and the steps leave no gaps.
///
/// Steps of half the length have every border of these among their own.
struct GridSpacing {
  // A step is so many fixed-point units long, over so many; the upper number is a multiple of 3.
  private let units: UInt64
  private let divisor: UInt64

  /// How far the first step begins before the start, over ``divisor``; less than ``units``.
  private var offset: UInt64 = 0

  /// How often a length was halved to give this one, counted from the same length for all halves of it.
  private let halvings: Int

  /// Steps of a length in fixed-point units, rounded to a share of 2⁻³⁸; but at least one unit, as positions
  /// are no finer. The first is at the start.
  init(_ length: Double) {
    // The longest is four worlds, so that its third is still longer than the world.
    let bounded = max(1, min(length, 0x1p34))
    let rounded = (bounded.significand * 0x1p37).rounded() * 0x1p-37
    let exponent = bounded.exponent + rounded.exponent
    units = 3 * UInt64(rounded.significand * 0x1p37)
    divisor = 3 << UInt64(37 - exponent)
    halvings = 34 - exponent
  }

  /// Steps of which a whole number, at most one a fixed-point unit, goes around the world. The first is at
  /// the start.
  init(aroundWorld count: Int) {
    units = 3 << 32
    divisor = 3 * UInt64(count)
    halvings = count.trailingZeroBitCount
  }

  /// The steps moved so that a distance lies a third of a step from a border, and the first, at the start, is
  /// cut short.
  ///
  /// The distance lies at one third of a step, in steps of half the length at two thirds, and so on by turns:
  /// no border comes near it, however often the length is halved, and borders stay borders.
  func moved(toHoldThirdAt distance: UInt32) -> GridSpacing {
    var moved = self
    let third = halvings.isMultiple(of: 2) ? units / 3 : units / 3 * 2
    let inside = units.dividingFullWidth(UInt64(distance).multipliedFullWidth(by: divisor)).remainder
    moved.offset = third >= inside ? third - inside : third + units - inside
    return moved
  }

  /// The step at a distance from the start, below 2³².
  @inline(__always)
  func step(at distance: UInt32) -> UInt64 {
    var (high, low) = UInt64(distance).multipliedFullWidth(by: divisor)
    let (sum, carries) = low.addingReportingOverflow(offset)
    low = sum
    if carries { high += 1 }
    return units.dividingFullWidth((high, low)).quotient
  }

  /// The first whole distance that is in a step.
  func start(of step: UInt64) -> UInt64 {
    let end = UInt128(step) * UInt128(units)
    guard end > offset else { return 0 }
    return UInt64((end - UInt128(offset) + UInt128(divisor - 1)) / UInt128(divisor))
  }
}
