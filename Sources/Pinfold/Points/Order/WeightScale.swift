/// Turns weights into whole numbers, so that their sums are exact and the same in any order.
///
/// The scale is a power of two chosen so that the largest weight fills 62 bits: weights down to a
/// five-hundredth of the largest keep all their bits, and sums of 2³¹ weighted positions fit 128.
struct WeightScale: Hashable, Sendable {
  /// Units in a weight of 1.
  let factor: Double

  /// The power of two of the largest weight, all that the scale depends on.
  let largestExponent: Int

  /// The scale for a set's weights; nil where every weight is 1.
  init?(_ weights: [Double]?) {
    guard let weights else { return nil }
    let largest = weights.max() ?? 0
    largestExponent = Int(largest.exponent)
    let exponent = largest > 0 ? min(61 - largest.exponent, 1000) : 0
    factor = Double(sign: .plus, exponent: exponent, significand: 1)
  }

  /// The weights in units.
  func quantised(_ weights: [Double]) -> [UInt64] { weights.map(units) }

  /// A weight in units.
  @inline(__always)
  func units(_ weight: Double) -> UInt64 { UInt64((weight * factor).rounded()) }

  /// The number of weights with the power of two of the largest; 0 for no weights.
  func largestCount(in weights: some Sequence<Double>) -> Int {
    weights.reduce(0) { $0 + (Int($1.exponent) == largestExponent ? 1 : 0) }
  }

  /// The weight that a sum of units stands for.
  func weight(of units: UInt128) -> Double { Double(units) / factor }
}
