/// The clusters of one section at one zoom, as they grow into a ``Dendrogram``.
struct ZoomMarkers: MergingMarkers {
  /// The dendrogram; a join is a merge in it.
  private(set) var dendrogram: DendrogramBuilder

  /// The time of the merges of this zoom.
  var time = Dendrogram.beginning

  private let phase: UInt32

  /// In Morton order at the start of a zoom.
  private var markers: [Marker]

  private struct Marker {
    var position: WorldPoint
    var node: UInt32
    var count: UInt32
    var lowestRank: UInt32
  }

  /// The clusters of a section before any zoom: single points and stacks.
  init(leaves: Range<Int>, of points: PointSet, in dendrogram: consuming DendrogramBuilder) {
    // Coincident points are in the order of their ids.
    markers = leaves.map { leaf in
      Marker(
        position: dendrogram.position(of: leaf), node: UInt32(leaf),
        count: UInt32(dendrogram.pointCount(of: leaf)),
        lowestRank: points.idRanks[dendrogram.firstMember(of: leaf)])
    }
    phase = points.projection.gridPhase
    self.dendrogram = dendrogram
  }

  /// The clusters that are left of those of the zoom before.
  init(left merging: consuming CollisionMerging<ZoomMarkers>) {
    self = merging.markers
    if merging.isUnchanged { return }
    var still: [Marker] = []
    var moved: [Marker] = []
    still.reserveCapacity(markers.count)
    for (number, marker) in markers.enumerated() where merging.isLeft(number) {
      if merging.isUnchanged(number) { still.append(marker) } else { moved.append(marker) }
    }
    let sorted = RadixSort.sorted(
      moved.enumerated().map { RadixSort.Item(key: key($1), index: UInt32($0)) })
    markers.removeAll(keepingCapacity: true)
    var rest = sorted[...]
    for marker in still {
      let key = rest.isEmpty ? 0 : key(marker)
      while let next = rest.first, next.key < key {
        markers.append(moved[Int(next.index)])
        rest.removeFirst()
      }
      markers.append(marker)
    }
    markers += rest.map { moved[Int($0.index)] }
  }

  private func key(_ marker: Marker) -> UInt64 {
    Morton.key(x: marker.position.x &+ phase, y: marker.position.y)
  }

  var count: Int { markers.count }

  func position(of marker: Int) -> WorldPoint { markers[marker].position }

  func memberCount(of marker: Int) -> Int { Int(markers[marker].count) }

  func lowestRank(of marker: Int) -> UInt32 { markers[marker].lowestRank }

  mutating func join(_ other: Int, to marker: Int) {
    let absorbed = markers[other]
    markers[marker].node = UInt32(
      dendrogram.merge([Int(markers[marker].node), Int(absorbed.node)], at: time))
    markers[marker].count += absorbed.count
    markers[marker].lowestRank = min(markers[marker].lowestRank, absorbed.lowestRank)
  }

  mutating func place(_ marker: Int) {
    markers[marker].position = dendrogram.position(of: Int(markers[marker].node))
  }
}
