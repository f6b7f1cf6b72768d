/// The smallest convex polygon around positions.
package enum ConvexHull {
  /// The corners in order, none of them on a line between its neighbours; one or two for positions that
  /// coincide or lie on a line.
  ///
  /// Source: A. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
  ///
  /// - Parameters:
  ///   - places: the positions.
  ///   - axes: x and y of a position, in numbers whose products do not overflow.
  /// - Complexity: O(*n* log *n*).
  package static func of<Place: Equatable, Number: SignedNumeric & Comparable>(
    _ places: [Place], axes: (Place) -> (x: Number, y: Number)
  ) -> [Place] {
    let sorted = places.map { (place: $0, at: axes($0)) }.sorted { $0.at < $1.at }
    guard let first = sorted.first, let last = sorted.last, first.place != last.place else {
      return sorted.prefix(1).map(\.place)
    }
    return half(sorted) + half(sorted.reversed())
  }

  /// The lower or upper chain, without its end.
  private static func half<Place: Equatable, Number: SignedNumeric & Comparable>(
    _ places: some Sequence<(place: Place, at: (x: Number, y: Number))>
  ) -> [Place] {
    var chain: [(place: Place, at: (x: Number, y: Number))] = []
    for next in places {
      while chain.count > 1, turn(chain[chain.count - 2].at, chain[chain.count - 1].at, next.at) <= 0 {
        chain.removeLast()
      }
      // Equal positions would stay as the chain's first step.
      if chain.last?.place != next.place { chain.append(next) }
    }
    return chain.dropLast().map(\.place)
  }

  private static func turn<Number: SignedNumeric>(
    _ a: (x: Number, y: Number), _ b: (x: Number, y: Number), _ c: (x: Number, y: Number)
  ) -> Number {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }
}
