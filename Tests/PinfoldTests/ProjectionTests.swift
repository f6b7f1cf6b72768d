import Pinfold
import Testing

@Suite struct ProjectionTests {
  private func project(_ longitude: Double, _ latitude: Double) -> WorldPoint {
    Projection.mercator.project(Coordinate(longitude: longitude, latitude: latitude))
  }

  @Test("the equator and the Greenwich meridian cross in the middle of the world")
  func middle() {
    #expect(project(0, 0) == WorldPoint(x: 1 << 31, y: 1 << 31))
    #expect(project(90, 0).x == 3 << 30)
    #expect(project(-90, 0).x == 1 << 30)
  }

  // Computed apart from the library, as ½ − asinh(tan φ) / 2π.
  @Test(
    "places cities where the textbook's other formula does",
    arguments: [
      ("London", -0.1276, 51.5072, 2_145_961_321, 1_428_190_078),
      ("New York", -74.0060, 40.7128, 1_264_557_677, 1_614_825_232),
      ("Sydney", 151.2093, -33.8688, 3_951_480_866, 2_577_376_595),
      ("Suva", 178.4419, -18.1416, 4_276_378_439, 2_367_631_228),
      ("Longyearbyen", 15.6469, 78.2232, 2_334_158_436, 594_619_350),
      ("Quito", -78.4678, -0.1807, 1_211_326_329, 2_149_639_487),
      ("Ushuaia", -68.3030, -54.8019, 1_332_597_117, 2_932_367_935),
    ] as [(String, Double, Double, UInt32, UInt32)])
  func cities(name: String, longitude: Double, latitude: Double, x: UInt32, y: UInt32) {
    #expect(project(longitude, latitude) == WorldPoint(x: x, y: y))
  }

  @Test("a longitude is where its remainder modulo a turn is, to the last bit")
  func remainders() {
    var random = SplitMix64(seed: 4)
    let edges = [0, -0.0, 180, -180, 180.0.nextUp, -180.0.nextUp, 180.0.nextDown, 360, -540]
    for longitude in edges + (0..<200).map({ _ in random.unit() * 800 - 400 }) {
      let turn = longitude.remainder(dividingBy: 360) / 360 + 0.5
      #expect(project(longitude, 0).x == WorldPoint(unitX: turn, unitY: 0).x, "\(longitude)")
    }
  }

  @Test("both names of the date line are one meridian, as is every full turn")
  func turns() {
    #expect(project(180, 10) == project(-180, 10))
    #expect(project(180, 0).x == 0)
    for longitude in [-1080.25, -540, -359.5, 0, 0.25, 179.75, 540, 3600.5] {
      #expect(project(longitude, 0) == project(longitude + 360, 0))
    }
  }

  @Test("latitudes past the limit are drawn at the edge")
  func poles() {
    #expect(project(0, 90).y == 0)
    #expect(project(0, 86).y == 0)
    #expect(project(0, Projection.mercatorLimit).y == 0)
    #expect(project(0, -90).y == .max)
    #expect(project(0, -86).y == .max)
    #expect(project(0, 85).y > 0)
  }

  @Test("a position comes back within half a fixed-point unit")
  func roundTrip() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<2000 {
      let longitude = random.unit() * 360 - 180
      let latitude = random.unit() * 170 - 85
      let back = Projection.mercator.unproject(project(longitude, latitude))
      let unit = 360.0 * 0x1p-32
      #expect(abs(back.longitude - longitude) <= unit * 0.51)
      // A unit of y is never more than a unit of x in degrees of latitude.
      #expect(abs(back.latitude - latitude) <= unit * 0.51)
    }
  }

  @Test("unprojects the world's corners to the limits of latitude, and east of the world to its west")
  func corners() {
    let northWest = Projection.mercator.unproject(unitX: 0, unitY: 0)
    #expect(northWest.longitude == -180)
    #expect(abs(northWest.latitude - Projection.mercatorLimit) < 1e-12)
    #expect(
      abs(Projection.mercator.unproject(unitX: 0, unitY: 1).latitude + Projection.mercatorLimit) < 1e-12)
    #expect(Projection.mercator.unproject(unitX: 1.25, unitY: 0.5).longitude == -90)
    #expect(Projection.mercator.unproject(unitX: -0.25, unitY: 0.5).longitude == 90)
  }
}

@Suite struct PlanarProjectionTests {
  private let square = Projection.planar(PlanarExtent(minX: 100, minY: -4, side: 8))

  private func project(_ x: Double, _ y: Double) -> WorldPoint {
    square.project(Coordinate(longitude: x, latitude: y))
  }

  @Test("y grows to the north and x to the east, from the south-west corner")
  func orientation() {
    #expect(project(100, 4) == WorldPoint(x: 0, y: 0))
    #expect(project(104, 0) == WorldPoint(x: 1 << 31, y: 1 << 31))
    #expect(project(102, -2) == WorldPoint(x: 1 << 30, y: 3 << 30))
  }

  @Test("the plane has edges: what lies beyond stands on them and nothing wraps")
  func edges() {
    #expect(project(108, -4) == WorldPoint(x: .max, y: .max))
    #expect(project(1e9, 1e9) == WorldPoint(x: .max, y: 0))
    #expect(project(-1e9, -1e9) == WorldPoint(x: 0, y: .max))
    #expect(!square.wraps)
    #expect(Projection.mercator.wraps)
  }

  @Test("unprojecting is the reverse of projecting")
  func roundTrip() {
    let back = square.unproject(project(101.5, 2.25))
    #expect(back == Coordinate(longitude: 101.5, latitude: 2.25))
  }

  @Test("the square around data is centred on it, its side the least power of two that holds it")
  func enclosing() {
    #expect(PlanarExtent(enclosing: [0, 5], [0, 3]) == PlanarExtent(minX: -1.5, minY: -2.5, side: 8))
    #expect(PlanarExtent(enclosing: [0, 4], [0, 3]) == PlanarExtent(minX: 0, minY: -0.5, side: 4))
    #expect(PlanarExtent(enclosing: [0, 0.25], [0, 0]).side == 0.25)
  }

  @Test("one point, no point and points that are no numbers get a square of side 1")
  func degenerate() {
    #expect(PlanarExtent(enclosing: [7], [9]) == PlanarExtent(minX: 6.5, minY: 8.5, side: 1))
    #expect(PlanarExtent(enclosing: [], []) == PlanarExtent(minX: -0.5, minY: -0.5, side: 1))
    #expect(PlanarExtent(enclosing: [.nan, 1, .infinity], [2, .nan, 2]).side == 1)
  }

  @Test("tells apart the corners of data of any size", arguments: [1e-25, 1e-9, 1, 1e9, 1e200, 1e300])
  func sizes(size: Double) {
    let extent = PlanarExtent(enclosing: [-size, size], [-size / 3, size / 2])
    let projection = Projection.planar(extent)
    let low = projection.project(Coordinate(longitude: -size, latitude: -size / 3))
    let high = projection.project(Coordinate(longitude: size, latitude: size / 2))
    // The data fill more than half of the square's width.
    #expect(high.x - low.x > 1 << 31)
    #expect(low.y > high.y)
    let back = projection.unproject(low)
    #expect(abs(back.longitude + size) < size * 1e-8)
  }

  @Test("data wider than any number still has a square")
  func widest() {
    let huge = Double.greatestFiniteMagnitude
    let extent = PlanarExtent(enclosing: [-huge, huge], [0, 0])
    let projection = Projection.planar(extent)
    #expect(projection.project(Coordinate(longitude: -huge, latitude: 0)).x == 0)
    #expect(projection.project(Coordinate(longitude: huge, latitude: 0)).x == .max)
  }
}
