/// The weights of the points that take part in a query, as whole numbers whose sum stays near 2⁵⁰ at most.
///
/// A point of weight *w* counts as *w* coincident ones: exactly so if the sum of the weights is less than 2⁵⁰
/// times the lowest bit that any weight of the set has, as for whole weights with sums up to 10¹⁵. Otherwise
/// each weight is rounded to a multiple of less than 2⁻⁴⁹ of the sum.
struct KMeansWeights {
  /// The sum of each group's weights.
  let totals: [Int]

  private let weights: [Double]
  private let scale: WeightScale
  private let shift: UInt128

  /// The bits of the sum of all weights before they are rounded.
  private static let sumBits = 50

  /// Nil if every weight is 1, and if all are 0: then points count alike.
  ///
  /// - Parameter groups: the canonical indices of each group's points.
  /// - Complexity: O(*n*), where *n* is the number of points that take part.
  init?(of points: PointSet, _ groups: [[Range<Int>]]) {
    guard let weights = points.weight, let scale = points.order.scale else { return nil }
    let units = groups.map { $0.joined().reduce(0 as UInt128) { $0 + scale.units(weights[$1]) } }
    let bits = UInt128.bitWidth - units.reduce(0, +).leadingZeroBitCount
    guard bits > 0 else { return nil }
    let shift = UInt128(max(0, bits - Self.sumBits))
    (self.weights, self.scale, self.shift) = (weights, scale, shift)
    totals = units.map { Int($0 >> shift) }
  }

  /// The weight of a point.
  @inline(__always)
  subscript(point: Int) -> UInt64 {
    (UInt64((scale.units(weights[point]) << 1) >> shift) + 1) >> 1
  }
}
