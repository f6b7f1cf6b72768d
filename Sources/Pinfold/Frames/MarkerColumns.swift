/// The markers of a frame in the making, in columns.
struct MarkerColumns: Sendable {
  /// The members of each cluster; points that never merge, which come last, have none here.
  private(set) var members: ClusterRanges

  private(set) var ids: [ClusterID] = []
  private(set) var positions: [WorldPoint] = []
  private(set) var representatives: [Int32] = []
  private(set) var weights: [Double] = []

  /// No markers yet.
  init(order: PointOrder) { members = ClusterRanges(order: order) }

  /// The markers of clusters, column by column: no reference is counted for each.
  ///
  /// - Parameters:
  ///   - positions: where they stand.
  ///   - representatives: the members that they speak for, or −1.
  init(
    of members: ClusterRanges, ids: [ClusterID], positions: [WorldPoint], representatives: [Int32],
    weights: [Double]
  ) {
    self.members = members
    self.ids = ids
    self.positions = positions
    self.representatives = representatives
    self.weights = weights
  }

  /// The number of markers.
  var count: Int { ids.count }

  /// Keeps the markers of some clusters, by their numbers in ascending order.
  mutating func keep(_ kept: [Int], of members: ClusterRanges) {
    self.members = members
    ids = kept.map { ids[$0] }
    positions = kept.map { positions[$0] }
    representatives = kept.map { representatives[$0] }
    weights = kept.map { weights[$0] }
  }

  /// Adds the marker of a cluster.
  mutating func append(
    _ marker: Representative, of cluster: ArraySlice<Range<Int>>, id: ClusterID, weight: Double
  ) {
    members.append(cluster)
    append(marker, id: id, weight: weight)
  }

  /// Adds the marker of a point that never merges.
  mutating func append(nonMergeable point: Int, of points: PointSet) {
    append(
      Representative(position: points.position(point), point: point),
      id: points.order.clusterID(of: point..<point + 1), weight: points.order.weight(of: point..<point + 1))
  }

  /// A marker.
  subscript(marker: Int) -> Representative {
    Representative(
      position: positions[marker], point: representatives[marker] < 0 ? nil : Int(representatives[marker]))
  }

  private mutating func append(_ marker: Representative, id: ClusterID, weight: Double) {
    ids.append(id)
    positions.append(marker.position)
    representatives.append(Int32(marker.point ?? -1))
    weights.append(weight)
  }
}
