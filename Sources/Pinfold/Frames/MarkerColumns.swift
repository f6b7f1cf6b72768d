/// The markers of a frame under construction.
struct MarkerColumns: Sendable {
  /// Without points that never merge, which come last.
  private(set) var members: ClusterRanges

  private(set) var ids: [ClusterID] = []
  private(set) var positions: [WorldPoint] = []
  private(set) var representatives: [Int32] = []
  private(set) var weights: [Double] = []

  init(order: PointOrder) { members = ClusterRanges(order: order) }

  /// Creates the markers of clusters; `representatives` are members or −1.
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

  var count: Int { ids.count }

  /// Keeps some clusters, given in ascending order.
  mutating func keep(_ kept: [Int], of members: ClusterRanges) {
    self.members = members
    ids = kept.map { ids[$0] }
    positions = kept.map { positions[$0] }
    representatives = kept.map { representatives[$0] }
    weights = kept.map { weights[$0] }
  }

  mutating func append(
    _ marker: Representative, of cluster: ArraySlice<Range<Int>>, id: ClusterID, weight: Double
  ) {
    members.append(cluster)
    append(marker, id: id, weight: weight)
  }

  mutating func append(nonMergeable point: Int, of points: PointSet) {
    append(
      Representative(position: points.position(point), point: point),
      id: points.order.clusterID(of: point..<point + 1), weight: points.order.weight(of: point..<point + 1))
  }

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
