import Pinfold
import TestSupport
import Testing

@Suite struct SeparateStrategyTests {
  private func world(_ zoom: Double, tileSize: Double = 256) -> Viewport {
    Viewport(
      center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: 1e9, height: 1e9, tileSize: tileSize)
  }

  private var strategies: [SeparateStrategy] {
    var boxes = SeparateStrategy(.rectangle, padding: 4, maxZoom: 12)
    boxes.separation.smallest = 5
    var growing = SeparateStrategy(.circle, maxZoom: 12)
    growing.separation.padding = [0: 6, 5: 0]
    (growing.separation.smallest, growing.separation.largest) = ([2: 8, 6: 14], [0: 20, 9: 40])
    return [SeparateStrategy(), boxes, growing]
  }

  @Test("no two markers of a group collide at any zoom up to the deepest", arguments: SamplePoints.allCases)
  func apart(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 100).decorated(seed: 81))
    let scan = LinearScan(points)
    for strategy in strategies {
      let map = try Clusterer(strategy).build(points)
      let separation = strategy.separation
      for (zoom, tileSize) in [(0.0, 256.0), (0.9, 512), (3, 256), (4.99, 256), (10.5, 256), (12, 256)] {
        let frame = try map.frame(for: world(zoom, tileSize: tileSize))
        let lists = frame.memberLists
        let mergeable = frame.count - scan.points(in: frame.view.rect, mergeable: false).count
        for a in 0..<mergeable {
          for b in 0..<a where scan.group(of: lists[a][0]) == scan.group(of: lists[b][0]) {
            #expect(separation.overlap(of: a, b, in: frame) <= 1e-9, "zoom \(zoom)")
          }
        }
      }
    }
  }

  @Test("each zoom merges what the plain method makes of the zoom below", arguments: SamplePoints.allCases)
  func oracle(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 70))
    for strategy in strategies {
      let map = try Clusterer(strategy).build(points)
      let stacks = try map.frame(for: world(20))
      var oracle = SeparationOracle(
        points, strategy.separation, clusters: stacks.memberLists, positions: stacks.positions)
      for zoom in stride(from: strategy.maxZoom, through: 0, by: -1) {
        let frame = try map.frame(for: world(Double(zoom)))
        oracle.run(frame.view)
        #expect(Set(frame.memberLists) == Set(oracle.clusters), "zoom \(zoom)")
      }
    }
  }

  @Test("a view between whole zooms shows the clusters of the zoom above it")
  func fractions() throws {
    let map = try Clusterer(.separate()).build(PointSet(SamplePoints.clusters.columns(count: 200)))
    let clusters = try map.frame(for: world(4)).partition
    #expect(try map.frame(for: world(4.99)).partition == clusters)
    #expect(try map.frame(for: world(3.99, tileSize: 512)).partition == clusters)
    #expect(try map.frame(for: world(5)).partition != clusters)
  }

  @Test("levels of parts of a zoom keep markers apart with more of them between whole zooms")
  func levels() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 300))
    let whole = try Clusterer(.separate()).build(points)
    var strategy = SeparateStrategy()
    strategy.levelsPerZoom = 4
    let parts = try Clusterer(strategy).build(points)
    var more = 0
    for zoom in stride(from: 0, to: 18, by: 0.125) {
      let frame = try parts.frame(for: world(zoom))
      #expect(try strategy.separation.collisions(in: frame) == 0, "zoom \(zoom)")
      let level = (zoom * 4).rounded(.down) / 4
      #expect(try frame.partition == parts.frame(for: world(level)).partition)
      more += try frame.count - whole.frame(for: world(zoom)).count
    }
    #expect(more > 0)
  }

  @Test("beyond maxZoom only points on one spot merge; above minZoom nothing does")
  func ends() throws {
    let points = try PointSet(SamplePoints.spots.columns(count: 60))
    let map = try Clusterer(SeparateStrategy(.circle, minZoom: 3, maxZoom: 5)).build(points)
    let spots = Set((0..<points.count).map(points.position)).count
    #expect(try map.frame(for: world(6)).count == spots)
    #expect(try map.frame(for: world(5)).count < spots)
    #expect(try map.frame(for: world(-2)).partition == map.frame(for: world(3)).partition)
  }

  @Test("a minZoom past maxZoom is refused")
  func zooms() throws {
    let strategy = SeparateStrategy(.circle, minZoom: 7, maxZoom: 6)
    let error = #expect(throws: ClusteringError.self) {
      try Clusterer(strategy).build(PointSet(PointColumns()))
    }
    #expect(
      error?.description
        == "parameter 'minZoom' of strategy 'separate' is 7; it takes a whole number up to maxZoom, which is 6"
    )
  }

  @Test("many points on one spot, or in one pixel, are one marker")
  func crowd() throws {
    for spread in [0.0, 1e-6] {
      let count = 20_000
      var columns = PointColumns()
      columns.longitude = (0..<count).map { 13 + Double($0 % 141) / 141 * spread }
      columns.latitude = (0..<count).map { 52 + Double($0 / 141) / 141 * spread }
      let frame = try Clusterer(.separate()).build(PointSet(columns)).frame(for: world(3))
      #expect(frame.count == 1 && frame.memberCount(of: 0) == count)
    }
  }
}
