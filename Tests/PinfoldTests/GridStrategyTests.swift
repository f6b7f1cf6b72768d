import TestSupport
import Testing

@testable import Pinfold

@Suite struct GridStrategyTests {
  private let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 256))

  private func frame(
    _ points: PointSet, _ viewport: Viewport, _ strategy: GridStrategy = .grid()
  ) throws -> Frame {
    try Clusterer(strategy).build(points).frame(for: viewport)
  }

  /// The side of the cells in a view, in screen points.
  private func cellSide(zoom: Double, cellSize: Double, tileSize: Double = 256) throws -> Double {
    let points = try PointSet(PointColumns(longitude: [0], latitude: [0]))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, tileSize: tileSize), on: .mercator)
    let index = GridStrategy.grid(cellSize: cellSize).makeIndex(over: points, context: RunContext())
    let cells = try #require(index.grouping(in: view, context: RunContext()).cells)
    return Double(cells[0].width) / view.unitsPerPoint
  }

  @Test("points in one cell are one cluster, those on an edge belong to the east and the south")
  func handComputed() throws {
    // At zoom 0 the plane is 256 points wide, and cells of 64 are its quarters' quarters. Row 0 and 1 share
    // the cell 0…64 × 192…256; row 2 is on its east edge, row 3 on its south edge, row 4 far away.
    let columns = PointColumns(
      longitude: [1, 63, 64, 10, 200], latitude: [255, 193, 200, 192, 10], ids: .integers([0, 1, 2, 3, 4]))
    let points = try PointSet(columns, projection: plane)
    let viewport = Viewport(center: Coordinate(longitude: 128, latitude: 128), zoom: 0)
    let frame = try frame(points, viewport, .grid(cellSize: 64))
    let expected: Set<Set<PointID>> = [
      [.integer(0), .integer(1)], [.integer(2)], [.integer(3)], [.integer(4)],
    ]
    #expect(frame.partition == expected)
  }

  @Test("uses the level whose cells are nearest to the wanted size in ratio")
  func level() throws {
    #expect(try cellSide(zoom: 3, cellSize: 64) == 64)
    #expect(try cellSide(zoom: 3, cellSize: 60) == 64)
    #expect(try cellSide(zoom: 3, cellSize: 91) == 128)
    #expect(try cellSide(zoom: 3, cellSize: 90) == 64)
    #expect(abs(try cellSide(zoom: 3.25, cellSize: 64) - 64 * 1.189207115002721) < 1e-9)
    #expect(try cellSide(zoom: 0, cellSize: 4096) == 256)
    #expect(try cellSide(zoom: 3, cellSize: 64, tileSize: 512) == 64)
  }

  @Test(
    "at half zooms, where two levels are as near, takes the larger cells", arguments: [16, 64, 256],
    [256, 512])
  func ties(cellSize: Double, tileSize: Double) throws {
    for zoom in stride(from: 0.5, through: 26.5, by: 1) {
      func ratio(_ zoom: Double) throws -> Double {
        try cellSide(zoom: zoom, cellSize: cellSize, tileSize: tileSize) / cellSize
      }
      #expect(abs(try ratio(zoom) - 2.0.squareRoot()) < 1e-6, "zoom \(zoom)")
      #expect(abs(try ratio(zoom - 1e-9) - 2.0.squareRoot()) < 1e-6, "zoom \(zoom)")
      #expect(abs(try ratio(zoom + 1e-9) - 0.5.squareRoot()) < 1e-6, "zoom \(zoom)")
    }
  }

  @Test("agrees with putting each point in its cell", arguments: SamplePoints.allCases)
  func oracle(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 200).decorated(seed: 9))
    let scan = LinearScan(points)
    for viewport in Viewport.samples(of: points) {
      let frame = try frame(points, viewport, .grid(cellSize: 45))
      // By trial: the ratio of a level's cells to the wanted size.
      func ratio(_ level: Int) -> Double {
        let side = viewport.worldWidth / Double(1 << level)
        return max(side / 45, 45 / side)
      }
      let level = (0...32).min { ratio($0) < ratio($1) } ?? 0
      let side = 1 << (32 - level)
      let expected = scan.clusters(in: frame.view.rect) { position in
        [(Int(position.x) + 0x5555_5555) % (1 << 32) / side, Int(position.y) / side]
      }
      let nonMergeable = scan.points(in: frame.view.rect, mergeable: false).map { [$0] }
      #expect(frame.memberListsInView == expected + nonMergeable, "\(viewport)")
    }
  }

  @Test(
    "the effective size is that of the cells, which are of one of few sizes or, if asked, of a finer one",
    arguments: [
      (50, 64, 51.2), (60, 64, 64), (64, 64, 64), (70, 64, 512 / 7.0), (80, 64, 256 / 3.0),
      (90, 64, 256 / 3.0), (91, 128, 256 / 3.0), (100, 128, 102.4), (300, 256, 256), (4096, 256, 256),
    ] as [(Double, Double, Double)])
  func effectiveSize(wanted: Double, halves: Double, finer: Double) throws {
    let points = try PointSet(PointColumns(longitude: [0], latitude: [0]))
    for (strategy, expected) in [
      (GridStrategy.grid(cellSize: wanted), halves), (.grid(cellSize: wanted, finer: true), finer),
    ] {
      let map = try Clusterer(strategy).build(points)
      // At zoom 0 no cell is larger than the world.
      let frame = try map.frame(for: Viewport(center: points.coordinate(0), zoom: wanted > 256 ? 0 : 5))
      #expect(abs(try #require(frame.effectiveSize) - expected) < 1e-9)
      let cell = try #require(try map.cells(in: frame.view)).first
      #expect(abs(Double(try #require(cell).width) / frame.view.unitsPerPoint - expected) < 1e-5)
    }
  }

  @Test(
    "finer cells nest at every zoom, hold all that is in them, and keep ±180° inside",
    arguments: [36.0, 50, 70, 85], SamplePoints.allCases)
  func finer(cellSize: Double, sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 150, seed: 3).decorated(seed: 9))
    let scan = LinearScan(points)
    let map = try Clusterer(.grid(cellSize: cellSize, finer: true)).build(points)
    for viewport in Viewport.samples(of: points) {
      let view = try ProjectedView(viewport, on: .mercator)
      let grouping = try map.index.grouping(in: view, context: RunContext())
      let side = try #require(grouping.effectiveSize) * view.unitsPerPoint
      #expect(
        grouping.ranges.isEmpty || viewport.zoom < 1
          || (0.7...1.42).contains(side / view.units(fromPoints: cellSize)) || side < 2)
      for (cell, members) in zip(try #require(grouping.cells), grouping.allMembers) {
        #expect(abs(Double(cell.width) - side) <= 1, "\(viewport)")
        let group = scan.mergeableGroups.first { $0.contains(members[0]) }
        #expect(members == group?.filter { scan.contains(cell, points.position($0)) }, "\(viewport)")
        let inside = UInt64(0 &- cell.west)
        if inside < cell.width, side < 0x1p31 {
          #expect(Double(min(inside, cell.width - inside)) > side * 0.33 - 1, "\(viewport)")
        }
      }
    }
    var parents = [Int](repeating: 0, count: points.count)
    for zoom in stride(from: -8, through: 20, by: 0.375) {
      let whole = Viewport(
        center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: 1e9, height: 1e9)
      let found = try map.frame(for: whole).memberLists
      #expect(found.allSatisfy { cluster in Set(cluster.map { parents[$0] }).count == 1 }, "zoom \(zoom)")
      for (number, cluster) in found.enumerated() { for point in cluster { parents[point] = number } }
    }
  }

  @Test("two points at ±179.9999° share a cell at every zoom where they are near")
  func dateLine() throws {
    let points = try PointSet(PointColumns(longitude: [179.9999, -179.9999], latitude: [-17, -17]))
    for zoom in stride(from: 0.0, through: 17, by: 0.25) {
      let viewport = Viewport(center: Coordinate(longitude: -180, latitude: -17), zoom: zoom)
      #expect(try frame(points, viewport).memberLists == [[0, 1]], "zoom \(zoom)")
    }
  }
}
