/// The moments of some points around a centre.
struct KMeansMoments: BitwiseCopyable {
  /// The number of points.
  var count = 0

  /// The sums of their distances east and south.
  var east: Int64 = 0
  var south: Int64 = 0

  /// The sum of their squared distances.
  var inertia: UInt128 = 0

  @inline(__always)
  static func += (moments: inout KMeansMoments, other: KMeansMoments) {
    moments.count += other.count
    moments.east += other.east
    moments.south += other.south
    moments.inertia += other.inertia
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
