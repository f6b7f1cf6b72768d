/// The rule that divides the nodes of a tree: across which direction, and through which position.
struct SplitRule: Sendable {
  /// Chooses the direction, from the sums over a node's points.
  var axis: @Sendable (Moments) -> SplitAxis = { .principal(of: $0) }

  /// The position is a mean: points weigh (d / dmax)^(gamma − 1), where d is their distance from the plain
  /// mean and dmax the farthest one's. At 1 it is the plain mean; above, outliers weigh more; below, less.
  var gamma = 1.0
}

/// A direction along which a tree's node is divided in two; its length does not matter.
struct SplitAxis: Equatable {
  var x: Double
  var y: Double

  static let east = SplitAxis(x: 1, y: 0)
  static let south = SplitAxis(x: 0, y: 1)

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
    guard root > 0 else { return .east }
    // (λ − Syy, Sxy) and (Sxy, λ − Sxx) are the same direction, twice; each is one where no terms cancel.
    return difference >= 0
      ? SplitAxis(x: difference + root, y: product) : SplitAxis(x: product, y: root - difference)
  }

  /// The direction of the formula as published, with a plus under the root where the covariance's eigenvalue
  /// has a minus: λ = ½[(Sxx+Syy) + √((Sxx+Syy)² + 4Sxy²)]. Exact if x and y do not vary together, or only
  /// where north and south outweigh east and west; otherwise it turns towards the north, by up to a right
  /// angle. Kept for comparison.
  ///
  /// Source: Applidium's "ADClusterMapView", 2012, and two ports of it.
  static func applidium(of moments: Moments) -> SplitAxis {
    let (xx, yy, xy) = moments.spread
    guard xy != 0 else { return xx > yy ? .east : .south }
    let (sum, difference) = (Double(nearest: xx + yy), Double(nearest: xx - yy))
    let product = 2 * Double(nearest: xy)
    let root = (sum * sum + product * product).squareRoot()
    // 2(λ − Sxx) = root − difference, written so that nothing cancels.
    let y =
      difference <= 0
      ? root - difference
      : (4 * Double(nearest: xx) * Double(nearest: yy) + product * product) / (root + difference)
    return SplitAxis(x: product, y: y)
  }

  /// East, or south where positions spread more from north to south: what a *k*-d tree divides across.
  static func widest(of moments: Moments) -> SplitAxis {
    let (xx, yy, _) = moments.spread
    return xx >= yy ? .east : .south
  }
}
