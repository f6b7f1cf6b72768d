/// Turns weights into whole numbers of a unit, so that their sums are exact and the same in any order.
///
/// The unit is the place of the lowest bit that any weight has, so that every weight is a whole number of
/// units. Sums have less than 2¹²⁶ of them: weights whose sums might have more are refused. As sums are
/// exact, and rounded once when they become a `Double`, they do not depend on the unit.
struct WeightScale: Hashable, Sendable {
  /// The power of two of the unit.
  private let unit: Int

  /// No weight has a higher power of two.
  private let highest: Int

  /// The most bits of a sum.
  private static let sumBits = 126

  /// The scale for a set's weights, finite and not negative; nil where every weight is 1.
  ///
  /// - Throws: ``PointSetError/unequalWeights(_:_:)`` for weights too far apart, and
  ///   ``PointSetError/infiniteWeight(_:)`` for a sum that no `Double` holds.
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

  /// Whether the scale still holds for `count` weights after some were added.
  func fits(_ added: [Double], count: Int) -> Bool {
    var highest = highest
    for weight in added where weight > 0 {
      if weight.lowestBit < unit { return false }
      highest = max(highest, Int(weight.exponent))
    }
    return Self.bits(from: unit, to: highest, count: count) <= Self.sumBits
      && !Self.mayOverflow(highest, count: count)
  }

  /// A weight in units.
  @inline(__always)
  func units(_ weight: Double) -> UInt128 {
    let shift = weight.lastPlace - unit
    let significand = UInt128(weight.wholeSignificand)
    return shift >= 0 ? significand << UInt128(shift) : significand >> UInt128(min(-shift, 127))
  }

  /// The weight that a sum of units stands for.
  func weight(of units: UInt128) -> Double {
    Double(sign: .plus, exponent: unit, significand: Double(nearest: units))
  }

  /// The most bits of a sum of some weights.
  private static func bits(from unit: Int, to highest: Int, count: Int) -> Int {
    highest + 1 - unit + (Int.bitWidth - count.leadingZeroBitCount)
  }

  private func mayOverflow(count: Int) -> Bool { Self.mayOverflow(highest, count: count) }

  /// Whether a sum of some weights may be more than a `Double` holds.
  private static func mayOverflow(_ highest: Int, count: Int) -> Bool {
    bits(from: 0, to: highest, count: count) > Int(Double.greatestFiniteMagnitude.exponent)
  }
}

extension Double {
  /// The power of two of the last place of a finite number.
  @inline(__always)
  fileprivate var lastPlace: Int { max(Int(exponentBitPattern), 1) - 1075 }

  /// A finite number's size in units of its last place.
  @inline(__always)
  fileprivate var wholeSignificand: UInt64 {
    significandBitPattern | (exponentBitPattern == 0 ? 0 : 1 << UInt64(Self.significandBitCount))
  }

  /// The power of two of the lowest bit of a positive number that is set.
  @inline(__always)
  fileprivate var lowestBit: Int { lastPlace + wholeSignificand.trailingZeroBitCount }
}
