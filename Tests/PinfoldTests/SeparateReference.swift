@testable import Pinfold

extension SeparateStrategy {
  /// The dendrogram by one list of collisions for all of a level, on one thread.
  func referenceDendrogram(over points: PointSet) throws -> Dendrogram {
    let context = RunContext()
    var dendrogram = try DendrogramBuilder(over: points, stacks: true, context: context)
    for leaves in dendrogram.sections {
      var markers = ZoomMarkers(leaves: leaves, of: points, in: consume dendrogram)
      for step in steps(points.projection) {
        markers.time = step.time
        var merging = try CollisionMerging(consume markers, room: step.room, points.projection, context)
        try merging.run(context)
        markers = ZoomMarkers(left: consume merging)
      }
      dendrogram = markers.dendrogram
    }
    return try dendrogram.finish(context: context)
  }
}

/// The clusters of one section at one zoom, as they grow into a ``Dendrogram``.
private struct ZoomMarkers: MergingMarkers {
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
    let left = markers.indices.filter(merging.isLeft).map { markers[$0] }
    let keys = left.enumerated().map { RadixSort.Item(key: key($1), index: UInt32($0)) }
    markers = RadixSort.sorted(keys).map { left[Int($0.index)] }
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
    // The way goes which is east from one to the other where both ways around the globe are equally long.
    let isEast = markers[marker].position.x &+ phase > absorbed.position.x &+ phase
    let nodes = [Int(markers[marker].node), Int(absorbed.node)]
    markers[marker].node = UInt32(dendrogram.merge(isEast ? nodes : nodes.reversed(), at: time))
    markers[marker].count += absorbed.count
    markers[marker].lowestRank = min(markers[marker].lowestRank, absorbed.lowestRank)
  }

  mutating func place(_ marker: Int) {
    markers[marker].position = dendrogram.position(of: Int(markers[marker].node))
  }
}
