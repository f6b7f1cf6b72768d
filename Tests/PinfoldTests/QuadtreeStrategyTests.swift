import TestSupport
import Testing

@testable import Pinfold

@Suite struct QuadtreeStrategyTests {
  private func frame(
    _ points: PointSet, _ viewport: Viewport, _ strategy: QuadtreeStrategy = .quadtree(cellSize: 60)
  ) throws -> Frame {
    try Clusterer(strategy).build(points).frame(for: viewport)
  }

  /// A quadtree on arrays: divides squares into quarters until their points fit.
  private struct Naive {
    let points: PointSet
    let limit: Double

    func clusters() -> [[Int]] {
      LinearScan(points).mergeableGroups.flatMap { cut($0, x: 0, y: 0, side: 1 << 32) }
    }

    private func phasedX(_ point: Int) -> Int { (Int(points.x[point]) + 0x5555_5555) % (1 << 32) }

    private func cut(_ members: [Int], x: Int, y: Int, side: Int) -> [[Int]] {
      let xs = members.map(phasedX)
      let ys = members.map { Int(points.y[$0]) }
      guard let west = xs.min(), let east = xs.max(), let north = ys.min(), let south = ys.max() else {
        return []
      }
      if Double(max(east - west, south - north)) <= limit { return [members] }
      let half = side / 2
      return [(0, 0), (half, 0), (0, half), (half, half)].flatMap { east, south in
        let quarter = members.filter {
          (x + east..<x + east + half).contains(phasedX($0))
            && (y + south..<y + south + half).contains(Int(points.y[$0]))
        }
        return cut(quarter, x: x + east, y: y + south, side: half)
      }
    }
  }

  @Test("agrees with a quadtree on arrays, whatever the capacity", arguments: SamplePoints.allCases)
  func oracle(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 150).decorated(seed: 8))
    let scan = LinearScan(points)
    for viewport in Viewport.samples(of: points) {
      let view = try ProjectedView(viewport, on: .mercator)
      let naive = Naive(points: points, limit: view.units(fromPoints: 60))
      let expected = scan.visible(naive.clusters(), in: view.rect)
      for capacity in [1, 8, 4096] {
        let index = try QuadtreeStrategy.quadtree(cellSize: 60, capacity: capacity).makeIndex(
          over: points, context: RunContext())
        let found = try index.grouping(in: view, context: RunContext()).members
        #expect(found == expected, "capacity \(capacity), \(viewport)")
      }
    }
  }

  @Test("no cluster is larger than a cell on the screen")
  func extent() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 500))
    for viewport in Viewport.samples(of: points) {
      let frame = try frame(points, viewport, .quadtree(cellSize: 40))
      for cluster in 0..<frame.count {
        let bounds = frame.bounds(of: cluster)
        #expect(Double(max(bounds.width, bounds.height) - 1) <= frame.view.units(fromPoints: 40))
      }
    }
  }

  @Test("an extent of exactly the cell's size is not divided, one unit more is")
  func limit() throws {
    // The plane's square is 256 wide, so at zoom 0 one unit is one screen point.
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 256))
    let points = try PointSet(PointColumns(longitude: [100, 160], latitude: [128, 128]), projection: plane)
    let viewport = Viewport(center: Coordinate(longitude: 128, latitude: 128), zoom: 0)
    #expect(try frame(points, viewport).count == 1)
    #expect(try frame(points, viewport, .quadtree(cellSize: 59.99)).count == 2)
  }

  @Test("a leaf is divided on demand as far as it takes")
  func onDemand() throws {
    // Two points 16 units apart, far below any leaf that holds a hundred.
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 0x1p32))
    let points = try PointSet(PointColumns(longitude: [8, 24], latitude: [8, 8]), projection: plane)
    func count(_ zoom: Double) throws -> Int {
      let viewport = Viewport(center: Coordinate(longitude: 16, latitude: 8), zoom: zoom, width: 8000)
      return try frame(points, viewport, .quadtree(cellSize: 60, capacity: 100)).count
    }
    // At zoom 24 a unit is a point on the screen.
    #expect(try count(24) == 1)
    #expect(try count(25.9) == 1)
    #expect(try count(26) == 2)
  }

  @Test("lists a cluster whose bounds are in view only if one of its points is")
  func members() throws {
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 256))
    // The bounds of the two reach over the view's middle; the points themselves do not.
    let points = try PointSet(PointColumns(longitude: [130, 170], latitude: [130, 170]), projection: plane)
    let inside = Viewport(center: Coordinate(longitude: 168, latitude: 132), zoom: 0, width: 20, height: 20)
    #expect(try frame(points, inside).count == 0)
    let wider = Viewport(center: Coordinate(longitude: 168, latitude: 150), zoom: 0, width: 20, height: 60)
    #expect(try frame(points, wider).memberLists == [[0, 1]])
  }

  @Test("the cell is the smallest square of the world's halves that holds the members")
  func cell() throws {
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 256))
    let points = try PointSet(PointColumns(longitude: [130, 150], latitude: [250, 230]), projection: plane)
    let frame = try Clusterer(.quadtree(), representative: CellCenterRepresentative()).build(points)
      .frame(for: Viewport(center: Coordinate(longitude: 128, latitude: 128), zoom: 0))
    // x in 128…160, y in 224…256: an eighth of the side.
    #expect(frame.coordinate(of: 0) == Coordinate(longitude: 144, latitude: 240))
  }

  @Test("two points at ±179.9999° share a cluster at every zoom where they are near")
  func dateLine() throws {
    let points = try PointSet(PointColumns(longitude: [179.9999, -179.9999], latitude: [-17, -17]))
    for zoom in stride(from: 0.0, through: 17, by: 0.25) {
      let viewport = Viewport(center: Coordinate(longitude: 180, latitude: -17), zoom: zoom)
      #expect(try frame(points, viewport).memberLists == [[0, 1]], "zoom \(zoom)")
    }
  }

  @Test("parameters out of bounds are refused")
  func bounds() throws {
    let points = try PointSet(PointColumns())
    #expect {
      try Clusterer(.quadtree(cellSize: 60, capacity: 0)).build(points)
    } throws: {
      "\($0)".contains("parameter 'capacity' of strategy 'quadtree' is 0; it takes a whole number in 1…4096")
    }
  }
}
