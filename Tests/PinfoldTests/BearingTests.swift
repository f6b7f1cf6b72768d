import Foundation
import TestSupport
import Testing

@testable import Pinfold

/// Turned views, against points that are turned one by one.
@Suite("A turned view") struct BearingTests {
  /// A plane on which a unit of the data is a screen point at zoom 0.
  private static let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 256))

  private func view(
    _ x: Double, _ y: Double, zoom: Double = 0, width: Double = 256, height: Double = 256,
    margin: Double = 0, bearing: Double = 0
  ) -> Viewport {
    Viewport(
      center: Coordinate(longitude: x, latitude: y), zoom: zoom, width: width, height: height, margin: margin,
      bearing: bearing)
  }

  /// Where a position is on a screen, computed from the middle by the rotation of the textbook.
  private func place(_ point: WorldPoint, in viewport: Viewport, on projection: Projection) -> (
    x: Double, y: Double
  ) {
    let middle = projection.project(viewport.center)
    let unit = WorldPoint.worldSize / viewport.worldWidth
    let east =
      (projection.wraps ? Double(point.eastward(from: middle.x)) : Double(point.x) - Double(middle.x)) / unit
    let south = (Double(point.y) - Double(middle.y)) / unit
    // The map turns against the direction that is up.
    let angle = -viewport.bearing * .pi / 180
    return (
      viewport.width / 2 + east * Foundation.cos(angle) - south * Foundation.sin(angle),
      viewport.height / 2 + east * Foundation.sin(angle) + south * Foundation.cos(angle)
    )
  }

  @Test("has what lies in the direction of its bearing above the middle")
  func up() throws {
    let middle = view(128, 128, width: 200, height: 100)
    let east = Self.plane.project(Coordinate(longitude: 138, latitude: 128))
    func position(_ bearing: Double) throws -> [Double] {
      var viewport = middle
      viewport.bearing = bearing
      let place = try ProjectedView(viewport, on: Self.plane).screenPosition(of: east)
      return [place.x, place.y]
    }
    // Quarter turns are exact.
    #expect(try position(0) == [110, 50])
    #expect(try position(90) == [100, 40])
    #expect(try position(180) == [90, 50])
    #expect(try position(270) == [100, 60])
    #expect(try position(-270) == [100, 40])
    #expect(try position(360) == [110, 50])
    let diagonal = try position(45)
    #expect(abs(diagonal[0] - 100 - 50.squareRoot()) < 1e-9 && abs(diagonal[1] - 50 + 50.squareRoot()) < 1e-9)
  }

  @Test("shows the points that lie on its screen and margin when all are turned one by one")
  func inView() throws {
    var random = SplitMix64(seed: 5)
    for trial in 0..<60 {
      let isPlanar = trial % 3 == 0
      let projection = isPlanar ? Self.plane : .mercator
      let columns = PointColumns(
        longitude: (0..<400).map { _ in isPlanar ? random.unit() * 256 : random.unit() * 360 - 180 },
        latitude: (0..<400).map { _ in isPlanar ? random.unit() * 256 : random.unit() * 170 - 85 })
      let points = try PointSet(columns, projection: projection)
      let viewport = view(
        isPlanar ? random.unit() * 256 : [179.9, -60][trial % 2], isPlanar ? random.unit() * 256 : 30,
        zoom: random.unit() * 3, width: 20 + random.unit() * 700, height: 20 + random.unit() * 300,
        margin: [0, 0.3][trial % 2], bearing: random.unit() * 720 - 360)
      let frame = try Clusterer(.none).build(points).frame(for: viewport)
      let shown = Set(frame.memberLists.joined())
      var count = 0
      for point in 0..<points.count {
        let (x, y) = place(points.position(point), in: viewport, on: projection)
        let (east, south) = (viewport.width * viewport.margin, viewport.height * viewport.margin)
        let room = min(x + east, viewport.width + east - x, y + south, viewport.height + south - y)
        // Rounding decides what lies on an edge.
        guard abs(room) > 1e-6 else { continue }
        #expect(shown.contains(point) == (room > 0), "\(viewport) \(x) \(y)")
        if room > 0 { count += 1 }
        let position = frame.view.screenPosition(of: points.position(point))
        #expect(abs(position.x - x) < 1e-6 && abs(position.y - y) < 1e-6)
        let visible = min(x, viewport.width - x, y, viewport.height - y)
        if abs(visible) > 1e-6 { #expect(frame.view.isOnScreen(points.position(point)) == (visible > 0)) }
      }
      #expect(count <= shown.count)
    }
  }

  @Test("keeps points that never merge, and selected ones, only where they are on its screen")
  func alone() throws {
    // In the corner of the upright rectangle around a screen that is turned by 45°.
    var columns = PointColumns(longitude: [128, 170, 168, 130], latitude: [128, 170, 168, 130])
    columns.mergeable = [true, true, false, false]
    columns.ids = .integers([1, 2, 3, 4])
    let points = try PointSet(columns, projection: Self.plane)
    let map = try Clusterer(.grid(cellSize: 8), selected: [.integer(2)]).build(points)
    let upright = try map.frame(for: view(128, 128, width: 100, height: 100))
    #expect(Set(upright.memberLists.joined().map { points.id($0) }).count == 4)
    let turned = try map.frame(for: view(128, 128, width: 100, height: 100, bearing: 45))
    #expect(
      Set(turned.memberLists.joined().map { points.id($0) }) == [.integer(1), .integer(4)])
  }

  @Test("is the upright view of points that are turned the other way", arguments: [90.0, 180, -90])
  func quarterTurns(bearing: Double) throws {
    var random = SplitMix64(seed: 8)
    // Even numbers, which quarter turns around the middle map to even numbers, and too far apart for what
    // merges before boxes are looked at.
    let places = (0..<120).map { _ in
      (x: 64 + 2 * Double(random.below(64)), y: 64 + 2 * Double(random.below(64)))
    }
    let turn = ScreenTurn(bearing: bearing)
    let turned = places.map { place in
      // y grows to the north.
      let (right, down) = turn.onScreen(east: place.x - 128, south: 128 - place.y)
      return (x: 128 + right, y: 128 - down)
    }
    func frame(_ places: [(x: Double, y: Double)], _ bearing: Double, hides: Bool) throws -> Frame {
      var columns = PointColumns(longitude: places.map(\.x), latitude: places.map(\.y))
      if hides { columns.mergeable = places.map { _ in false } }
      var separation = Separation(.rectangle)
      (separation.width, separation.height) = (24, 7)
      separation.anchor = .bottom
      separation.pointAnchor = .bottomLeft
      separation.hidesLosers = hides
      return try Clusterer(.none, representative: FirstRepresentative(), separation: separation)
        .build(try PointSet(columns, projection: Self.plane))
        .frame(for: view(128, 128, bearing: bearing))
    }
    func rows(_ frame: Frame, _ clusters: some Sequence<Int>) -> Set<Set<UInt32>> {
      Set(clusters.map { Set(frame.members(of: $0).map { UInt32(frame.points.rows[$0]) }) })
    }
    for hides in [false, true] {
      let (one, other) = (
        try frame(places, bearing, hides: hides), try frame(turned, 0, hides: hides)
      )
      #expect(rows(one, 0..<one.count) == rows(other, 0..<other.count))
      #expect(rows(one, one.hidden) == rows(other, other.hidden))
      #expect(hides ? !one.hidden.isEmpty : one.count < places.count)
      // Upright boxes of the same points are others.
      let upright = try frame(places, 0, hides: hides)
      if bearing != 180 { #expect(rows(upright, upright.hidden) != rows(one, one.hidden) || !hides) }
    }
  }

  @Test("counts the boxes that overlap on its screen, as all pairs do")
  func boxes() throws {
    var random = SplitMix64(seed: 21)
    for _ in 0..<20 {
      var columns = PointColumns(
        longitude: (0..<80).map { _ in random.unit() * 256 },
        latitude: (0..<80).map { _ in random.unit() * 256 })
      columns.mergeable = columns.longitude.map { _ in false }
      let points = try PointSet(columns, projection: Self.plane)
      let viewport = view(128, 128, width: 500, height: 500, bearing: random.unit() * 360)
      var separation = Separation(.rectangle)
      (separation.width, separation.height) = (10 + random.unit() * 40, 4 + random.unit() * 20)
      let frame = try Clusterer(.none, separation: separation).build(points).frame(for: viewport)
      var pairs = 0
      for a in 0..<frame.count {
        for b in 0..<a {
          let (one, other) = (
            place(frame.positions[a], in: viewport, on: Self.plane),
            place(frame.positions[b], in: viewport, on: Self.plane)
          )
          if abs(one.x - other.x) < separation.width, abs(one.y - other.y) < separation.height { pairs += 1 }
        }
      }
      #expect(try separation.collisions(in: frame) == pairs)
      #expect(pairs > 0)
      separation.hidesLosers = true
      let hiding = try Clusterer(.none, separation: separation).build(points).frame(for: viewport)
      #expect(!hiding.hidden.isEmpty)
      #expect(try separation.collisions(in: hiding) == 0)
    }
  }

  @Test("is a clear error for boxes that were separated with north up, and none for discs")
  func turnedBoxes() throws {
    let points = try PointSet(PointColumns(longitude: [1, 2], latitude: [1, 2]), projection: Self.plane)
    let boxes = try Clusterer(SeparateStrategy(.rectangle)).build(points)
    #expect(try boxes.frame(for: view(1, 1, bearing: 360)).count > 0)
    let error = #expect(throws: ClusteringError.self) { try boxes.frame(for: view(1, 1, bearing: 1)) }
    #expect(error?.description.contains("separates boxes with north up") == true)
    #expect(try Clusterer(.separate()).build(points).frame(for: view(1, 1, bearing: 1)).count > 0)
  }

  @Test("has k-means over the points on its screen alone")
  func kmeans() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 500), projection: .mercator)
    let viewport = view(0, 20, zoom: 2, width: 400, height: 120, bearing: 40)
    let frame = try Clusterer(.kmeans(k: 6)).build(points).frame(for: viewport)
    #expect(frame.count == 6)
    #expect(frame.memberLists.joined().allSatisfy { frame.view.contains(points.position($0)) })
  }

  @Test("spreads stacks on its screen")
  func spread() throws {
    let points = try PointSet(
      PointColumns(longitude: [130, 130, 130], latitude: [130, 130, 130]), projection: Self.plane)
    let frame = try Clusterer(.grid()).build(points).frame(for: view(128, 128, bearing: 50))
    let layout = SpreadLayout()
    let wanted = layout.screenPositions(of: 0, in: frame)
    let spread = try layout.spreading(frame, onScreen: true)
    for (pin, place) in wanted.enumerated() {
      let found = spread.view.screenPosition(of: spread.positions[pin])
      #expect(abs(found.x - place.x) < 1e-6 && abs(found.y - place.y) < 1e-6)
    }
  }

  @Test("shows a whole box that it is fitted to")
  func fitting() throws {
    let box = CoordinateBounds(west: 1, south: 2, east: 9, north: 4)
    for bearing in [0.0, 30, 90, 200] {
      let viewport = try Viewport(fitting: box, width: 300, height: 200, bearing: bearing)
      let view = try ProjectedView(viewport, on: .mercator)
      let places = [(1.0, 2.0), (1, 4), (9, 2), (9, 4)].map {
        view.screenPosition(of: Projection.mercator.project(Coordinate(longitude: $0.0, latitude: $0.1)))
      }
      #expect(places.allSatisfy { $0.x > -0.01 && $0.x < 300.01 && $0.y > -0.01 && $0.y < 200.01 })
      // As close as that allows.
      let room = places.reduce(Double.infinity) { min($0, $1.x, 300 - $1.x, $1.y, 200 - $1.y) }
      #expect(abs(room) < 0.01)
    }
  }
}
