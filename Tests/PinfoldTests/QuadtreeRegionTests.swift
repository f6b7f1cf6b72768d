import TestSupport
import Testing

@testable import Pinfold

/// The quadtree cut by windows of degrees.
@Suite struct QuadtreeRegionTests {
  private func frame(
    _ points: PointSet, _ viewport: Viewport, _ cut: QuadtreeStrategy.Cut = .region,
    _ representative: (any RepresentativeSelection)? = nil
  ) throws -> Frame {
    try Clusterer(.quadtree(cut: cut), representative: representative).build(points).frame(for: viewport)
  }

  private func floored(_ degrees: Double, to step: Double) -> Double {
    (degrees / step).rounded(.down) * step
  }

  @Test(
    "windows hold the points in view whose degrees are in them", arguments: SamplePoints.allCases,
    [QuadtreeStrategy.Cut.region, .wholeDegrees])
  func oracle(sample: SamplePoints, cut: QuadtreeStrategy.Cut) throws {
    let points = try PointSet(sample.columns(count: 200).decorated(seed: 9))
    let scan = LinearScan(points)
    for viewport in Viewport.samples(of: points) {
      let frame = try frame(points, viewport, cut)
      let rect = frame.view.rect
      let isWhole = cut == .wholeDegrees
      var size = 32768 / viewport.worldWidth
      if isWhole && size < 0.125 { size = 1 }
      var step = 1.0
      while step > size && !isWhole { step /= 2 }
      let westmost = rect.width == 1 << 32 ? frame.view.center.x &+ 1 << 31 : rect.west
      let corner = Double(westmost) / 0x1p32 * 360 - 180
      // Half a unit, in which a whole degree may lie beside its place.
      let west = floored((Double(westmost) + 0.5) / 0x1p32 * 360 - 180, to: step)
      let bottom = (Double(rect.north) + Double(rect.height) - 0.5) / 0x1p32
      let south = floored(points.projection.unproject(unitX: 0, unitY: bottom).latitude, to: step)
      let clusters = scan.mergeableGroups.flatMap { group in
        Dictionary(grouping: group.filter { scan.contains(rect, points.position($0)) }) { point in
          var east = points.longitude[point] - corner
          while east < -1e-7 { east += 360 }
          while east >= 360 - 1e-7 { east -= 360 }
          let limit = Projection.mercatorLimit
          let north = max(-limit, min(points.latitude[point], limit)) - south
          return [((corner - west + east) / size).rounded(.down), (north / size).rounded(.down)]
        }.values
      }
      let nonMergeable = scan.points(in: rect, mergeable: false).map { [$0] }
      #expect(frame.memberLists == scan.visible(clusters, in: rect) + nonMergeable, "\(viewport)")
    }
  }

  @Test("points on whole degrees belong to the window east and north of them, and count once")
  func edges() throws {
    // At zoom 7 a window is a degree.
    var columns = PointColumns()
    for column in 0..<4 {
      for row in 0..<4 {
        columns.longitude += [Double(column) + 8, Double(column) + 8.999]
        columns.latitude += [Double(row) + 46, Double(row) + 46.999]
      }
    }
    let points = try PointSet(columns)
    let viewport = Viewport(center: Coordinate(longitude: 10, latitude: 48), zoom: 7)
    let expected = Set((0..<16).map { Set([PointID.integer(2 * $0), .integer(2 * $0 + 1)]) })
    for cut in [QuadtreeStrategy.Cut.region, .wholeDegrees] {
      #expect(try frame(points, viewport, cut).partition == expected)
    }
  }

  @Test("past zoom 10 windows go on halving, where the original's are a degree wide again")
  func jump() throws {
    // Four points a hundredth of a degree apart, inside one whole degree.
    let points = try PointSet(
      PointColumns(longitude: [8.501, 8.511, 8.521, 8.531], latitude: [47.501, 47.501, 47.501, 47.501]))
    func counts(_ cut: QuadtreeStrategy.Cut) throws -> [Int] {
      try [9, 10, 11, 13, 14].map { zoom in
        try frame(points, Viewport(center: points.coordinate(1), zoom: zoom, width: 9000), cut).count
      }
    }
    #expect(try counts(.region) == [1, 1, 1, 2, 4])
    #expect(try counts(.wholeDegrees) == [1, 1, 1, 1, 1])
  }

  @Test("panning moves windows by whole steps, so clusters change with the view")
  func scoped() throws {
    let points = try PointSet(PointColumns(longitude: [0.5, 3.5], latitude: [0.5, 0.5]))
    // At zoom 5 a window is 4°: from 0° both share one, from 1° west they do, from 3° west they do not.
    func count(west: Double) throws -> Int {
      let width = 20 * 256 * 32 / 360.0
      let center = Coordinate(longitude: west + 10, latitude: 0)
      return try frame(points, Viewport(center: center, zoom: 5, width: width)).count
    }
    #expect(try count(west: 0.1) == 1)
    #expect(try count(west: -0.9) == 2)
    #expect(try count(west: -3.9) == 1)
    #expect(QuadtreeStrategy.quadtree(cut: .region).capabilities == .permutationInvariant)
    #expect(QuadtreeStrategy.quadtree().capabilities.contains(.nested))
  }

  @Test("a marker stands at the mean, or in the middle of its window")
  func markers() throws {
    let points = try PointSet(PointColumns(longitude: [8.25, 8.5], latitude: [47.25, 47.5]))
    let viewport = Viewport(center: points.coordinate(0), zoom: 7)
    let mean = try frame(points, viewport).coordinate(of: 0)
    #expect(abs(mean.longitude - 8.375) < 1e-6 && abs(mean.latitude - 47.375) < 1e-3)
    let center = try frame(points, viewport, .region, CellCenterRepresentative()).coordinate(of: 0)
    #expect(abs(center.longitude - 8.5) < 1e-6 && abs(center.latitude - 47.5) < 0.01)
  }

  @Test("across the date line and beyond the poles windows go on")
  func borders() throws {
    let points = try PointSet(
      PointColumns(longitude: [179.5, -179.5, 178.5, 20, 21], latitude: [10.5, 10.5, 10.5, 89, 86]))
    // At zoom 5 windows of 4° from 178° on hold all three; at zoom 6 those of 2° do not hold the third.
    func count(_ zoom: Double, from west: Double) throws -> Int {
      let viewport = Viewport(
        center: Coordinate(longitude: west + 10.001, latitude: 10), zoom: zoom,
        width: 20 * 256 / 360.0 * (zoom == 5 ? 32 : 64))
      return try frame(points, viewport).count
    }
    #expect(try count(5, from: 178) == 1)
    #expect(try count(6, from: 177) == 2)
    #expect(try count(6, from: 178) == 2)
    let north = try frame(points, Viewport(center: Coordinate(longitude: 20.5, latitude: 85), zoom: 5))
    #expect(north.partition == [[.integer(3), .integer(4)]])
  }

  @Test("on the plane a degree is a 360th of the square's side")
  func planar() throws {
    let extent = PlanarExtent(minX: -1800, minY: 0, side: 3600)
    let points = try PointSet(
      PointColumns(longitude: [0, 9, 10, 5], latitude: [105, 109, 105, 110]), projection: .planar(extent))
    // At zoom 7 a window is a 360th: ten of the plane's units.
    let viewport = Viewport(
      center: Coordinate(longitude: 15, latitude: 115), zoom: 7, width: 280, height: 280)
    let frame = try frame(points, viewport)
    #expect(frame.partition == [[.integer(0), .integer(1)], [.integer(2)], [.integer(3)]])
  }

  @Test(
    "the largest views at the deepest and the flattest zooms show every point once",
    arguments: [QuadtreeStrategy.Cut.region, .wholeDegrees], SamplePoints.allCases)
  func extremes(cut: QuadtreeStrategy.Cut, sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 60))
    guard points.count > 0 else { return }
    for (zoom, tileSize) in [(-8.0, 16.0), (32, 4096), (32, 16), (-8, 4096), (20, 256)] {
      let viewport = Viewport(
        center: Coordinate(longitude: 10, latitude: 1), zoom: zoom, width: 1e9, height: 1e9,
        tileSize: tileSize)
      let frame = try frame(points, viewport, cut)
      let visible = LinearScan(points).points(in: frame.view.rect, mergeable: true)
      #expect(frame.memberLists.joined().sorted() == visible)
    }
  }
}
