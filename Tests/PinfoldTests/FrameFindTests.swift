import Pinfold
import TestSupport
import Testing

@Suite("The cluster that shows a point")
struct FrameFindTests {
  @Test("is the one that lists it, with every strategy", arguments: StrategyVariant.all())
  func find(variant: StrategyVariant) throws {
    for sample in [SamplePoints.clusters, .dateLine, .spots] {
      let points = try PointSet(sample.columns(count: 120).decorated(seed: 5))
      let map = try Clusterer(variant()).build(points)
      for viewport in Viewport.samples(of: points, random: 1) {
        let frame = try map.frame(for: viewport)
        let labels = frame.labels
        for point in 0..<points.count {
          let found = frame.cluster(showing: point)
          #expect(found.map(Int32.init) ?? -1 == labels[point])
        }
      }
    }
  }

  @Test("is found after a separation, which merges clusters, and by id")
  func separated() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 300))
    let map = try Clusterer(.grid(cellSize: 20), separation: Separation()).build(points)
    let frame = try map.frame(for: Viewport(center: points.coordinate(0), zoom: 3))
    let labels = frame.labels
    for point in 0..<points.count {
      #expect(frame.cluster(showing: points.id(point)).map(Int32.init) ?? -1 == labels[point])
    }
    #expect(frame.cluster(showing: .text("nobody")) == nil)
  }

  @Test("is still found after edits")
  func edited() throws {
    var map = try Clusterer(.grid()).build(PointSet(SamplePoints.uniform.columns(count: 100)))
    let removed = map.points.id(3)
    try map.remove([removed, map.points.id(50)])
    try map.insert(PointColumns(longitude: [10, 11], latitude: [5, 6], ids: .integers([1000, 1001])))
    let frame = try map.frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1))
    let labels = frame.labels
    #expect(frame.cluster(showing: removed) == nil)
    let point = try #require(map.points.index(of: .integer(1001)))
    #expect(frame.cluster(showing: .integer(1001)).map(Int32.init) == labels[point])
  }
}

@Suite("The bounds and the hull of a cluster")
struct FrameBoundsTests {
  private func frame(_ coordinates: [(Double, Double)], at center: Coordinate, zoom: Double) throws -> Frame {
    let points = try PointSet(
      PointColumns(longitude: coordinates.map(\.0), latitude: coordinates.map(\.1)))
    return try Clusterer(.kmeans(k: 1)).build(points).frame(for: Viewport(center: center, zoom: zoom))
  }

  @Test("are its points' own coordinates, by the short way around")
  func bounds() throws {
    let here = try frame([(1, 2), (3, 8), (2.5, -4)], at: Coordinate(longitude: 2, latitude: 2), zoom: 3)
    #expect(here.coordinateBounds(of: 0) == CoordinateBounds(west: 1, south: -4, east: 3, north: 8))
    // Past the map's end latitudes are the points' own, and so are longitudes, but for whole windings.
    let across = try frame(
      [(179, 10), (181.5, 12), (-179, 88)], at: Coordinate(longitude: 180, latitude: 40), zoom: 1)
    #expect(
      across.coordinateBounds(of: 0) == CoordinateBounds(west: 179, south: 10, east: -178.5, north: 88))
  }

  @Test("the hull is a square's corners, in one piece across ±180°")
  func hull() throws {
    let square = [(178.0, 0.0), (-178.0, 0.0), (178.0, 4.0), (-178.0, 4.0), (179.0, 2.0), (178.0, 1.0)]
    let frame = try frame(square, at: Coordinate(longitude: 180, latitude: 2), zoom: 4)
    let hull = frame.hull(of: 0)
    let rounded = hull.map { [($0.longitude * 1e4).rounded() / 1e4, ($0.latitude * 1e4).rounded() / 1e4] }
    #expect(rounded == [[178, 0], [182, 0], [182, 4], [178, 4]])
    let line = try self.frame([(1, 0), (2, 0), (3, 0)], at: Coordinate(longitude: 2, latitude: 0), zoom: 4)
    #expect(line.hull(of: 0).count == 2)
  }

  @Test("corners of a hull are members' own coordinates, and no member is outside")
  func exactHull() throws {
    var random = SplitMix64(seed: 4)
    for longitude in [0.0, 100, 179.9] {
      // A tenth of them on a diagonal.
      let places: [(Double, Double)] = (0..<200).map { number in
        let east: Double = number < 20 ? Double(number) / 10 : random.unit() * 1.9
        let north: Double = number < 20 ? Double(number) / 10 : random.unit() * 1.9
        return (((longitude + east) * 1e5).rounded() / 1e5, (north * 1e5).rounded() / 1e5)
      }
      let frame = try frame(places, at: Coordinate(longitude: longitude, latitude: 1), zoom: 4)
      let hull = frame.hull(of: 0)
      let own = Set(places.map { Coordinate(longitude: $0.0, latitude: $0.1) })
      #expect(longitude > 179 || hull.allSatisfy(own.contains))
      let bounds = frame.coordinateBounds(of: 0)
      #expect(hull.map(\.latitude).min() == bounds.south && hull.map(\.latitude).max() == bounds.north)
      #expect(hull[0].longitude == bounds.west)
    }
    // Nine places on a diagonal, and one that lies a unit in the last place beside it.
    let line = (1...9).map { (Double($0), Double($0) * 3) } + [(10.0, 30.0.nextUp)]
    #expect(try frame(line, at: Coordinate(longitude: 5, latitude: 15), zoom: 3).hull(of: 0).count == 3)
    let straight = (1...9).map { (Double($0), Double($0) * 3) }
    #expect(try frame(straight, at: Coordinate(longitude: 5, latitude: 15), zoom: 3).hull(of: 0).count == 2)
  }
}
