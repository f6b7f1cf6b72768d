/// An exact sum of positions, from which their mean comes.
///
/// On the globe x is *unwrapped*: counted on eastward, without the wrap, from some meridian, so that points
/// on both sides of it have a mean between them. A unwrapped x may be negative, or past the world's width;
/// whole windings change nothing.
struct PositionSum: Hashable, Sendable {
  /// The number of positions.
  var count: Int

  // Sums of less than 2³⁰ positions fit, up to two windings from where counting starts.
  /// The sum of unwrapped x.
  var x: Int64

  /// The sum of y.
  var y: Int64

  static func + (a: Self, b: Self) -> Self { Self(count: a.count + b.count, x: a.x + b.x, y: a.y + b.y) }

  /// The same positions some windings farther east.
  func wound(by windings: Int64) -> Self { Self(count: count, x: x + Int64(count) * windings << 32, y: y) }

  /// The windings east that bring an unwrapped x nearest to another.
  @inline(__always)
  static func windings(from x: Int64, to center: Int64) -> Int64 {
    (center &+ Int64(Int32(truncatingIfNeeded: x &- center)) &- x) &>> 32
  }

  /// The mean, x unwrapped, to the nearest unit, halves rounded up.
  ///
  /// - Precondition: `count` is positive.
  var mean: (x: Int64, y: Int64) {
    // A point alone is its own mean, and division is slow.
    guard count > 1 else { return (x, y) }
    let count = Int64(count)
    return ((x + count / 2).flooredQuotient(by: count), (y + count / 2) / count)
  }
}

extension WorldPoint {
  /// The position at an unwrapped x.
  @inline(__always)
  init(unwrapping mean: (x: Int64, y: Int64)) {
    self.init(x: UInt32(truncatingIfNeeded: mean.x), y: UInt32(truncatingIfNeeded: mean.y))
  }
}

/// An exact sum of positions, each as often as its weight has units; see ``PositionSum``.
struct WeightedSum: Hashable, Sendable, BitwiseCopyable {
  /// The sum of weights, in units of a ``WeightScale``; less than 2¹²⁶.
  private(set) var weight: UInt128 = 0

  /// The sum of unwrapped x.
  private var x = WideSum()

  /// The sum of y.
  private var y = WideSum()

  /// The sum of no positions.
  init() {}

  /// A position, or several coincident ones, of some weight in units.
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

  /// The same positions some windings farther east.
  func wound(by windings: Int64) -> Self {
    if windings == 0 { return self }
    var sum = self
    sum.x.add(WideSum(weight, times: windings << 32))
    return sum
  }

  /// The mean, x unwrapped, to the nearest unit, halves rounded up; nil where there is no weight.
  ///
  /// Of a weight of more than ``divisorBits`` bits the last bits are cut off, which changes a mean by less
  /// than 2⁻⁵⁰ units. As many are left whatever the unit of weights, so the mean does not depend on that.
  var mean: (x: Int64, y: Int64)? {
    guard weight > 0 else { return nil }
    let shift = max(0, UInt128.bitWidth - weight.leadingZeroBitCount - Self.divisorBits)
    let weight = Int128(weight >> UInt128(shift))
    func mean(_ sum: WideSum) -> Int64 {
      Int64(truncatingIfNeeded: ((sum >> shift) + weight / 2).flooredQuotient(by: weight))
    }
    return (mean(x), mean(y))
  }

  /// As many as leave room in 128 for a sum of positions some windings from the world.
  private static let divisorBits = 90
}

extension FixedWidthInteger {
  /// The quotient rounded down, towards negative numbers; `divisor` is positive.
  @inline(__always)
  fileprivate func flooredQuotient(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
