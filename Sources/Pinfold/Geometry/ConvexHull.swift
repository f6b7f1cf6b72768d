/// The smallest convex polygon around positions (A. Andrew, "Another efficient algorithm for convex hulls in
/// two dimensions", 1979).
package enum ConvexHull {
  /// The corners in order, without collinear ones; one or two if all positions coincide or are collinear.
  ///
  /// - Parameters:
  ///   - axes: x and y of a position, in numbers whose products do not overflow.
  /// - Complexity: O(*n* log *n*).
  package static func of<Place: Equatable, Number: SignedNumeric & Comparable>(
    _ places: [Place], axes: (Place) -> (x: Number, y: Number)
  ) -> [Place] {
    func turn(
      _ a: (x: Number, y: Number), _ b: (x: Number, y: Number), _ c: (x: Number, y: Number)
    ) -> Number {
      let left: Number = (b.x - a.x) * (c.y - a.y)
      let right: Number = (b.y - a.y) * (c.x - a.x)
      return left - right
    }
    return of(places, axes: axes, turn: turn)
  }

  /// The hull of floating-point positions, whose orientation is evaluated exactly.
  package static func of<Place: Equatable>(
    _ places: [Place], axes: (Place) -> (x: Double, y: Double)
  ) -> [Place] {
    of(places, axes: axes, turn: exactTurn)
  }

  /// - Parameter turn: positive for a left turn, negative for a right turn.
  private static func of<Place: Equatable, Number: SignedNumeric & Comparable>(
    _ places: [Place], axes: (Place) -> (x: Number, y: Number),
    turn: ((x: Number, y: Number), (x: Number, y: Number), (x: Number, y: Number)) -> Number
  ) -> [Place] {
    let sorted = places.map { (place: $0, at: axes($0)) }.sorted { $0.at < $1.at }
    guard let first = sorted.first, let last = sorted.last, first.place != last.place else {
      return sorted.prefix(1).map { $0.place }
    }
    /// The lower or upper chain without its last position.
    func half(_ places: some Sequence<(place: Place, at: (x: Number, y: Number))>) -> [Place] {
      var chain: [(place: Place, at: (x: Number, y: Number))] = []
      for next in places {
        while chain.count > 1, turn(chain[chain.count - 2].at, chain[chain.count - 1].at, next.at) <= 0 {
          chain.removeLast()
        }
        // An equal position would stay as the first step of the chain.
        if chain.last?.place != next.place { chain.append(next) }
      }
      return chain.dropLast().map { $0.place }
    }
    return half(sorted) + half(sorted.reversed())
  }

  /// A value with the exact sign of a turn (J. R. Shewchuk, "Adaptive precision floating-point arithmetic and
  /// fast robust geometric predicates", 1997): the rounded value if it exceeds its error bound, else an exact
  /// sum.
  private static func exactTurn(
    _ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ c: (x: Double, y: Double)
  ) -> Double {
    let (left, right) = ((b.x - a.x) * (c.y - a.y), (b.y - a.y) * (c.x - a.x))
    if abs(left - right) > 0x1.8p-52 * 1.001 * (abs(left) + abs(right)) { return left - right }
    var sum = Expansion()
    sum.add(product: (b.x, -a.x), (c.y, -a.y), sign: 1)
    sum.add(product: (b.y, -a.y), (c.x, -a.x), sign: -1)
    return sum.largest
  }
}

/// An exact sum as non-overlapping components, ascending.
private struct Expansion {
  private var parts: [Double] = []

  /// The component with the sign of the sum; 0 if the sum is 0.
  var largest: Double { parts.last ?? 0 }

  /// Adds the product of two sums of two terms.
  mutating func add(product a: (Double, Double), _ b: (Double, Double), sign: Double) {
    for (one, other) in [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)] {
      let rounded = one * other
      add(sign * (-rounded).addingProduct(one, other))
      add(sign * rounded)
    }
  }

  private mutating func add(_ number: Double) {
    var carry = number
    var sum: [Double] = []
    for part in parts {
      let total = carry + part
      let added = total - carry
      let lost = (carry - (total - added)) + (part - added)
      if lost != 0 { sum.append(lost) }
      carry = total
    }
    if carry != 0 { sum.append(carry) }
    parts = sum
  }
}
