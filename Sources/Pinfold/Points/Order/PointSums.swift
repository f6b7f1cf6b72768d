/// Exact sums over points of one group, from which mean, weight and cluster id follow, also of unions.
struct PointSums: Sendable {
  private(set) var hash: UInt64
  private(set) var positions: PositionSum
  /// The unit of the weights; nil if every weight is 1.
  let scale: WeightScale?

  /// Ignored if ``scale`` is nil.
  private(set) var weighted: WeightedSum

  var clusterID: ClusterID { ClusterID(hashSum: hash, count: positions.count) }

  var weight: Double { scale.map { $0.weight(of: weighted.weight) } ?? Double(positions.count) }

  /// The weighted mean position; unweighted if all weights are 0.
  var mean: WorldPoint { WorldPoint(unwrapping: unwrappedMean) }

  private var unwrappedMean: (x: Int64, y: Int64) { weighted.mean ?? positions.mean }

  /// The windings from the world's first to that of the mean.
  var windings: Int64 { unwrappedMean.x >> 32 }

  /// The sums of the points shifted east by whole windings.
  func wound(by windings: Int64) -> PointSums {
    PointSums(
      hash: hash, positions: positions.wound(by: windings), scale: scale,
      weighted: weighted.wound(by: windings))
  }

  /// Adds points; on the globe by the shorter way from one mean to the other.
  mutating func join(_ other: PointSums, wraps: Bool) {
    add(other, windings: wraps ? (unwrappedMean.x - other.unwrappedMean.x + 1 << 31) >> 32 : 0)
  }

  static func + (a: Self, b: Self) -> Self {
    PointSums(
      hash: a.hash &+ b.hash, positions: a.positions + b.positions, scale: a.scale,
      weighted: a.weighted + b.weighted)
  }

  static func - (a: Self, b: Self) -> Self {
    PointSums(
      hash: a.hash &- b.hash, positions: a.positions - b.positions, scale: a.scale,
      weighted: a.weighted - b.weighted)
  }

  /// Adds points, shifted east by whole windings.
  mutating func add(_ other: PointSums, windings: Int64 = 0) {
    self = self + (windings == 0 ? other : other.wound(by: windings))
  }
}
