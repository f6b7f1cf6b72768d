import Pinfold
import PinfoldData
import TestSupport
import Testing

@testable import PinfoldTiles

@Suite struct TilePyramidTests {
  /// Tiles of points, with the properties that supercluster has.
  private func tiles(
    _ points: PointSet, _ strategy: any ClusteringStrategy, _ plan: TilePlan, threads: Int = 1,
    properties: FeatureProperties = .supercluster
  ) throws -> TileSet {
    let context = RunContext(threads: threads)
    let map = try Clusterer(strategy).build(points, context: context)
    return try TilePyramid(of: map, plan, context: context).tiles { frame in
      var writer = FrameWriter(frame)
      writer.featureProperties = properties
      return writer
    }
  }

  private func plan(_ zooms: ClosedRange<Int>, buffer: Int = 64) -> TilePlan {
    var plan = TilePlan()
    plan.zooms = zooms
    plan.buffer = buffer
    return plan
  }

  private func points(_ sample: SamplePoints, _ count: Int = 300) throws -> PointSet {
    try PointSet(sample.columns(count: count))
  }

  private static let strategies: [any ClusteringStrategy] = [
    RadiusStrategy.radius(50), GridStrategy(cellSize: 80), QuadtreeStrategy(), NoneStrategy(),
  ]

  @Test func `ids that are no numbers stand beside a column id, which gives way to them`() throws {
    func ids(_ ids: PointIDs, _ column: [Double]) throws -> Set<[ReadTile.Value?]> {
      var columns = PointColumns(longitude: [10, 30], latitude: [50, 20], ids: ids)
      columns.attributes = [Attribute(name: "id", values: .numbers(SparseColumn(column)))]
      let map = try Clusterer(NoneStrategy()).build(PointSet(columns))
      let set = try TilePyramid(of: map, plan(0...0), context: RunContext()).tiles { frame in
        var writer = FrameWriter(frame)
        writer.featureProperties = .supercluster
        writer.attributes = frame.points.attributes
        return writer
      }
      return Set(try ReadTile(unpacked(set.tiles[0].bytes)).features.map { [$0["id"], $0["id_"]] })
    }
    #expect(try ids(.texts(["A", "B"]), [7, 8]) == [[.text("A"), .whole(7)], [.text("B"), .whole(8)]])
    // A feature has numbers of its own, and rows without ids have none.
    #expect(try ids(.integers([1, 2]), [7, 8]) == [[.whole(7), nil], [.whole(8), nil]])
    #expect(try ids(.texts(["#0", "#1"]), [7, 7]) == [[.whole(7), nil]])
  }

  @Test(arguments: [SamplePoints.clusters, .dateLine, .poles, .seam, .coincident, .one, .empty])
  func `counts of the tiles' own features add up to the points at every zoom`(_ sample: SamplePoints) throws {
    let points = try points(sample)
    for strategy in Self.strategies {
      let set = try tiles(points, strategy, plan(0...6))
      for zoom in 0...6 {
        var count = 0
        for tile in set.tiles where tile.address.zoom == zoom {
          for feature in try ReadTile(unpacked(tile.bytes)).features where feature.isInside {
            if case .whole(let members)? = feature["point_count"] { count += members } else { count += 1 }
          }
        }
        #expect(count == points.count)
      }
    }
  }

  /// Against every marker of a frame asked for by itself, wound around the globe, looked at for every tile.
  @Test(arguments: [SamplePoints.clusters, .dateLine, .poles, .uniform], [0, 64, 2048])
  func `a tile has the markers in it and in its buffer, at their positions`(
    _ sample: SamplePoints, _ buffer: Int
  ) throws {
    let points = try points(sample)
    let set = try tiles(points, RadiusStrategy.radius(50), plan(0...3, buffer: buffer))
    let map = try Clusterer(RadiusStrategy.radius(50)).build(points)
    var expected = 0
    for zoom in 0...3 {
      let side = 512 * Double(1 << zoom)
      let frame = try map.frame(
        for: Viewport(
          center: Coordinate(longitude: 0, latitude: 0), zoom: Double(zoom), width: side, height: side,
          tileSize: 512))
      let units = 4096 << zoom
      for column in 0..<1 << zoom {
        for row in 0..<1 << zoom {
          var markers: Set<[Int]> = []
          for cluster in 0..<frame.count {
            let x = Int(frame.positions[cluster].unitX * Double(units))
            let y = Int(frame.positions[cluster].unitY * Double(units)) - row * 4096
            for turn in -1...1 {
              let x = x + turn * units - column * 4096
              let seen = -buffer..<4096 + buffer
              if seen.contains(x), seen.contains(y) {
                markers.insert([frame.ids[cluster].safeInteger, x, y])
              }
            }
          }
          let address = TileAddress(zoom: zoom, column: column, row: row)
          let tile = set.tiles.first { $0.address == address }
          #expect((tile == nil) == markers.isEmpty)
          expected += tile == nil ? 0 : 1
          guard let tile else { continue }
          let read = try ReadTile(unpacked(tile.bytes)).features
          // A single point has its own id in place of the cluster's.
          let found = read.map { feature -> [Int] in
            let own = PointID.integer(Int64(feature.id))
            let single = feature["cluster"] == nil ? points.index(of: own) : nil
            let id =
              single.flatMap { point in frame.cluster(showing: point) }
              .map { frame.ids[$0].safeInteger } ?? feature.id
            return [id, feature.x, feature.y]
          }
          #expect(Set(found) == markers && found.count == markers.count)
        }
      }
    }
    #expect(set.tiles.count == expected)
  }

  @Test func `no two markers are nearer than the radius, across edges and around the globe`() throws {
    var plan = plan(0...5, buffer: 2048)
    plan.tileSize = 512
    for (sample, expected) in [(SamplePoints.uniform, 50), (.dateLine, 1)] {
      let set = try tiles(points(sample, 400), RadiusStrategy.radius(40), plan)
      var pairs = 0
      for tile in set.tiles {
        let features = try ReadTile(unpacked(tile.bytes)).features
        for (index, a) in features.enumerated() {
          for b in features[..<index] where a.isInside || b.isInside {
            let (dx, dy) = (Double(a.x - b.x), Double(a.y - b.y))
            // Positions are rounded down to units, of which eight are a screen point.
            #expect((dx * dx + dy * dy).squareRoot() >= 40 * 8 - 2)
            pairs += a.isInside && b.isInside ? 0 : 1
          }
        }
      }
      #expect(pairs >= expected)
    }
  }

  @Test(arguments: [0..<3, 2..<3, 5..<8])
  func `an expansion zoom is the first at which the cluster is in parts, however few zooms there are`(
    _ zooms: Range<Int>
  ) throws {
    let points = try points(.clusters)
    for strategy in Self.strategies.dropLast() {
      var plan = plan(zooms.lowerBound...zooms.upperBound - 1)
      plan.hasExpansionZooms = true
      let set = try tiles(points, strategy, plan)
      let map = try Clusterer(strategy).build(points)
      var compared = 0
      for zoom in zooms {
        let side = 512 * Double(1 << zoom)
        let frame = try map.frame(
          for: Viewport(
            center: Coordinate(longitude: 0, latitude: 0), zoom: Double(zoom), width: side, height: side,
            tileSize: 512))
        var expected: [Int: Int?] = [:]
        for cluster in 0..<frame.count where frame.memberCount(of: cluster) > 1 {
          let zoom = try map.expansionZoom(of: cluster, in: frame)
          expected[frame.ids[cluster].safeInteger] = zoom.map { Int($0.rounded(.up)) }
        }
        for tile in set.tiles where tile.address.zoom == zoom {
          for feature in try ReadTile(unpacked(tile.bytes)).features where feature["cluster"] != nil {
            let told: Int? = if case .whole(let zoom)? = feature["expansion_zoom"] { zoom } else { nil }
            #expect(told == expected[feature.id] ?? -1)
            compared += 1
          }
        }
      }
      #expect(compared > 5)
    }
  }

  @Test func `clusters that are not apart at the deepest zoom of all say when, and stacks nothing`() throws {
    var columns = PointColumns(longitude: [7, 7.000_000_2, 20, 20], latitude: [50, 50, 40, 40])
    columns.ids = .integers([1, 2, 3, 4])
    var plan = plan(19...20)
    plan.hasExpansionZooms = true
    let map = try Clusterer(GridStrategy(cellSize: 80)).build(PointSet(columns))
    let set = try TilePyramid(of: map, plan, context: RunContext()).tiles { FrameWriter($0) }
    var told: [ReadTile.Value?] = []
    for tile in set.tiles {
      for feature in try ReadTile(unpacked(tile.bytes)).features where feature.isInside {
        told.append(feature["expansionZoom"])
      }
    }
    #expect(told.count == 4)
    let zooms = told.compactMap { if case .whole(let zoom)? = $0 { zoom } else { nil } }
    #expect(zooms.count == 2 && Set(zooms).count == 1 && zooms[0] > 20)
  }

  @Test func `the same points give the same bytes, in any order and on any number of threads`() throws {
    let columns = SamplePoints.clusters.columns(count: 3000)
    var first: TileSet?
    for (order, threads) in [(0, 1), (1, 2), (2, 3)] {
      let points = try PointSet(order == 0 ? columns : columns.shuffled(seed: UInt64(order)))
      let set = try tiles(points, RadiusStrategy.radius(50), plan(0...7), threads: threads)
      let known = first ?? set
      #expect(set.pmtiles == known.pmtiles)
      #expect(try set.mbtiles() == known.mbtiles())
      first = known
    }
  }

  @Test func `ids that no feature can have are a property`() throws {
    var columns = PointColumns(longitude: [0, 90, -90], latitude: [0, 0, 0])
    columns.ids = .texts(["a", "b", "c"])
    let texts = try tiles(PointSet(columns), NoneStrategy(), plan(0...0))
    let features = try ReadTile(unpacked(texts.tiles[0].bytes)).features
    #expect(Set(features.compactMap { $0["id"] }) == [.text("a"), .text("b"), .text("c")])
    #expect(features.allSatisfy { (0..<1 << 53).contains($0.id) })
    columns.ids = .integers([-1, 1 << 53, 5])
    let numbers = try ReadTile(unpacked(tiles(PointSet(columns), NoneStrategy(), plan(0...0)).tiles[0].bytes))
    #expect(Set(numbers.features.map { $0["id"] }) == [.whole(-1), .whole(1 << 53), nil])
    #expect(numbers.features.contains { $0.id == 5 } && numbers.features.allSatisfy { $0.id >= 0 })
  }

  @Test
  func `strategies whose clusters follow the view are refused, and expansion zooms of what does not nest`()
    throws
  {
    let points = try points(.uniform)
    let map = try Clusterer(PCAStrategy(budget: 10)).build(points)
    let refused = #expect(throws: ClusteringError.self) {
      try TilePyramid(of: map, TilePlan(), context: RunContext())
    }
    #expect(refused.map { "\($0)" }?.hasPrefix("panning changes the clusters of strategy 'pca'") == true)
    var clusterer = Clusterer(GridStrategy(cellSize: 80))
    clusterer.separation = Separation()
    let separated = try clusterer.build(points)
    var plan = plan(0...2)
    _ = try TilePyramid(of: separated, plan, context: RunContext())
    plan.hasExpansionZooms = true
    let apart = #expect(throws: ClusteringError.self) {
      try TilePyramid(of: separated, plan, context: RunContext())
    }
    #expect(apart.map { "\($0)" }?.hasPrefix("the clusters of strategy 'grid' do not nest") == true)
  }

  @Test func `a pyramid stops where it is asked to`() throws {
    let cancellation = Cancellation()
    let context = RunContext(cancellation: cancellation)
    let map = try Clusterer(GridStrategy(cellSize: 80)).build(points(.uniform))
    cancellation.cancel()
    let stopped = #expect(throws: ClusteringError.self) {
      try TilePyramid(of: map, TilePlan(), context: context).tiles { FrameWriter($0) }
    }
    #expect(stopped.map { "\($0)" } == "\(ClusteringError.cancelled)")
  }
}
