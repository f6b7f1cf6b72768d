/// An exact sum of positions.
///
/// On the globe x is *unwrapped*: counted eastward from some meridian without wrapping, so that points on
/// both sides of ±180° have a mean between them. An unwrapped x may be negative or exceed the world's width;
/// whole windings around the globe change nothing.
struct PositionSum: Hashable, Sendable {
  var count: Int
  // Sums of fewer than 2³⁰ positions fit, up to two windings from the origin.
  var x: Int64
  var y: Int64

  static func + (a: Self, b: Self) -> Self { Self(count: a.count + b.count, x: a.x + b.x, y: a.y + b.y) }

  static func - (a: Self, b: Self) -> Self { Self(count: a.count - b.count, x: a.x - b.x, y: a.y - b.y) }

  /// The sum of the positions shifted east by whole windings.
  func wound(by windings: Int64) -> Self { Self(count: count, x: x + Int64(count) * windings << 32, y: y) }

  /// The windings east that bring an unwrapped x nearest to `center`.
  @inline(__always)
  static func windings(from x: Int64, to center: Int64) -> Int64 {
    (center &+ Int64(Int32(truncatingIfNeeded: x &- center)) &- x) &>> 32
  }

  /// The mean with x unwrapped, rounded to the nearest unit, halves up; `count` must be positive.
  var mean: (x: Int64, y: Int64) {
    // Division is slow, and one point is its own mean.
    guard count > 1 else { return (x, y) }
    let count = Int64(count)
    return ((x + count / 2).flooredQuotient(by: count), (y + count / 2) / count)
  }
}

extension WorldPoint {
  @inline(__always)
  init(unwrapping mean: (x: Int64, y: Int64)) {
    self.init(x: UInt32(truncatingIfNeeded: mean.x), y: UInt32(truncatingIfNeeded: mean.y))
  }
}

/// An exact sum of weighted positions; see ``PositionSum``.
struct WeightedSum: Hashable, Sendable, BitwiseCopyable {
  /// The sum of weights in units of a ``WeightScale``, less than 2¹²⁶.
  private(set) var weight: UInt128 = 0
  private var x = WideSum()
  private var y = WideSum()

  init() {}

  /// - Parameter weight: the weight of one position, or of several coincident ones, in units.
  @inline(__always)
  init(_ weight: UInt128, x: Int64, y: Int64) {
    self.weight = weight
    self.x = WideSum(weight, times: x)
    self.y = WideSum(weight, times: y)
  }

  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.weight &+= b.weight
    sum.x.add(b.x)
    sum.y.add(b.y)
    return sum
  }

  static func - (a: Self, b: Self) -> Self {
    var sum = a
    sum.weight &-= b.weight
    sum.x.subtract(b.x)
    sum.y.subtract(b.y)
    return sum
  }

  func wound(by windings: Int64) -> Self {
    if windings == 0 { return self }
    var sum = self
    sum.x.add(WideSum(weight, times: windings << 32))
    return sum
  }

  /// The mean with x unwrapped, rounded to the nearest unit, halves up; nil if the weight is 0.
  ///
  /// Weights of more than ``divisorBits`` bits are truncated, which changes the mean by less than 2⁻⁵⁰ units.
  /// The number of bits left does not depend on the unit of weights, and neither does the mean.
  var mean: (x: Int64, y: Int64)? {
    guard weight > 0 else { return nil }
    let shift = max(0, UInt128.bitWidth - weight.leadingZeroBitCount - Self.divisorBits)
    let weight = Int128(weight >> UInt128(shift))
    func mean(_ sum: WideSum) -> Int64 {
      Int64(truncatingIfNeeded: ((sum >> shift) + weight / 2).flooredQuotient(by: weight))
    }
    return (mean(x), mean(y))
  }

  /// Leaves room in 128 bits for a sum of positions some windings off the world.
  private static let divisorBits = 90
}

extension FixedWidthInteger {
  /// The quotient rounded down; `divisor` is positive.
  @inline(__always)
  fileprivate func flooredQuotient(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
