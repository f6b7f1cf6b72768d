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
