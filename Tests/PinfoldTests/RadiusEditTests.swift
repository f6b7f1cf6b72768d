import TestSupport
import Testing

@testable import Pinfold

/// Edits of the merging's dendrogram against fresh builds.
@Suite struct RadiusEditTests {
  static let settings: [(String, RadiusStrategy)] = {
    var steps = RadiusStrategy.radius(60, minZoom: 3, maxZoom: 9)
    steps.levelsPerZoom = 2
    var byZoom = RadiusStrategy()
    byZoom.radius = [0: 200, 8: 30]
    return [
      ("as it comes", .radius()), ("a wide radius", .radius(400)),
      ("wider than half the world", .radius(2000)),
      ("five points", .radius(80, minPoints: 5)), ("half zooms", steps), ("a radius by zoom", byZoom),
    ]
  }()

  private func world(_ zoom: Int) -> Viewport {
    var viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: Double(zoom))
    (viewport.width, viewport.height) = (viewport.worldWidth, viewport.worldWidth)
    return viewport
  }

  /// Compares frames of all zooms, and for their clusters members, children and expansion zooms.
  private func expectEqual(_ map: ClusterMap, _ fresh: ClusterMap, _ comment: Comment) throws {
    let hierarchy = try #require(map.index as? any ClusterHierarchy)
    let expected = try #require(fresh.index as? any ClusterHierarchy)
    for zoom in 0...17 {
      let (frame, other) = (try map.frame(for: world(zoom)), try fresh.frame(for: world(zoom)))
      try #require(frame.bytes == other.bytes, comment)
      guard zoom % 3 == 0 else { continue }
      for cluster in 0..<frame.count {
        #expect(frame.members(of: cluster) == other.members(of: cluster), comment)
        guard let node = expected.node(of: frame.ids[cluster]) else { continue }
        let same = try #require(hierarchy.node(of: frame.ids[cluster]), comment)
        #expect(same.members(limit: .max) == node.members(limit: .max), comment)
        #expect(hierarchy.expansionZoom(of: same) == expected.expansionZoom(of: node), comment)
        #expect(
          hierarchy.children(of: same).map(\.id) == expected.children(of: node).map(\.id), comment)
      }
    }
    let tile = try hierarchy.tile(zoom: 2, x: 1, y: 1, context: RunContext())
    let other = try expected.tile(zoom: 2, x: 1, y: 1, context: RunContext())
    #expect(tile.map(\.node.id) == other.map(\.node.id) && tile.map(\.x) == other.map(\.x), comment)
  }

  private func check(
    _ strategy: RadiusStrategy, _ list: EditedPoints, projection: Projection = .mercator, edits: Int
  ) throws {
    var list = list
    let clusterer = Clusterer(strategy)
    var map = try clusterer.build(PointSet(list.columns(), projection: projection))
    var kept = 0
    for step in 0..<edits {
      try map.apply(list.edit())
      if map.index is EditedRadiusIndex { kept += 1 }
      let fresh = try clusterer.build(PointSet(list.columns(), projection: projection))
      try expectEqual(map, fresh, "edit \(step)")
    }
    #expect(kept > edits / 2, "most edits build nothing anew")
  }

  @Test(
    "edits give the clusters of a fresh build at all zooms, and its hierarchy", arguments: 0..<settings.count,
    [SamplePoints.clusters, .dateLine, .lattice, .spots])
  func edits(number: Int, sample: SamplePoints) throws {
    try check(
      Self.settings[number].1, EditedPoints(sample, count: 150, isPlain: true, seed: UInt64(number)), edits: 8
    )
  }

  @Test("so they do with weights and groups that come and go", arguments: [SamplePoints.clusters, .seam])
  func groups(sample: SamplePoints) throws {
    try check(.radius(100), EditedPoints(sample, count: 200, seed: 91), edits: 8)
  }

  @Test("so they do on the plane")
  func planar() throws {
    let plane = Projection.planar(PlanarExtent(minX: -720, minY: -720, side: 1440))
    try check(
      .radius(), EditedPoints(.clusters, count: 200, isPlain: true, seed: 92), projection: plane, edits: 8)
  }

  @Test("many edits at once are those of a build", arguments: [1, 15, 400])
  func batches(count: Int) throws {
    let columns = SamplePoints.clusters.columns(count: 4000, seed: 3)
    let clusterer = Clusterer(.radius())
    let points = try PointSet(columns)
    var map = try clusterer.build(points)
    let ids = (0..<count).map { points.id($0 * 9) }
    let moves = ids.enumerated().map { (number, id) in
      (id: id, to: Coordinate(longitude: Double(number % 360) - 180, latitude: Double(number % 50)))
    }
    try map.move(moves)
    #expect((map.index is EditedRadiusIndex) == (count < 21))
    try expectEqual(map, clusterer.build(points.moving(moves).merged), "\(count) moves")
  }

  @Test(
    "batches of random moves give the clusters of a fresh build", arguments: 0..<settings.count,
    [SamplePoints.clusters, .dateLine, .seam])
  func randomBatches(number: Int, sample: SamplePoints) throws {
    let plain = number % 2 == 0
    var list = EditedPoints(sample, count: 1200, isPlain: plain, seed: 60 + UInt64(number))
    let clusterer = Clusterer(Self.settings[number].1)
    var map = try clusterer.build(PointSet(list.columns()))
    for step in 0..<2 {
      // As many as an edit takes before it builds anew, near where they were or anywhere.
      let moves = list.moves(of: 14)
      try map.move(moves)
      let fresh = try clusterer.build(PointSet(list.columns()))
      try expectEqual(map, fresh, "batch \(step)")
    }
  }

  @Test("an edit after somebody read whole columns keeps what the edits before it formed")
  func columns() throws {
    var list = EditedPoints(.clusters, count: 600, isPlain: true, seed: 5)
    var map = try Clusterer(.radius()).build(PointSet(list.columns()))
    for step in 0..<3 {
      try map.move(list.moves(of: 2))
      #expect(map.points.x.count == 600)
      #expect(map.index is EditedRadiusIndex)
      try expectEqual(map, map.clusterer.build(PointSet(list.columns())), "edit \(step)")
    }
  }

  @Test("an edit that should stop does, and changes nothing")
  func stops() throws {
    var map = try Clusterer(.radius()).build(PointSet(SamplePoints.clusters.columns(count: 500)))
    let before = try map.frame(for: world(3)).bytes
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: ClusteringError.self) {
      try map.remove([map.points.id(3)], context: RunContext(cancellation: cancellation))
    }
    #expect(try map.frame(for: world(3)).bytes == before)
  }
}
