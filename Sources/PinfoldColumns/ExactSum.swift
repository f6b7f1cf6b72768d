/// The sum of floats, exact and rounded once: it depends on no order, and overflows only where the sum does.
///
/// A number is added as a whole multiple of the least one, in digits of 32 bits, which carry only when they
/// are full: a superaccumulator (R. M. Neal, "Fast Exact Summation Using Small and Large Superaccumulators",
/// 2015).
struct ExactSum {
  /// Digits from the least; each holds more than its 32 bits for a while.
  private var digits = [Int64](repeating: 0, count: Self.digitCount)

  /// The sum of infinities and NaN.
  private var special = 0.0

  /// The number of further additions before digits must carry.
  private var room = Self.mostAdditions

  /// From 2^-1074 to 2^1024, and room for sums of as many numbers as there may be.
  private static let digitCount = 68
  private static let mostAdditions = 1 << 30

  /// Makes the sum 0 again.
  mutating func clear() {
    for digit in digits.indices { digits[digit] = 0 }
    (special, room) = (0, Self.mostAdditions)
  }

  mutating func add(_ number: Double) {
    guard number.isFinite else {
      special += number
      return
    }
    let exponent = Int(number.exponentBitPattern)
    let significand = number.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
    // Numbers of the least two exponents have the same unit.
    let shift = max(0, exponent - 1)
    let (digit, bits) = (shift >> 5, UInt64(shift & 31))
    // 53 bits shifted by 31 at most reach over three digits.
    let low = (significand & 0xFFFF_FFFF) << bits
    let high = (significand >> 32) << bits
    let sign: Int64 = number.sign == .minus ? -1 : 1
    digits[digit] += sign * Int64(low & 0xFFFF_FFFF)
    digits[digit + 1] += sign * (Int64(low >> 32) + Int64(high & 0xFFFF_FFFF))
    digits[digit + 2] += sign * Int64(high >> 32)
    room -= 1
    if room == 0 { carry() }
  }

  /// Adds a whole number times a power of 2, at least 2^-1074.
  mutating func add(_ whole: Int128, scaledBy exponent: Int) {
    var (rest, exponent) = (whole.magnitude, exponent)
    while rest != 0 {
      let digit = Double(UInt32(truncatingIfNeeded: rest))
      add(Double(sign: whole < 0 ? .minus : .plus, exponent: exponent, significand: digit))
      (rest, exponent) = (rest >> 32, exponent + 32)
    }
  }

  /// Brings all digits but the last into 0..<2^32.
  private mutating func carry() {
    for digit in 0..<Self.digitCount - 1 {
      digits[digit + 1] += digits[digit] >> 32
      digits[digit] &= 0xFFFF_FFFF
    }
    room = Self.mostAdditions
  }

  /// The sum as the nearest float, ties to even.
  var rounded: Double { scaled(by: 0) }

  /// The mean of the numbers, also where their sum is beyond what floats represent.
  func mean(of count: Int) -> Double {
    let sum = rounded
    return sum.isFinite ? sum / Double(count) : scaled(by: -64) / Double(count) * 0x1p64
  }

  /// The sum times a power of 2 as the nearest float.
  private func scaled(by exponent: Int) -> Double {
    if special != 0 || special.isNaN { return special }
    var sum = self
    sum.carry()
    let isNegative = sum.digits[Self.digitCount - 1] < 0
    if isNegative {
      for digit in sum.digits.indices { sum.digits[digit] = -sum.digits[digit] }
      sum.carry()
    }
    guard let top = sum.digits.lastIndex(where: { $0 != 0 }) else { return 0 }
    // 96 bits or more from the highest digit that counts, the last one set if any below is.
    var bits: UInt128 = 0
    for digit in stride(from: top, through: max(0, top - 3), by: -1) {
      bits = bits << 32 | UInt128(sum.digits[digit])
    }
    if top > 3, sum.digits[..<(top - 3)].contains(where: { $0 != 0 }) { bits |= 1 }
    return Double.scaled(bits, by: 32 * max(0, top - 3) - 1074 + exponent) * (isNegative ? -1 : 1)
  }
}

extension Double {
  /// The float nearest to a whole number times 2^`exponent`, which is at least -1074.
  static func scaled(_ whole: Int128, by exponent: Int) -> Double {
    scaled(whole.magnitude, by: exponent) * (whole < 0 ? -1 : 1)
  }

  /// The float nearest to `bits` · 2^`exponent`.
  fileprivate static func scaled(_ bits: UInt128, by exponent: Int) -> Double {
    // Below 2^-1022 a float has fewer bits: those of the least number, in which all sums are whole.
    let surplus = max(0, 128 - bits.leadingZeroBitCount - 53)
    let kept = bits >> UInt128(surplus)
    let rest = bits & ((1 << UInt128(surplus)) - 1)
    let half: UInt128 = surplus == 0 ? 0 : 1 << UInt128(surplus - 1)
    let isUp = surplus > 0 && (rest > half || rest == half && kept & 1 == 1)
    let significand = Double(UInt64(kept) + (isUp ? 1 : 0))
    return Double(sign: .plus, exponent: exponent + surplus, significand: significand)
  }
}
