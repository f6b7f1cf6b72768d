extension Double {
  /// The nearest `Double`, ties to even, as `Double(_:)` returns it more slowly by generic code.
  init(nearest value: Int128) {
    let low = Int64(truncatingIfNeeded: value)
    guard Int128(low) != value else {
      self = Double(low)
      return
    }
    let size = Double(nearest: value.magnitude)
    self = value < 0 ? -size : size
  }

  init(nearest value: UInt128) {
    let high = UInt64(truncatingIfNeeded: value >> 64)
    guard high > 0 else {
      self = Double(UInt64(truncatingIfNeeded: value))
      return
    }
    // The top 64 bits with a sticky last bit, so that rounding sees what was cut off.
    let shift = 64 - high.leadingZeroBitCount
    let top = UInt64(truncatingIfNeeded: value >> UInt128(shift))
    let rest = UInt64(truncatingIfNeeded: value) << UInt64(64 - shift)
    self = Double(top | (rest == 0 ? 0 : 1)) * Double(sign: .plus, exponent: shift, significand: 1)
  }
}

/// A signed integer of 192 bits, for sums of products of weights and positions.
struct WideSum: Hashable, Sendable, BitwiseCopyable {
  private var low: UInt64 = 0
  private var middle: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  @inline(__always)
  init(_ weight: UInt128, times position: Int64) {
    let factor = position.magnitude
    let lower = UInt64(truncatingIfNeeded: weight).multipliedFullWidth(by: factor)
    let upper = UInt64(truncatingIfNeeded: weight >> 64).multipliedFullWidth(by: factor)
    let (sum, carry) = lower.high.addingReportingOverflow(upper.low)
    let product = Self(low: lower.low, middle: sum, high: upper.high &+ (carry ? 1 : 0))
    if position >= 0 { self = product } else { subtract(product) }
  }

  private init(low: UInt64, middle: UInt64, high: UInt64) {
    self.low = low
    self.middle = middle
    self.high = high
  }

  @inline(__always)
  mutating func add(_ other: Self) {
    let (low, first) = self.low.addingReportingOverflow(other.low)
    let (half, second) = middle.addingReportingOverflow(other.middle)
    let (middle, third) = half.addingReportingOverflow(first ? 1 : 0)
    self = Self(low: low, middle: middle, high: high &+ other.high &+ (second || third ? 1 : 0))
  }

  @inline(__always)
  mutating func subtract(_ other: Self) {
    let (low, first) = self.low.subtractingReportingOverflow(other.low)
    let (half, second) = middle.subtractingReportingOverflow(other.middle)
    let (middle, third) = half.subtractingReportingOverflow(first ? 1 : 0)
    self = Self(low: low, middle: middle, high: high &- other.high &- (second || third ? 1 : 0))
  }

  /// An arithmetic shift whose result must fit in 128 bits.
  static func >> (number: Self, bits: Int) -> Int128 {
    let lower = UInt128(number.middle) << 64 | UInt128(number.low)
    let upper = Int128(Int64(bitPattern: number.high))
    return Int128(truncatingIfNeeded: lower >> UInt128(bits))
      | (bits == 0 ? 0 : upper << Int128(128 - bits))
  }
}
