import Pinfold
import PinfoldMarkers
import TestSupport
import Testing

@Suite("A board of markers")
@MainActor
struct MarkerBoardTests {
  private static let clusterers = [
    Clusterer(.grid(cellSize: 60)), Clusterer(.radius()), Clusterer(.quadtree()), Clusterer(.pca(budget: 9)),
    Clusterer(.kmeans(k: 6)), Clusterer(.none, separation: hiding),
  ]

  private static var hiding: Separation {
    var separation = Separation()
    separation.hidesLosers = true
    return separation
  }

  /// Four places in a row, of 5, 3, 1 and 1 points; the first two are near each other, and so are the others.
  private static let places: [(longitude: Double, count: Int)] = [(0, 5), (10, 3), (100, 1), (110, 1)]

  private func map(_ clusterer: Clusterer = Clusterer(.grid(cellSize: 60))) throws -> ClusterMap {
    var columns = PointColumns(longitude: [], latitude: [])
    for place in Self.places {
      columns.longitude += Array(repeating: place.longitude, count: place.count)
      columns.latitude += Array(repeating: 1, count: place.count)
    }
    columns.ids = .integers(columns.longitude.indices.map(Int64.init))
    return try clusterer.build(PointSet(columns))
  }

  /// A view of all places in which each is by itself, or near ones are one cluster.
  private func view(isNear: Bool) -> Viewport {
    Viewport(center: Coordinate(longitude: 50, latitude: 0), zoom: isNear ? 4 : 0, width: 2000, height: 400)
  }

  /// What happens, in few words: markers by number, counts and longitudes.
  private func words(_ plan: MarkerPlan) -> [String] {
    func text(_ pin: ClusterMarker) -> String { "\(pin.id) (\(pin.count))" }
    func text(_ from: Coordinate, _ to: Coordinate) -> String {
      "\(Int(from.longitude.rounded())) → \(Int(to.longitude.rounded()))"
    }
    return plan.changes.map { change in
      switch change {
      case .keep(let pin): "keep \(text(pin))"
      case .add(let pin): "add \(text(pin))"
      case .remove(let pin): "remove \(text(pin))"
      case .move(let pin, let from, let to): "move \(text(pin)) \(text(from, to))"
      case .fly(let pin, let from, let to): "fly \(text(pin)) \(text(from, to))"
      case .split(let id, let parts): "split \(id) into \(parts.map(text).joined(separator: ", "))"
      case .merge(let ids, let pin): "merge \(ids) into \(text(pin))"
      }
    }
  }

  @Test("says what happens to each marker, and uses markers again")
  func words() throws {
    let map = try map()
    var board = MarkerBoard()
    func show(isNear: Bool, at share: Double = 1) throws -> [String] {
      words(try board.show(board.frame(of: map, in: view(isNear: isNear)), at: share))
    }
    // In the canonical order of clusters.
    #expect(try show(isNear: true) == ["add 0 (1)", "add 1 (1)", "add 2 (5)", "add 3 (3)"])
    #expect(board.finish().isEmpty)
    #expect(try show(isNear: true) == ["keep 0 (1)", "keep 1 (1)", "keep 2 (5)", "keep 3 (3)"])
    #expect(board.finish().isEmpty)
    #expect(
      try show(isNear: false) == [
        "fly 0 (1) 100 → 105", "fly 1 (1) 110 → 105", "fly 2 (5) 0 → 4", "fly 3 (3) 10 → 4",
        "merge [0, 1] into 0 (2)", "merge [2, 3] into 2 (8)",
      ])
    let end = board.finish()
    #expect(end.removed == [1, 3] && end.updated.map(\.id) == [0, 2] && board.finish().isEmpty)
    #expect(
      try show(isNear: true) == [
        "fly 0 (1) 105 → 100", "fly 4 (1) 105 → 110", "fly 2 (5) 4 → 0", "fly 5 (3) 4 → 10",
        "split 0 into 0 (1), 4 (1)", "split 2 into 2 (5), 5 (3)",
      ])
    #expect(
      try show(isNear: false, at: 0.5) == [
        "fly 0 (1) 103 → 105", "fly 4 (1) 108 → 105", "fly 2 (5) 2 → 4", "fly 5 (3) 7 → 4",
        "merge [0, 4] into 0 (2)", "merge [2, 5] into 2 (8)",
      ], "half way it turns back")
  }

  @Test("lets a cluster live on in those of its points that stay, however few they are")
  func survivors() throws {
    var map = try map()
    var board = MarkerBoard()
    _ = try board.show(board.frame(of: map, in: view(isNear: true)))
    _ = board.finish()
    try map.remove([0, 1, 2, 3].map { .integer($0) })
    #expect(
      words(try board.show(board.frame(of: map, in: view(isNear: true)))) == [
        "keep 0 (1)", "keep 1 (1)", "remove 4 (4)", "keep 2 (1)", "keep 3 (3)", "split 2 into 2 (1), 4 (4)",
      ])
    #expect(board.finish().removed == [4])
    try map.insert(
      PointColumns(longitude: [0, 0, 0], latitude: [1, 1, 1], ids: .integers([20, 21, 22])))
    #expect(
      words(try board.show(board.frame(of: map, in: view(isNear: true)))) == [
        "keep 0 (1)", "keep 1 (1)", "keep 2 (1)", "keep 3 (3)", "add 5 (3)", "merge [2, 5] into 2 (4)",
      ])
  }

  @Test("keeps selected points by themselves, and gives markers a priority by count, then by id")
  func priorities() throws {
    let map = try map().selecting([.integer(4)])
    var board = MarkerBoard()
    _ = try board.show(board.frame(of: map, in: view(isNear: false)), selected: map.clusterer.selected)
    let pins = board.markers.values.sorted { $0.priority > $1.priority }
    #expect(pins.map(\.count) == [1, 7, 2] && pins.map(\.priority).allSatisfy((0...1).contains))
    #expect(pins[0].point == .integer(4) && pins.map(\.isSelected) == [true, false, false])
    let apart = try Clusterer(.none).build(map.points).frame(for: view(isNear: true))
    var all = MarkerBoard()
    _ = try all.show(apart)
    let ones = all.markers.values.sorted { $0.priority > $1.priority }.compactMap(\.cluster)
    #expect(ones.map(\.bits) == ones.map(\.bits).sorted())
  }

  @Test("spreads coincident points from a zoom on, and gathers them again below it")
  func spreading() throws {
    let map = try map()
    var board = MarkerBoard()
    board.options.spread = SpreadLayout()
    for (zoom, counts) in [(4.0, [5, 3, 1, 1]), (17, [1, 1, 1, 1, 1]), (16.9, [5])] {
      var viewport = view(isNear: true)
      if zoom > 5 { viewport.center = Coordinate(longitude: 0, latitude: 1) }
      viewport.zoom = zoom
      _ = try board.show(board.frame(of: map, in: viewport))
      _ = board.finish()
      #expect(board.markers.values.map(\.count).sorted(by: >) == counts)
      #expect(Set(board.markers.values.map(\.coordinate)).count == counts.count)
    }
  }

  @Test("changes nothing when a frame is of another projection")
  func projections() throws {
    var board = MarkerBoard()
    _ = try board.show(board.frame(of: map(), in: view(isNear: true)))
    let plane = try PointSet(
      PointColumns(longitude: [1], latitude: [1]),
      projection: .planar(PlanarExtent(minX: 0, minY: 0, side: 2)))
    let before = board.markers
    let frame = try Clusterer(.none).build(plane).frame(
      for: Viewport(center: Coordinate(longitude: 1, latitude: 1), zoom: 1))
    #expect(throws: ClusteringError.self) { try board.show(frame, at: 0.5) }
    #expect(board.markers == before)
  }

  @Test(
    "adds up, keeps what is unchanged and lets nothing jump, whatever happens to camera, points and strategy",
    arguments: [SamplePoints.clusters, .dateLine, .spots, .poles], 0..<12 as Range<UInt64>)
  func walk(_ sample: SamplePoints, seed: UInt64) throws {
    var walk = try MarkerWalk(sample, isPlain: seed % 3 > 0, seed: seed, Self.clusterers)
    for _ in 0..<60 { try walk.step() }
  }
}
