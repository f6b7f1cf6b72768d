import Pinfold
import TestSupport
import Testing

@Suite struct SeparateStrategyTests {
  private func world(_ zoom: Double, tileSize: Double = 256) -> Viewport {
    Viewport(
      center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: 1e9, height: 1e9, tileSize: tileSize)
  }

  private var strategies: [SeparateStrategy] {
    var boxes = SeparateStrategy(.rectangle, padding: 4)
    boxes.separation.smallest = 5
    var growing = SeparateStrategy(.circle)
    growing.separation.padding = [0: 6, 5: 0]
    (growing.separation.smallest, growing.separation.largest) = ([2: 8, 6: 14], [0: 20, 9: 40])
    return [SeparateStrategy(), boxes, growing]
  }

  @Test("no two markers of a group collide at any zoom", arguments: SamplePoints.allCases)
  func apart(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 100).decorated(seed: 81))
    let scan = LinearScan(points)
    for strategy in strategies {
      let map = try Clusterer(strategy).build(points)
      let separation = strategy.separation
      for (zoom, tileSize) in [
        (-8.0, 16.0), (-8, 256), (-2.5, 512), (0, 256), (0.9, 512), (4.99, 256), (10.5, 256), (12, 256),
        (17, 256), (18.3, 512), (22, 256), (25, 64), (28, 256), (30.9, 256), (32, 4096),
      ] {
        var viewport = world(zoom, tileSize: tileSize)
        if zoom > 20, points.count > 0 { viewport.center = points.coordinate(0) }
        let frame = try map.frame(for: viewport)
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
      let dissolved = try Clusterer(strategy, limits: MergeLimits(maxZoom: -8)).build(points)
      let stacks = try dissolved.frame(for: world(0))
      var oracle = SeparationOracle(
        points, strategy.separation, clusters: stacks.memberLists, positions: stacks.positions)
      // At zooms further out clusters are wider than half of the world, whose mean depends on where the
      // circle is cut, and so on the order of merging; that none collide there is tested above.
      for zoom in stride(from: 32, through: -1, by: -1) {
        oracle.run(try ProjectedView(world(Double(zoom)), on: points.projection))
        // Larger worlds are on no screen.
        guard zoom <= 21 else { continue }
        let frame = try map.frame(for: world(Double(zoom)))
        #expect(Set(frame.memberLists) == Set(oracle.clusters), "zoom \(zoom)")
      }
    }
  }

  @Test("frames have markers of the sizes that the strategy keeps apart, and these do not overlap")
  func sizes() throws {
    var strategy = SeparateStrategy()
    (strategy.separation.smallest, strategy.separation.largest) = ([0: 30, 6: 40], 60)
    let map = try Clusterer(strategy).build(PointSet(SamplePoints.clusters.columns(count: 300)))
    for zoom in [0, 3.5, 6, 9] {
      let frame = try map.frame(for: world(zoom))
      let style = frame.markerStyle
      #expect(style.smallest == strategy.separation.smallest.at(zoom: zoom) && style.largest == 60)
      for a in 0..<frame.count {
        for b in 0..<a {
          let one = frame.view.screenPosition(of: frame.positions[a])
          let other = frame.view.screenPosition(of: frame.positions[b])
          let (x, y) = (one.x - other.x, one.y - other.y)
          let reach = frame.radius(of: a) + frame.radius(of: b)
          #expect((x * x + y * y).squareRoot() >= reach - 1e-6, "zoom \(zoom)")
        }
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
