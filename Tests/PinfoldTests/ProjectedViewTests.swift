import Pinfold
import TestSupport
import Testing

@Suite struct ProjectedViewTests {
  private func view(
    _ longitude: Double, _ latitude: Double, zoom: Double, width: Double = 1280, height: Double = 800,
    tileSize: Double = 256, margin: Double = 0, on projection: Projection = .mercator
  ) throws -> ProjectedView {
    try ProjectedView(
      Viewport(
        center: Coordinate(longitude: longitude, latitude: latitude), zoom: zoom, width: width,
        height: height,
        tileSize: tileSize, margin: margin),
      on: projection)
  }

  @Test("units are the world's, points the screen's")
  func units() throws {
    #expect(try view(0, 0, zoom: 0).unitsPerPoint == 0x1p24)
    #expect(try view(0, 0, zoom: 3).unitsPerPoint == 0x1p21)
    #expect(try view(0, 0, zoom: 3, tileSize: 512).unitsPerPoint == 0x1p20)
    #expect(try view(0, 0, zoom: 24).units(fromPoints: 60) == 60)
    #expect(try view(0, 0, zoom: 32).unitsPerPoint == 0x1p-8)
  }

  @Test("the rectangle is the screen around the middle")
  func rect() throws {
    let rect = try view(0, 0, zoom: 4, width: 512, height: 256).rect
    #expect(rect == WorldRect(west: 7 << 28, width: 1 << 29, north: 15 << 27, height: 1 << 28))
  }

  @Test("a margin adds its share of the size on every side, and the screen goes without")
  func margin() throws {
    let view = try view(0, 0, zoom: 4, width: 512, height: 256, margin: 0.5)
    #expect(view.rect == WorldRect(west: 3 << 29, width: 1 << 30, north: 7 << 28, height: 1 << 29))
    #expect(view.screen == WorldRect(west: 7 << 28, width: 1 << 29, north: 15 << 27, height: 1 << 28))
  }

  @Test("a view over the date line crosses the world's edge")
  func dateLine() throws {
    let rect = try view(180, 0, zoom: 4, width: 512, height: 256).rect
    #expect(rect.west == 0 &- 1 << 28)
    #expect(rect.contains(x: 0, y: 1 << 31))
    #expect(rect.contains(x: .max, y: 1 << 31))
    #expect(try view(-180, 0, zoom: 4, width: 512, height: 256).rect == rect)
  }

  @Test("a view wider than the world shows it once")
  func wide() throws {
    #expect(try view(100, 0, zoom: 2).rect.width == 1 << 32)
    #expect(try view(100, 0, zoom: -8).rect == .world)
    #expect(try view(0, 0, zoom: 2, width: 1024).rect.width == 1 << 32)
    #expect(try view(0, 0, zoom: 2, width: 1023).rect.width < 1 << 32)
  }

  @Test("a view is cut at the north and south edges of the world")
  func poles() throws {
    let north = try view(0, 90, zoom: 4, height: 256).rect
    #expect(north.north == 0)
    #expect(north.height == 1 << 27)
    let south = try view(0, -90, zoom: 4, height: 256).rect
    #expect(UInt64(south.north) + south.height == 1 << 32)
    #expect(south.contains(x: south.west, y: .max))
  }

  @Test("a view of one screen point at the deepest zoom still holds its middle")
  func deepest() throws {
    for latitude in [90.0, 12, -90] {
      let view = try view(33.3, latitude, zoom: 32, width: 1, height: 1)
      #expect(view.rect.contains(view.center))
    }
  }

  @Test("a view of the plane is cut at its edges")
  func planar() throws {
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 256))
    let corner = try view(0, 256, zoom: 0, width: 64, height: 32, on: plane).rect
    #expect(corner == WorldRect(west: 0, width: 32 << 24, north: 0, height: 16 << 24))
    let other = try view(256, 0, zoom: 0, width: 64, height: 32, on: plane).rect
    #expect(UInt64(other.west) + other.width == 1 << 32)
    #expect(other.contains(x: .max, y: .max))
    #expect(try view(128, 128, zoom: 0, on: plane).rect == .world)
  }

  @Test("a view whose middle has left the plane shows what is left of it, where it is")
  func besideThePlane() throws {
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 256))
    let east = try view(266, 128, zoom: 0, width: 64, height: 32, on: plane)
    #expect(east.rect == WorldRect(west: 234 << 24, width: 22 << 24, north: 112 << 24, height: 32 << 24))
    #expect(east.screenPosition(of: WorldPoint(x: 234 << 24, y: 1 << 31)).x == 0)
    #expect(try view(-10, 266, zoom: 0, width: 64, height: 32, on: plane).rect.width == 22 << 24)
    #expect(try view(-10, 266, zoom: 0, width: 64, height: 32, on: plane).rect.height == 6 << 24)
    for (x, y) in [(1e9, 0.0), (-1e9, 0), (0, 1e300), (-1e300, -1e300)] {
      let gone = try view(x, y, zoom: 3, on: plane)
      #expect(gone.rect.width == 0 || gone.rect.height == 0)
      let points = try PointSet(
        PointColumns(longitude: [0, 256, 128], latitude: [0, 256, 128]), projection: plane)
      for strategy in Registry.builtIn.all(.strategy) {
        #expect(try Clusterer(strategy()).build(points).frame(for: gone.viewport).count == 0)
      }
    }
  }

  @Test("positions on the screen count from the north-west corner, by the short way around")
  func screenPosition() throws {
    let view = try view(180, 0, zoom: 4, width: 512, height: 256)
    let middle = view.screenPosition(of: view.center)
    #expect(middle.x == 256 && middle.y == 128)
    let corner = view.screenPosition(of: WorldPoint(x: view.rect.west, y: view.rect.north))
    #expect(corner.x == 0 && corner.y == 0)
    let east = view.screenPosition(of: WorldPoint(x: 100 << 20, y: 1 << 31))
    #expect(east.x == 356)
  }

  @Test("positions on the screen of a plane do not wrap")
  func planarScreenPosition() throws {
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 256))
    let view = try view(0, 128, zoom: 0, width: 64, height: 64, on: plane)
    #expect(view.screenPosition(of: WorldPoint(x: 255 << 24, y: 1 << 31)).x == 287)
  }

  @Test("a rectangle holds just the points that appear on the screen")
  func agreement() throws {
    var random = SplitMix64(seed: 21)
    for _ in 0..<200 {
      let view = try view(
        random.unit() * 360 - 180, random.unit() * 170 - 85, zoom: 2.5 + random.unit() * 12)
      let point = WorldPoint(
        x: view.center.x &+ UInt32(truncatingIfNeeded: Int(random.bell() * 600 * view.unitsPerPoint)),
        y: UInt32(max(0, min(0x1p32 - 1, Double(view.center.y) + random.bell() * 400 * view.unitsPerPoint))))
      let (x, y) = view.screenPosition(of: point)
      // Edges are rounded to whole units; at these zooms that is far less than a thousandth of a point.
      if min(abs(x), abs(x - 1280), abs(y), abs(y - 800)) < 0.001 { continue }
      #expect(view.rect.contains(point) == ((0..<1280).contains(x) && (0..<800).contains(y)))
    }
  }
}
