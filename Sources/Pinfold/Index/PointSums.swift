/// Exact sums over some points of one group: what their mean, weight and cluster id follow from, and those of unions.
///
/// Sums are whole numbers, so a union's are the same whatever was joined first, but for the turn of the globe on which
/// x is counted.
struct PointSums: Sendable {
  private(set) var count: Int
  private var hash: UInt64
  private var x: Int128
  private var y: Int128
  // In units of the set's scale; all 0 where every point weighs 1.
  var units: UInt128 = 0
  var weightedX: Int128 = 0
  var weightedY: Int128 = 0

  init(count: Int, hash: UInt64, x: Int128, y: Int128) {
    self.count = count
    self.hash = hash
    self.x = x
    self.y = y
  }

  /// The id of the cluster that the points make.
  var clusterID: ClusterID { ClusterID(hashSum: hash, count: count) }

  /// The mean position, each point counted by its weight; if all weights are 0, as if all were 1.
  var mean: WorldPoint {
    let y = units > 0 ? Self.rounded(weightedY, Int128(units)) : Self.rounded(self.y, Int128(count))
    return WorldPoint(x: UInt32(truncatingIfNeeded: meanX), y: UInt32(truncatingIfNeeded: y))
  }

  /// The mean's x on the turn of the globe that the sums are on.
  private var meanX: Int64 {
    units > 0 ? Self.rounded(weightedX, Int128(units)) : Self.rounded(x, Int128(count))
  }

  /// Takes in more points; on the globe as they lie by the short way from one mean to the other.
  mutating func join(_ other: PointSums, wraps: Bool) {
    // Whole turns that bring the other mean within half a turn of this one.
    let turns = wraps ? (meanX - other.meanX + 1 << 31) >> 32 : 0
    let shift = Int128(turns) << 32
    count += other.count
    hash &+= other.hash
    x += other.x + shift * Int128(other.count)
    y += other.y
    units += other.units
    weightedX += other.weightedX + shift * Int128(other.units)
    weightedY += other.weightedY
  }

  /// The whole number nearest to a quotient, halves going up.
  private static func rounded(_ sum: Int128, _ count: Int128) -> Int64 {
    let (quotient, rest) = (sum + count / 2).quotientAndRemainder(dividingBy: count)
    return Int64(truncatingIfNeeded: rest < 0 ? quotient - 1 : quotient)
  }
}
