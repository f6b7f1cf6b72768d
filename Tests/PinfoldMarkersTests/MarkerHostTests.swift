import Pinfold
import PinfoldMarkers
import TestSupport
import Testing

@Suite("The view of a map that reports what it shows")
struct MarkerHostTests {
  @Test(
    "is the view that shows just that, turned or not, at ±180° too",
    arguments: [0.0, 30, 90, -135, 360], [-179.9, 2.5, 180])
  func showing(bearing: Double, longitude: Double) throws {
    let expected = Viewport(
      center: Coordinate(longitude: longitude, latitude: 48), zoom: 5.3, width: 390, height: 844,
      bearing: bearing)
    let view = try ProjectedView(expected, on: .mercator)
    let screen = view.screen
    let found = Viewport(
      showing: Double(screen.west) / WorldPoint.worldSize - 1,
      north: Double(screen.north) / WorldPoint.worldSize,
      width: Double(screen.width) / WorldPoint.worldSize,
      height: Double(screen.height) / WorldPoint.worldSize, on: (390, 844), bearing: bearing)
    #expect((found.zoom - expected.zoom).magnitude < 1e-6)
    #expect((found.center.latitude - 48).magnitude < 1e-6)
    let east = (found.center.longitude - longitude).remainder(dividingBy: 360)
    #expect(east.magnitude < 1e-6 && found.bearing == bearing.remainder(dividingBy: 360))
    #expect((found.width, found.height, found.margin) == (390, 844, 0.25))
  }

  @Test("is a valid view, whatever the map reports before it has a size")
  func odd() throws {
    for (width, size) in [(1.0, 0.0), (0, 100), (1e-12, 100), (8, 100)] {
      let viewport = Viewport(showing: 0.5, north: -3, width: width, height: 9, on: (size, size))
      #expect(throws: Never.self) { try ProjectedView(viewport, on: .mercator) }
    }
  }
}
