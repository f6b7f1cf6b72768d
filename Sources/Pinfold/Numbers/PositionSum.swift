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
struct WeightedSum: Hashable, Sendable {
  /// The sum of weights, in units of a ``WeightScale``.
  var weight: UInt128 = 0

  /// The sum of unwrapped x.
  var x: Int128 = 0

  /// The sum of y.
  var y: Int128 = 0

  static func + (a: Self, b: Self) -> Self { Self(weight: a.weight + b.weight, x: a.x + b.x, y: a.y + b.y) }
  static func - (a: Self, b: Self) -> Self { Self(weight: a.weight - b.weight, x: a.x - b.x, y: a.y - b.y) }

  /// The same positions some windings farther east.
  func wound(by windings: Int64) -> Self {
    Self(weight: weight, x: x + Int128(weight) * Int128(windings) << 32, y: y)
  }

  /// The mean, x unwrapped, to the nearest unit, halves rounded up; nil where there is no weight.
  var mean: (x: Int64, y: Int64)? {
    guard weight > 0 else { return nil }
    let weight = Int128(weight)
    return (
      Int64(truncatingIfNeeded: (x + weight / 2).flooredQuotient(by: weight)),
      Int64(truncatingIfNeeded: (y + weight / 2) / weight)
    )
  }
}

extension FixedWidthInteger {
  /// The quotient rounded down, towards negative numbers; `divisor` is positive.
  @inline(__always)
  fileprivate func flooredQuotient(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
