/// Converts weights to integers, so that sums are exact and independent of order.
///
/// The unit is the lowest bit set in any weight. Weights whose sums may reach 2¹²⁶ units are refused. As sums
/// are exact, and rounded once when converted to `Double`, they do not depend on the unit.
struct WeightScale: Hashable, Sendable {
  /// The exponent of the unit.
  let unit: Int

  /// The largest exponent of a weight.
  let highest: Int

  /// The maximum number of bits of a sum.
  private static let sumBits = 126

  init(unit: Int, highest: Int) { (self.unit, self.highest) = (unit, highest) }

  /// Returns nil if `weights` is; otherwise they are finite and not negative.
  ///
  /// - Throws: ``PointSetError/unequalWeights(_:_:)`` for weights of too different magnitudes, and
  ///   ``PointSetError/infiniteWeight(_:)`` for a sum that overflows a `Double`.
  init?(_ weights: [Double]?) throws(PointSetError) {
    guard let weights else { return nil }
    var (unit, highest) = (Int.max, Int.min)
    for weight in weights where weight > 0 {
      unit = min(unit, weight.lowestBit)
      highest = max(highest, Int(weight.exponent))
    }
    (self.unit, self.highest) = unit == .max ? (0, 0) : (unit, highest)
    guard Self.bits(from: self.unit, to: self.highest, count: weights.count) <= Self.sumBits else {
      let finest = weights.filter { $0 > 0 && $0.lowestBit == unit }.max() ?? 0
      throw .unequalWeights(finest, weights.max() ?? 0)
    }
    if mayOverflow(count: weights.count) {
      let total = weights.reduce(0 as UInt128) { $0 + units($1) }
      guard weight(of: total).isFinite else { throw .infiniteWeight(weights.max() ?? 0) }
    }
  }

  /// Whether the scale still fits `count` weights after some were added.
  func fits(_ added: [Double], count: Int) -> Bool {
    var highest = highest
    for weight in added where weight > 0 {
      if weight.lowestBit < unit { return false }
      highest = max(highest, Int(weight.exponent))
    }
    return Self.bits(from: unit, to: highest, count: count) <= Self.sumBits
      && !Self.mayOverflow(highest, count: count)
  }

  @inline(__always)
  func units(_ weight: Double) -> UInt128 {
    let shift = weight.lastPlace - unit
    let significand = UInt128(weight.wholeSignificand)
    return shift >= 0 ? significand << UInt128(shift) : significand >> UInt128(min(-shift, 127))
  }

  func weight(of units: UInt128) -> Double {
    Double(sign: .plus, exponent: unit, significand: Double(nearest: units))
  }

  /// An upper bound for the bits of a sum of weights.
  private static func bits(from unit: Int, to highest: Int, count: Int) -> Int {
    highest + 1 - unit + (Int.bitWidth - count.leadingZeroBitCount)
  }

  private func mayOverflow(count: Int) -> Bool { Self.mayOverflow(highest, count: count) }

  /// Whether a sum of weights may overflow a `Double`.
  private static func mayOverflow(_ highest: Int, count: Int) -> Bool {
    bits(from: 0, to: highest, count: count) > Int(Double.greatestFiniteMagnitude.exponent)
  }
}

extension Double {
  /// The exponent of a finite number's last place.
  @inline(__always)
  fileprivate var lastPlace: Int { max(Int(exponentBitPattern), 1) - 1075 }

  /// The significand of a finite number in units of its last place.
  @inline(__always)
  fileprivate var wholeSignificand: UInt64 {
    significandBitPattern | (exponentBitPattern == 0 ? 0 : 1 << UInt64(Self.significandBitCount))
  }

  /// The exponent of the lowest bit set in a positive number.
  @inline(__always)
  fileprivate var lowestBit: Int { lastPlace + wholeSignificand.trailingZeroBitCount }
}
