import Pinfold
import Testing

@Suite struct ViewportTests {
  @Test("the world is one tile wide at zoom 0 and doubles with each zoom")
  func worldWidth() {
    func width(zoom: Double, tileSize: Double = 256) -> Double {
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, tileSize: tileSize).worldWidth
    }
    #expect(width(zoom: 0) == 256)
    #expect(width(zoom: 3) == 2048)
    #expect(width(zoom: 3, tileSize: 512) == 4096)
    #expect(width(zoom: -8) == 1)
    #expect(abs(width(zoom: 0.5) - 256 * 2.0.squareRoot()) < 1e-12)
  }

  @Test("what cannot be shown is refused in words")
  func validation() {
    func message(_ change: (inout Viewport) -> Void, planar: Bool = false) -> String? {
      var viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 3)
      change(&viewport)
      do {
        _ = try viewport.validated(planar: planar)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(message { _ in } == nil)
    #expect(message { $0.zoom = 33 } == "the view's zoom is 33; it takes a number in -8…32")
    #expect(message { $0.zoom = .nan } == "the view's zoom is nan; it takes a number in -8…32")
    #expect(message { $0.width = 0.5 } == "the view's width is 0.5; it takes a number in 1…1000000000")
    #expect(
      message { $0.height = 2e9 } == "the view's height is 2000000000; it takes a number in 1…1000000000")
    #expect(message { $0.tileSize = 0 } == "the view's tile size is 0; it takes a number in 16…4096")
    #expect(message { $0.margin = -1 } == "the view's margin is -1; it takes a number in 0…10")
    #expect(message { $0.bearing = 361 } == "the view's bearing is 361; it takes a number in -360…360")
    #expect(message { $0.bearing = -360 } == nil)
    #expect(message { $0.center.latitude = 91 } == "the view's latitude is 91; it takes a number in -90…90")
    #expect(
      message { $0.center.longitude = 541 } == "the view's longitude is 541; it takes a number in -540…540")
    #expect(message({ $0.center.longitude = 1e9 }, planar: true) == nil)
    #expect(
      message({ $0.center.latitude = .infinity }, planar: true)
        == "the view's y is inf; it takes a finite number")
  }
}
