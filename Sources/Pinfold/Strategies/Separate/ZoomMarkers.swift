/// The clusters of one section at one zoom, as they grow into a ``Dendrogram``.
struct ZoomMarkers: MergingMarkers {
  /// The dendrogram; a join is a merge in it.
  private(set) var dendrogram: DendrogramBuilder

  /// The time of the merges of this zoom.
  var time = Dendrogram.beginning

  // One entry a marker.
  private var nodes: [Int]
  private var ranks: [UInt32]
  private var positions: [WorldPoint]

  /// The clusters of a section before any zoom: single points and stacks.
  init(leaves: Range<Int>, of points: PointSet, in dendrogram: consuming DendrogramBuilder) {
    nodes = Array(leaves)
    // Coincident points are in the order of their ids.
    ranks = leaves.map { points.idRanks[dendrogram.firstMember(of: $0)] }
    positions = leaves.map { dendrogram.position(of: $0) }
    self.dendrogram = dendrogram
  }

  /// The clusters that are left of those of the zoom before.
  init(left merging: consuming CollisionMerging<ZoomMarkers>) {
    let before = merging.markers
    let left = (0..<before.count).filter(merging.isLeft)
    nodes = left.map { before.nodes[$0] }
    ranks = left.map { before.ranks[$0] }
    positions = left.map { before.positions[$0] }
    dendrogram = before.dendrogram
  }

  var count: Int { nodes.count }

  func position(of marker: Int) -> WorldPoint { positions[marker] }

  func memberCount(of marker: Int) -> Int { dendrogram.pointCount(of: nodes[marker]) }

  func lowestRank(of marker: Int) -> UInt32 { ranks[marker] }

  mutating func join(_ other: Int, to marker: Int) {
    nodes[marker] = dendrogram.merge([nodes[marker], nodes[other]], at: time)
    ranks[marker] = min(ranks[marker], ranks[other])
  }

  mutating func place(_ marker: Int) { positions[marker] = dendrogram.position(of: nodes[marker]) }
}
