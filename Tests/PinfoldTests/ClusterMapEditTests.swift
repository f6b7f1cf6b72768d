import TestSupport
import Testing

@testable import Pinfold

/// What every strategy of the registry must hold to when its points are edited.
@Suite struct ClusterMapEditTests {
  static let strategies = Registry.builtIn.all(.strategy).map(\.name)
  static let representatives: [String?] = [nil] + Registry.builtIn.all(.representative).map(\.name)

  private func clusterer(_ name: String, representative: String? = nil) throws -> Clusterer {
    try Clusterer(
      Registry.builtIn.find(name, kind: .strategy)(),
      representative: representative.map { try Registry.builtIn.find($0, kind: .representative)() })
  }

  /// Edits a map again and again, and compares its frames with those of a fresh build after each.
  private func check(_ name: String, _ list: EditedPoints, edits: Int) throws {
    var list = list
    var map = try clusterer(name).build(PointSet(list.columns()))
    for step in 0..<edits {
      let representative = Self.representatives[step % Self.representatives.count]
      map = ClusterMap(
        points: map.points, index: map.index, clusterer: try clusterer(name, representative: representative))
      try map.apply(list.edit())
      let fresh = try map.clusterer.build(PointSet(list.columns()))
      for viewport in Viewport.samples(of: fresh.points, random: 2, seed: UInt64(step)) {
        let frame = try map.frame(for: viewport)
        let expected = try fresh.frame(for: viewport)
        #expect(
          frame.bytes == expected.bytes, "edit \(step), \(representative ?? "no representative"), \(viewport)"
        )
        if viewport.zoom == 0 { expectEqual(frame, expected) }
      }
      if map.index.incremental != nil {
        #expect(
          map.points.delta?.mergedAlready == nil,
          "edit \(step), \(representative ?? "no representative"): an edit or a frame put columns together")
      }
    }
  }

  /// What a frame looks up in its points.
  private func expectEqual(_ frame: Frame, _ expected: Frame) {
    for cluster in 0..<frame.count {
      #expect(frame.members(of: cluster) == expected.members(of: cluster))
      #expect(frame[cluster] == expected[cluster])
      #expect(frame.bounds(of: cluster) == expected.bounds(of: cluster))
    }
  }

  @Test(
    "edited points give the frames of a fresh build, bit for bit", arguments: strategies,
    [SamplePoints.clusters, .spots, .dateLine, .seam, .lattice, .coincident])
  func edits(name: String, sample: SamplePoints) throws {
    try check(name, EditedPoints(sample, count: 60, seed: 71), edits: 6)
  }

  @Test("so do points with texts for ids, and points with nothing but places", arguments: strategies)
  func ids(name: String) throws {
    try check(name, EditedPoints(.spots, count: 60, textIDs: true, seed: 72), edits: 5)
    try check(name, EditedPoints(.uniform, count: 60, isPlain: true, seed: 73), edits: 5)
  }

  @Test("so does a set that was empty", arguments: strategies)
  func empty(name: String) throws {
    try check(name, EditedPoints(.spots, count: 0, seed: 74), edits: 4)
    try check(name, EditedPoints(.clusters, count: 0, isPlain: true, textIDs: true, seed: 75), edits: 4)
  }

  @Test(
    "long runs of small edits, put in one piece now and then",
    arguments: ["grid", "quadtree", "radius", "separate"])
  func long(name: String) throws {
    try check(name, EditedPoints(.clusters, count: 150, seed: 76), edits: 18)
    try check(name, EditedPoints(.spots, count: 150, isPlain: true, seed: 77), edits: 18)
  }

  @Test("a strategy is incremental where its index is", arguments: strategies)
  func capability(name: String) throws {
    let map = try clusterer(name).build(PointSet(SamplePoints.clusters.columns()))
    #expect(map.clusterer.capabilities.contains(.incremental) == (map.index.incremental != nil))
  }

  @Test("an edit that fails leaves the map as it was", arguments: strategies)
  func allOrNothing(name: String) throws {
    var map = try clusterer(name).build(PointSet(SamplePoints.clusters.columns(count: 50)))
    let viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1)
    let before = try map.frame(for: viewport).bytes
    let known = map.points.id(7)
    var bad = PointColumns(longitude: [1, 1], latitude: [1, 91], ids: .integers([-1, -2]))
    #expect(throws: ClusteringError.self) { try map.insert(bad) }
    bad.latitude = [1, 2]
    bad.ids = PointIDs([.integer(-1), known])
    #expect(throws: ClusteringError.self) { try map.insert(bad) }
    #expect(throws: ClusteringError.self) { try map.remove([known, .integer(-5)]) }
    #expect(throws: ClusteringError.self) {
      try map.move([
        (known, Coordinate(longitude: 0, latitude: 0)), (.text("no"), Coordinate(longitude: 0, latitude: 0)),
      ])
    }
    let cancellation = Cancellation()
    cancellation.cancel()
    if map.index.byteCount > 0, map.index.incremental == nil {
      #expect(throws: ClusteringError.self) {
        try map.remove([known], context: RunContext(cancellation: cancellation))
      }
    }
    #expect(map.points.count == 50)
    #expect(try map.frame(for: viewport).bytes == before)
  }

  @Test("maps and frames from before an edit show what they showed", arguments: strategies)
  func values(name: String) throws {
    let old = try clusterer(name).build(PointSet(SamplePoints.spots.columns(count: 80)))
    let viewport = Viewport(center: old.points.coordinate(0), zoom: 9)
    let frame = try old.frame(for: viewport)
    let before = frame.bytes
    var map = old
    try map.move(old.points.id(0), to: Coordinate(longitude: 0, latitude: 0))
    try map.filter { $0.isMultiple(of: 2) }
    #expect(map.points.count == 40)
    #expect(frame.bytes == before)
    #expect(try old.frame(for: viewport).bytes == before)
    #expect(try map.frame(for: viewport).bytes != before)
  }

  @Test(
    "frames from several threads agree while columns are put together",
    arguments: ["grid", "quadtree", "radius", "separate"])
  func threads(name: String) async throws {
    var map = try clusterer(name, representative: "nearest-to-center").build(
      PointSet(SamplePoints.clusters.columns(count: 2000).decorated(seed: 78)))
    try map.filter { $0 % 50 != 3 }
    let edited = map
    let viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 2)
    let answers = try await withThrowingTaskGroup(of: ([UInt8], [UInt32]).self) { group in
      for task in 0..<6 {
        group.addTask {
          let ranks = task.isMultiple(of: 2) ? edited.points.idRanks : []
          let bytes = try edited.frame(for: viewport).bytes
          return (bytes, ranks.isEmpty ? edited.points.idRanks : ranks)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 6)
    #expect(answers.allSatisfy { $0 == answers[0] })
  }
}
