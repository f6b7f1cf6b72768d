/// Positions and exact sums over any range of the canonical order: what *k*-means measures with.
///
/// Positions are moved by the grid phase, so that no Morton cell wraps. A class, because copying five
/// columns' references for every cell looked at would take a quarter of a query.
final class KMeansSpace: Sendable {
  /// The positions, by canonical index.
  let x: [UInt32]
  let y: [UInt32]

  private let wraps: Bool
  private let sumX: [UInt64]
  private let sumY: [UInt64]
  private let sumSquares: [UInt128]

  /// Sums along a set's canonical order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of points.
  init(_ points: PointSet) {
    let phase = points.projection.gridPhase
    wraps = points.projection.wraps
    x = points.x.map { $0 &+ phase }
    y = points.y
    var sums: (x: [UInt64], y: [UInt64], squares: [UInt128]) = ([0], [0], [0])
    sums.x.reserveCapacity(x.count + 1)
    sums.y.reserveCapacity(x.count + 1)
    sums.squares.reserveCapacity(x.count + 1)
    var (east, south, squares) = (UInt64(0), UInt64(0), UInt128(0))
    for (x, y) in zip(x, y) {
      let (x, y) = (UInt64(x), UInt64(y))
      east += x
      south += y
      squares += UInt128(x * x) + UInt128(y * y)
      sums.x.append(east)
      sums.y.append(south)
      sums.squares.append(squares)
    }
    (sumX, sumY, sumSquares) = sums
  }

  /// The memory that positions and sums take, in bytes.
  var byteCount: Int { x.count * 8 + sumX.count * 32 }

  /// The position of a point.
  @inline(__always)
  func position(_ index: Int) -> WorldPoint { WorldPoint(x: x[index], y: y[index]) }

  /// Returns the distance of an x east of a centre, by the short way around the globe.
  @inline(__always)
  func eastward(_ x: UInt32, from center: UInt32) -> Int64 {
    wraps ? Int64(Int32(bitPattern: x &- center)) : Int64(x) - Int64(center)
  }

  /// The squared distance of two positions.
  @inline(__always)
  func squaredDistance(_ a: WorldPoint, _ b: WorldPoint) -> UInt128 {
    a.squaredDistance(from: b, wraps: wraps)
  }

  /// Returns the moments of a range of points around a centre.
  ///
  /// - Parameter range: points that all lie on one side of the meridian opposite the centre.
  func accumulated(over range: Range<Int>, around center: WorldPoint) -> KMeansAccumulator {
    let count = Int64(range.count)
    // The centre in the coordinates of the points, which is outside the world where the short way crosses its
    // edge.
    let x = Int64(self.x[range.lowerBound]) - eastward(self.x[range.lowerBound], from: center.x)
    let y = Int64(center.y)
    let east = sumX[range.upperBound] - sumX[range.lowerBound]
    let south = sumY[range.upperBound] - sumY[range.lowerBound]
    let squares = sumSquares[range.upperBound] - sumSquares[range.lowerBound]
    let products = Int128(x) * Int128(east) + Int128(y) * Int128(south)
    return KMeansAccumulator(
      count: range.count,
      // The terms may overflow; their difference, less than 2³² a point, does not.
      east: Int64(truncatingIfNeeded: east) &- count &* x,
      south: Int64(truncatingIfNeeded: south) &- count &* y,
      inertia: UInt128(
        Int128(squares) - 2 * products + Int128(count) * (Int128(x) * Int128(x) + Int128(y) * Int128(y))))
  }
}

/// The moments of some points around a centre.
struct KMeansAccumulator {
  /// The number of points.
  var count = 0

  /// The sums of their distances east and south.
  var east: Int64 = 0
  var south: Int64 = 0

  /// The sum of their squared distances.
  var inertia: UInt128 = 0

  static func += (accumulator: inout KMeansAccumulator, other: KMeansAccumulator) {
    accumulator.count += other.count
    accumulator.east += other.east
    accumulator.south += other.south
    accumulator.inertia += other.inertia
  }

  /// The points' mean, in whole fixed-point units; halves are rounded to the south and east.
  func mean(around center: WorldPoint) -> WorldPoint {
    func mean(_ sum: Int64) -> UInt32 {
      let (quotient, remainder) = sum.quotientAndRemainder(dividingBy: Int64(count))
      let floor = remainder < 0 ? quotient - 1 : quotient
      let rest = remainder < 0 ? remainder + Int64(count) : remainder
      return UInt32(truncatingIfNeeded: 2 * rest >= Int64(count) ? floor + 1 : floor)
    }
    return WorldPoint(x: center.x &+ mean(east), y: center.y &+ mean(south))
  }
}
