import Pinfold
import TestSupport
import Testing

@Suite("A viewport of a box")
struct ViewportBoundsTests {
  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double)
    -> CoordinateBounds
  {
    CoordinateBounds(west: west, south: south, east: east, north: north)
  }

  @Test(
    "shows the points of the box and no others, its edges too",
    arguments: [
      box(-10, 35, 30, 60), box(170, -20, -170, 20), box(-180, -90, 180, 90), box(-180, -10, 180, 10),
      box(0, 0, 0.25, 0.25), box(160, -60, 200, 60), box(-200, 0, -100, 80), box(179, 80, -179, 90),
      box(-30, -40, 330, 40), box(-75.5, -33.25, 100.125, 71),
    ])
  func membership(box: CoordinateBounds) throws {
    // A lattice of quarter degrees has points on every edge and corner of these boxes.
    var columns = PointColumns(longitude: [], latitude: [])
    for longitude in stride(from: -180.0, to: 180, by: 2.5) {
      for latitude in stride(from: -90.0, through: 90, by: 2.5) {
        columns.longitude.append(longitude)
        columns.latitude.append(latitude)
      }
    }
    for (longitude, latitude) in [
      (box.west, box.south), (box.west, box.north), (box.east, box.south), (box.east, box.north),
      (box.west - 0.001, box.south), (box.east + 0.001, box.north),
    ] {
      columns.longitude.append(longitude.remainder(dividingBy: 360))
      columns.latitude.append(latitude)
    }
    let points = try PointSet(columns)
    for zoom in [0, 3.7, 6, 10] {
      var view = try Viewport(bounds: box, zoom: zoom)
      view.clip = .members
      let rect = try ProjectedView(view, on: .mercator).rect
      let span = box.east >= box.west ? box.east - box.west : box.east - box.west + 360
      for point in 0..<points.count {
        let coordinate = points.coordinate(point)
        var east = (coordinate.longitude - box.west).truncatingRemainder(dividingBy: 360)
        if east < 0 { east += 360 }
        let expected =
          (east <= span || span >= 360) && coordinate.latitude >= box.south
          && coordinate.latitude <= box.north
        let position = points.position(point)
        // Past the map's end all latitudes are one, and a side of less than a screen point is one.
        if coordinate.latitude.magnitude > 85, !expected { continue }
        if span < 1, zoom == 0, !expected { continue }
        #expect(rect.contains(position) == expected, "\(coordinate) at zoom \(zoom)")
      }
    }
  }

  @Test("is as large on the screen as the box is there")
  func size() throws {
    // A quarter of the world's width, and from the equator to the map's end.
    let view = try Viewport(bounds: Self.box(0, 0, 90, 90), zoom: 2, tileSize: 512, margin: 0.5)
    #expect(abs(view.width - 512) < 1e-3 && abs(view.height - 1024) < 1e-3)
    #expect(abs(view.center.longitude - 45) < 1e-6 && view.tileSize == 512 && view.margin == 0.5)
    #expect(try Viewport(bounds: Self.box(5, 5, 5, 5), zoom: 2).width == 1)
    let planar = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 1000))
    let plan = try Viewport(bounds: Self.box(100, 200, 350, 300), zoom: 1, on: planar)
    #expect(abs(plan.width - 128) < 1e-6 && abs(plan.height - 51.2) < 1e-6)
    #expect(plan.center == Coordinate(longitude: 225, latitude: 250))
  }

  @Test("shows the points of a planar box, those on its edges too, and no others")
  func planarPoints() throws {
    var random = SplitMix64(seed: 13)
    let side = 777.7
    let projection = Projection.planar(PlanarExtent(minX: -100, minY: 50, side: side))
    for _ in 0..<40 {
      let columns = PointColumns(
        longitude: (0..<200).map { _ in -100 + random.unit() * side },
        latitude: (0..<200).map { _ in 50 + random.unit() * side })
      let points = try PointSet(columns, projection: projection)
      // Each edge goes through a point.
      let x = [columns.longitude[random.below(200)], columns.longitude[random.below(200)]].sorted()
      let y = [columns.latitude[random.below(200)], columns.latitude[random.below(200)]].sorted()
      var view = try Viewport(
        bounds: Self.box(x[0], y[0], x[1], y[1]), zoom: Double(random.below(12)), on: projection)
      // An edge belongs to the boxes on its east and south.
      let markers = try Clusterer(.none).build(points).frame(for: view)
      let between = (0..<200).filter { row in
        x[0] <= columns.longitude[row] && columns.longitude[row] < x[1] && y[0] < columns.latitude[row]
          && columns.latitude[row] <= y[1]
      }
      #expect(Set(markers.memberLists.joined().map { Int(points.rows[$0]) }) == Set(between))
      view.clip = .members
      let frame = try Clusterer(.none).build(points).frame(for: view)
      let shown = Set(frame.memberLists.joined().map { Int(points.rows[$0]) })
      let inside = Set(
        (0..<200).filter { row in
          x[0] <= columns.longitude[row] && columns.longitude[row] <= x[1] && y[0] <= columns.latitude[row]
            && columns.latitude[row] <= y[1]
        })
      // A side of less than a screen point is one.
      if view.width > 1, view.height > 1 {
        #expect(shown == inside)
      } else {
        #expect(shown.isSuperset(of: inside))
      }
    }
  }

  @Test("has the closest zoom that shows the whole box")
  func fitting() throws {
    // Half the world's width fills 512 points of tiles of 256 at zoom 2.
    let wide = try Viewport(fitting: Self.box(-90, -1, 90, 1), width: 512, height: 400)
    #expect(abs(wide.zoom - 2) < 1e-6 && wide.width == 512 && wide.height == 400)
    // Here the height decides.
    let flat = try Viewport(fitting: Self.box(-90, -85.06, 90, 85.06), width: 5120, height: 128)
    #expect(abs(flat.zoom + 1) < 1e-6)
    let across = try Viewport(fitting: Self.box(170, -10, -170, 10))
    #expect(abs(across.center.longitude.magnitude - 180) < 1e-6)
    #expect(try Viewport(fitting: Self.box(7, 7, 7, 7)).zoom == 32)
  }

  @Test(
    "refuses a box that is none, and names the edge",
    arguments: [
      (box(0, 60, 10, 35), "the view's north edge is 35; it takes a number from 60"),
      (box(0, .nan, 10, 35), "the view's south edge is nan; it takes a finite number"),
      (box(-541, 0, 10, 35), "the view's west edge is -541; it takes a number in -540…540"),
      (box(0, 0, .nan, 35), "the view's east edge is nan; it takes a number in -540…540"),
      (box(-180, -80, 180, 80), "the view's width is 1099511627776; it takes a number in 1…1000000000"),
    ])
  func refusals(box: CoordinateBounds, message: String) {
    let error = #expect(throws: ViewportError.self) { try Viewport(bounds: box, zoom: 32) }
    #expect(error?.description == message)
    let planar = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 10))
    #expect(throws: ViewportError.self) {
      try Viewport(fitting: Self.box(3, 0, 2, 1), on: planar)
    }
  }
}
