import Pinfold
import TestSupport
import Testing

@Suite("The plugin dbscan")
struct DBSCANPluginTests {
  /// What the definition says, found by looking at every pair of points.
  private func clusters(
    of points: PointSet, at viewport: Viewport, radius: Double, least: Int
  ) -> [[Int]] {
    let all = 0..<points.count
    let limit = radius * 0x1p32 / viewport.worldWidth
    let distances = all.map { a in
      all.map { b in
        let (a, b) = (points.position(a), points.position(b))
        let east = points.projection.wraps ? Double(b.eastward(from: a.x)) : Double(b.x) - Double(a.x)
        let south = Double(b.y) - Double(a.y)
        return east * east + south * south
      }
    }
    let near = distances.map { row in all.filter { row[$0] <= limit * limit } }
    let isCore = near.map { $0.count >= least }
    // Each point's label is its own, until cores that reach each other take the lowest.
    var label = Array(all)
    for start in all where isCore[start] && label[start] == start {
      var stack = [start]
      while let point = stack.popLast() {
        for other in near[point] where isCore[other] && label[other] == other && other != start {
          label[other] = start
          stack.append(other)
        }
      }
    }
    for point in all where !isCore[point] {
      let cores = near[point].filter { isCore[$0] }
      if let core = cores.min(by: { (distances[point][$0], $0) < (distances[point][$1], $1) }) {
        label[point] = label[core]
      } else {
        label[point] = near[point].first { distances[point][$0] == 0 } ?? point
      }
    }
    return Array(Dictionary(grouping: all) { label[$0] }.values)
  }

  @Test(
    "gives what the definition gives, looking at every pair", arguments: SamplePoints.allCases,
    [(30.0, 4), (8, 1), (120, 12)])
  func oracle(sample: SamplePoints, settings: (radius: Double, least: Int)) throws {
    let points = try PointSet(sample.columns(count: 60))
    let map = try ShippedPlugin("dbscan").clusterer([
      "radius": .number(settings.radius), "minPoints": .integer(settings.least),
    ]).build(points)
    for viewport in Viewport.samples(of: points, random: 2, seed: 9) {
      let expected = clusters(of: points, at: viewport, radius: settings.radius, least: settings.least)
      #expect(ShippedPlugin.difference(of: try map.frame(for: viewport), from: expected) == nil)
    }
  }

  @Test("does so on a plane, and where the radius goes around the world", arguments: [30.0, 300, 4000])
  func extremes(radius: Double) throws {
    var columns = SamplePoints.clusters.columns(count: 80)
    let extent = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    let plane = try PointSet(columns, projection: .planar(extent))
    columns.longitude[0] = 179.99
    let globe = try PointSet(columns)
    for points in [plane, globe] {
      let map = try ShippedPlugin("dbscan").clusterer(["radius": .number(radius), "minPoints": .integer(9)])
        .build(points)
      for zoom in [-8.0, -2, 0, 1.15, 1.5, 2.4, 3, 30] {
        let viewport = Viewport(center: points.coordinate(0), zoom: zoom, width: 5000, height: 5000)
        let expected = clusters(of: points, at: viewport, radius: radius, least: 9)
        #expect(ShippedPlugin.difference(of: try map.frame(for: viewport), from: expected) == nil)
      }
    }
  }

  @Test("follows a chain around the whole world, and gives a border point to the nearest core")
  func chain() throws {
    // At zoom 0 a degree is 0.71 screen points: neighbours of the ring are 7.1 apart.
    let ring = (0..<36).map { Double($0) * 10 - 180 }
    let points = try PointSet(PointColumns(longitude: ring, latitude: ring.map { _ in 0 }))
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)
    func count(_ radius: Double) throws -> Int {
      try ShippedPlugin("dbscan").clusterer(["radius": .number(radius), "minPoints": .integer(3)])
        .build(points).frame(for: view).count
    }
    #expect(try count(7.2) == 1)
    #expect(try count(7.0) == 36)
    // Two crowds of four, and a point between them that reaches one of each, the eastern one nearer.
    let columns = PointColumns(
      longitude: [-3, -2, -1, 0, 21, 40, 45, 46, 47], latitude: [Double](repeating: 0, count: 9),
      ids: .integers(Array(1...9)))
    let frame = try ShippedPlugin("dbscan").clusterer(["radius": .number(15.2), "minPoints": .integer(4)])
      .build(PointSet(columns)).frame(for: view)
    #expect(
      frame.partition == [Set((1...4).map { .integer($0) }), Set((5...9).map { .integer($0) })])
  }
}
