/// A direction along which a tree's node is divided in two; its length does not matter.
struct SplitAxis: Equatable {
  var x: Double
  var y: Double
}

extension SplitAxis {
  /// The direction in which positions spread the most: the eigenvector of the larger eigenvalue of their
  /// covariance, λ = ½[(Sxx+Syy) + √((Sxx−Syy)² + 4Sxy²)]. East where they spread the same in every
  /// direction.
  ///
  /// Source: K. Pearson, "On lines and planes of closest fit to systems of points in space", 1901.
  static func principal(of moments: Moments) -> SplitAxis {
    let (xx, yy, xy) = moments.spread
    // Both are differences of whole numbers, rounded once, so nothing cancels. Squares stay below 2²⁵⁶.
    let difference = Double(nearest: xx - yy)
    let product = 2 * Double(nearest: xy)
    let root = (difference * difference + product * product).squareRoot()
    guard root > 0 else { return SplitAxis(x: 1, y: 0) }
    // (λ − Syy, Sxy) and (Sxy, λ − Sxx) are the same direction, twice; each is one where no terms cancel.
    return difference >= 0
      ? SplitAxis(x: difference + root, y: product)
      : SplitAxis(x: product, y: root - difference)
  }
}
