/// The smallest convex polygon around positions.
enum ConvexHull {
  /// The corners in order, none of them on a line between its neighbours; one or two for positions that
  /// coincide or lie on a line.
  ///
  /// Source: A. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
  ///
  /// - Complexity: O(*n* log *n*).
  static func of(_ places: [ScreenPosition]) -> [ScreenPosition] {
    let sorted = places.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard let first = sorted.first, let last = sorted.last, first != last else {
      return Array(sorted.prefix(1))
    }
    return half(sorted) + half(sorted.reversed())
  }

  /// The lower or upper chain, without its end.
  private static func half(_ places: some Sequence<ScreenPosition>) -> [ScreenPosition] {
    var chain: [ScreenPosition] = []
    for place in places {
      while chain.count > 1, turn(chain[chain.count - 2], chain[chain.count - 1], place) <= 0 {
        chain.removeLast()
      }
      // Equal positions would stay as the chain's first step.
      if chain.last != place { chain.append(place) }
    }
    return chain.dropLast()
  }

  private static func turn(_ a: ScreenPosition, _ b: ScreenPosition, _ c: ScreenPosition) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }
}
