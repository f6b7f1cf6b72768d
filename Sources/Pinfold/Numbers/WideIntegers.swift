extension Double {
  /// The number nearest to a whole number, ties to even: what `Double(_:)` returns, without its detour
  /// through generic code, which took most of the time of a build.
  init(nearest value: Int128) {
    let low = Int64(truncatingIfNeeded: value)
    guard Int128(low) != value else {
      self = Double(low)
      return
    }
    let size = Double(nearest: value.magnitude)
    self = value < 0 ? -size : size
  }

  /// The number nearest to a whole number, ties to even: what `Double(_:)` returns, without its detour
  /// through generic code, which took most of the time of a build.
  init(nearest value: UInt128) {
    let high = UInt64(truncatingIfNeeded: value >> 64)
    guard high > 0 else {
      self = Double(UInt64(truncatingIfNeeded: value))
      return
    }
    // The top 64 bits, the last of them set where a bit below is: the rounding sees what was cut off.
    let shift = 64 - high.leadingZeroBitCount
    let top = UInt64(truncatingIfNeeded: value >> UInt128(shift))
    let rest = UInt64(truncatingIfNeeded: value) << UInt64(64 - shift)
    self = Double(top | (rest == 0 ? 0 : 1)) * Double(sign: .plus, exponent: shift, significand: 1)
  }
}

/// A signed whole number of 192 bits, as a sum of products of weights and positions needs; 24 bytes.
struct WideSum: Hashable, Sendable, BitwiseCopyable {
  private var low: UInt64 = 0
  private var middle: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  /// A product.
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

  /// The number without some of its last bits, rounded down.
  ///
  /// - Precondition: the result has no more than 128 bits.
  static func >> (number: Self, bits: Int) -> Int128 {
    let lower = UInt128(number.middle) << 64 | UInt128(number.low)
    let upper = Int128(Int64(bitPattern: number.high))
    return Int128(truncatingIfNeeded: lower >> UInt128(bits))
      | (bits == 0 ? 0 : upper << Int128(128 - bits))
  }
}
