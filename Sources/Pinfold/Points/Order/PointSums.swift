/// Exact sums over some points of one group: what their mean, weight and cluster id follow from, and those of
/// unions.
struct PointSums: Sendable {
  private(set) var hash: UInt64
  private(set) var positions: PositionSum
  private let scale: WeightScale?
  private(set) var weighted: WeightedSum

  /// Gathers sums.
  ///
  /// - Parameters:
  ///   - scale: what units weights are in; nil where every point weighs 1.
  ///   - weighted: ignored if `scale` is nil.
  init(hash: UInt64, positions: PositionSum, scale: WeightScale?, weighted: WeightedSum) {
    self.hash = hash
    self.positions = positions
    self.scale = scale
    self.weighted = weighted
  }

  /// The id of the cluster that the points make.
  var clusterID: ClusterID { ClusterID(hashSum: hash, count: positions.count) }

  /// The weight of the points.
  var weight: Double { scale.map { $0.weight(of: weighted.weight) } ?? Double(positions.count) }

  /// The mean position, each point counted by its weight; if all weights are 0, as if all were 1.
  var mean: WorldPoint { WorldPoint(unwrapping: unwrappedMean) }

  private var unwrappedMean: (x: Int64, y: Int64) { weighted.mean ?? positions.mean }

  /// The windings east of the world's first at which the mean is.
  var windings: Int64 { unwrappedMean.x >> 32 }

  /// The same points some windings farther east.
  func wound(by windings: Int64) -> PointSums {
    PointSums(
      hash: hash, positions: positions.wound(by: windings), scale: scale,
      weighted: weighted.wound(by: windings))
  }

  /// Adds more points; on the globe as they lie by the short way from one mean to the other.
  mutating func join(_ other: PointSums, wraps: Bool) {
    add(other, windings: wraps ? (unwrappedMean.x - other.unwrappedMean.x + 1 << 31) >> 32 : 0)
  }

  /// Adds more points, some windings farther east than they are counted.
  mutating func add(_ other: PointSums, windings: Int64 = 0) {
    hash &+= other.hash
    positions = positions + other.positions.wound(by: windings)
    weighted = weighted + other.weighted.wound(by: windings)
  }
}
