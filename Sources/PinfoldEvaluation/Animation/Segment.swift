/// The straight path of a marker from one frame to the next, in screen points.
package struct Segment: Hashable, Sendable {
  /// The start.
  package var start: SIMD2<Double>

  /// The end.
  package var end: SIMD2<Double>

  /// Creates a path.
  package init(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    self.start = start
    self.end = end
  }

  /// Whether two paths cross inside of both; to share an end, or to touch, is not to cross.
  ///
  /// The signs are exact where differences of coordinates are, as those of whole numbers.
  package func crosses(_ other: Segment) -> Bool {
    side(of: other.start) * side(of: other.end) < 0 && other.side(of: start) * other.side(of: end) < 0
  }

  /// 1 for a position on the one side of the line through both ends, −1 for the other, 0 on it.
  private func side(of place: SIMD2<Double>) -> Double {
    let (way, to) = (end - start, place - start)
    // The rounding error of the second product is added back (Kahan), so that 0 is 0.
    let product = way.y * to.x
    let lost = product.addingProduct(-way.y, to.x)
    let sum = (-product).addingProduct(way.x, to.y) + lost
    return sum > 0 ? 1 : sum < 0 ? -1 : 0
  }
}
