import TestSupport
import Testing

@testable import Pinfold

/// Edits of dendrograms that strategies merge level by level against fresh builds.
@Suite struct DendrogramEditTests {
  static let settings: [(String, any ClusteringStrategy)] = {
    var steps = RadiusStrategy.radius(60, minZoom: 3, maxZoom: 9)
    steps.levelsPerZoom = 2
    var byZoom = RadiusStrategy()
    byZoom.radius = [0: 200, 8: 30]
    var pins = SeparateStrategy(.rectangle, padding: 3)
    (pins.separation.width, pins.separation.height, pins.separation.anchor) = (30, 40, .topLeft)
    (pins.separation.pointWidth, pins.separation.pointHeight) = (24, 36)
    pins.levelsPerZoom = 2
    var growing = SeparateStrategy()
    (growing.separation.smallest, growing.separation.largest) = ([2: 8, 6: 14], [0: 300, 9: 90])
    growing.separation.saturation = 50
    return [
      ("as it comes", .radius()), ("a wide radius", .radius(400)),
      ("wider than half the world", .radius(2000)),
      ("five points", .radius(80, minPoints: 5)), ("half zooms", steps), ("a radius by zoom", byZoom),
      ("discs", .separate()), ("boxes, half zooms", pins), ("discs that grow over half the world", growing),
    ]
  }()

  private func world(_ zoom: Int) -> Viewport {
    var viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: Double(zoom))
    (viewport.width, viewport.height) = (viewport.worldWidth, viewport.worldWidth)
    return viewport
  }

  /// Compares frames of all zooms, and for their clusters members, and children and expansion zooms if the
  /// index is a hierarchy.
  private func expectEqual(_ map: ClusterMap, _ fresh: ClusterMap, _ comment: Comment) throws {
    for zoom in 0...17 {
      let (frame, other) = (try map.frame(for: world(zoom)), try fresh.frame(for: world(zoom)))
      try #require(frame.bytes == other.bytes, comment)
      for cluster in 0..<frame.count where zoom % 3 == 0 {
        #expect(frame.members(of: cluster) == other.members(of: cluster), comment)
      }
    }
    guard let expected = fresh.index as? any ClusterHierarchy else { return }
    let hierarchy = try #require(map.index as? any ClusterHierarchy)
    for zoom in stride(from: 0, through: 17, by: 3) {
      let frame = try map.frame(for: world(zoom))
      for cluster in 0..<frame.count {
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
    _ strategy: any ClusteringStrategy, _ list: EditedPoints, projection: Projection = .mercator, edits: Int
  ) throws {
    var list = list
    let clusterer = Clusterer(strategy)
    var map = try clusterer.build(PointSet(list.columns(), projection: projection))
    var kept = 0
    for step in 0..<edits {
      try map.apply(list.edit())
      if map.index.builtIndex != nil { kept += 1 }
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
    try check(RadiusStrategy(radius: 100), EditedPoints(sample, count: 200, seed: 91), edits: 8)
    try check(SeparateStrategy(), EditedPoints(sample, count: 200, textIDs: true, seed: 91), edits: 8)
  }

  @Test("so they do on the plane", arguments: [1440, 400])
  func planar(side: Double) throws {
    let plane = Projection.planar(PlanarExtent(minX: -side / 2, minY: -side / 2, side: side))
    let list = EditedPoints(.clusters, count: 200, isPlain: true, seed: 92)
    try check(RadiusStrategy(), list, projection: plane, edits: 8)
    try check(SeparateStrategy(), list, projection: plane, edits: 8)
  }

  @Test("points that come in together where nothing was merge with each other", arguments: 0..<settings.count)
  func emptyPlaces(number: Int) throws {
    let clusterer = Clusterer(Self.settings[number].1)
    var columns = SamplePoints.uniform.columns(count: 300)
    columns.longitude = columns.longitude.map { $0 / 100 }
    columns.latitude = columns.latitude.map { $0 / 100 }
    var map = try clusterer.build(PointSet(columns))
    var pair = PointColumns(longitude: [100, 100.000_01, 100], latitude: [50, 50, 50.000_01])
    pair.ids = .integers([-1, -2, -3])
    try map.insert(pair)
    #expect(map.index.builtIndex != nil)
    try expectEqual(map, clusterer.build(map.points.merged), "a build merges them")
  }

  @Test(
    "many edits at once are those of a build", arguments: [1, 15, 400],
    [RadiusStrategy() as any ClusteringStrategy, SeparateStrategy()])
  func batches(count: Int, strategy: any ClusteringStrategy) throws {
    let columns = SamplePoints.clusters.columns(count: 4000, seed: 3)
    let clusterer = Clusterer(strategy)
    let points = try PointSet(columns)
    var map = try clusterer.build(points)
    let ids = (0..<count).map { points.id($0 * 9) }
    let moves = ids.enumerated().map { (number, id) in
      (id: id, to: Coordinate(longitude: Double(number % 360) - 180, latitude: Double(number % 50)))
    }
    try map.move(moves)
    #expect((map.index.builtIndex != nil) == (count < 21))
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

  // An edit of so many merges its items in several parts.
  @Test(
    "large batches are those of a build, on any number of threads", arguments: [1, 2],
    [RadiusStrategy() as any ClusteringStrategy, SeparateStrategy()])
  func largeBatches(threads: Int, strategy: any ClusteringStrategy) throws {
    let columns = SamplePoints.uniform.columns(count: 300_000, seed: 8)
    let points = try PointSet(columns)
    var random = SplitMix64(seed: 8)
    let clusterer = Clusterer(strategy)
    let moves = random.shuffled(Array(0..<300_000)).prefix(385).map { index in
      (id: points.id(index), to: points.coordinate(random.below(300_000)).moved(by: 1e-4))
    }
    var map = try clusterer.build(points)
    try map.move(moves, context: RunContext(threads: threads))
    #expect(map.index.builtIndex != nil)
    let fresh = try clusterer.build(points.moving(moves).merged)
    for zoom in 0...12 {
      let (frame, other) = (try map.frame(for: world(zoom)), try fresh.frame(for: world(zoom)))
      try #require(frame.ids == other.ids && frame.positions == other.positions, "zoom \(zoom)")
    }
  }

  @Test(
    "an edit after somebody read whole columns keeps what the edits before it formed",
    arguments: [RadiusStrategy() as any ClusteringStrategy, SeparateStrategy()])
  func columns(strategy: any ClusteringStrategy) throws {
    var list = EditedPoints(.clusters, count: 600, isPlain: true, seed: 5)
    var map = try Clusterer(strategy).build(PointSet(list.columns()))
    for step in 0..<3 {
      try map.move(list.moves(of: 2))
      #expect(map.points.x.count == 600)
      #expect(map.index.builtIndex != nil)
      try expectEqual(map, map.clusterer.build(PointSet(list.columns())), "edit \(step)")
    }
  }

  @Test(
    "an edit that should stop does, and changes nothing",
    arguments: [RadiusStrategy() as any ClusteringStrategy, SeparateStrategy()])
  func stops(strategy: any ClusteringStrategy) throws {
    var map = try Clusterer(strategy).build(PointSet(SamplePoints.clusters.columns(count: 500)))
    let before = try map.frame(for: world(3)).bytes
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: ClusteringError.self) {
      try map.remove([map.points.id(3)], context: RunContext(cancellation: cancellation))
    }
    #expect(try map.frame(for: world(3)).bytes == before)
  }
}

extension Coordinate {
  fileprivate func moved(by degrees: Double) -> Coordinate {
    Coordinate(longitude: longitude, latitude: latitude + degrees)
  }
}
