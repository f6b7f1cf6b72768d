import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Camera paths")
struct CameraPathTests {
  private static let registry: Registry = {
    var registry = Registry()
    registry.registerCameras()
    return registry
  }()
  private static let names = registry.all(.camera).map(\.name)

  private let start = Viewport(
    center: Coordinate(longitude: 10, latitude: 40), zoom: 5.25, width: 1000, height: 600)

  private func views(
    _ name: String, _ values: ParameterValues = [:], from start: Viewport? = nil,
    on projection: Projection = .mercator
  ) throws -> [Viewport] {
    try Self.registry.find(name, kind: .camera)(values).views(from: start ?? self.start, on: projection)
  }

  @Test("every path starts at the start, and all its views can be shown", arguments: names)
  func validity(name: String) throws {
    for center in [(10.0, 40.0), (179.99, 84.9), (-180, -90), (0, 90)] {
      for zoom in [-8.0, 0, 17.3, 32] {
        var start = start
        start.center = Coordinate(longitude: center.0, latitude: center.1)
        start.zoom = zoom
        let views = try views(name, from: start)
        #expect(views.first == start)
        #expect(views.count > 1 || name == "still")
        for view in views { _ = try view.validated() }
      }
    }
  }

  @Test("paths that return come back to the very same view", arguments: ["pan-loop", "round-trip", "resize"])
  func returns(name: String) throws {
    let views = try views(name)
    #expect(views.last == views.first)
    #expect(Set(views).count < views.count)
  }

  @Test("a jump comes back to the start after each place")
  func jump() throws {
    let views = try views("jump", ["distance": .number(2)])
    #expect(views.count == 7)
    #expect([0, 2, 4, 6].allSatisfy { views[$0] == start })
    // Two widths of 1,000 points on a world of 256 · 2^5.25 points.
    let turn = 2000 / start.worldWidth * 360
    #expect(abs(views[1].center.longitude - (10 + turn)) < 1e-6)
    #expect(views[3].zoom == 7.25 && views[5].zoom == 3.25)
  }

  @Test("a pan moves by its step in screen points, across ±180° too")
  func pan() throws {
    var start = start
    start.center.longitude = 179.9
    let views = try views(
      "pan", ["steps": .integer(4), "east": .number(100), "south": .number(-50)], from: start)
    #expect(views.count == 5)
    let first = try ProjectedView(start, on: .mercator)
    for (step, view) in views.enumerated() {
      let place = first.screenPosition(of: Projection.mercator.project(view.center))
      #expect(abs(place.x - (500 + 100 * Double(step))) < 0.01)
      #expect(abs(place.y - (300 - 50 * Double(step))) < 0.01)
      #expect((-180...180).contains(view.center.longitude))
    }
  }

  @Test("a pan stops at the edge of the plane")
  func plane() throws {
    let projection = Projection.planar(PlanarExtent(enclosing: [0, 100], [0, 100]))
    var start = start
    (start.center, start.zoom) = (Coordinate(longitude: 50, latitude: 50), 0)
    let views = try views("pan", ["steps": .integer(3)], from: start, on: projection)
    let edge = projection.unproject(unitX: 1, unitY: 0.5).longitude
    #expect(views.dropFirst().allSatisfy { abs($0.center.longitude - edge) < 1e-6 })
  }

  @Test("a ladder steps through zooms and leaves the rest alone")
  func ladder() throws {
    let views = try views("zoom-ladder", ["steps": .integer(4), "step": .number(0.25)])
    #expect(views.map(\.zoom) == [5.25, 5.5, 5.75, 6, 6.25])
    #expect(views.allSatisfy { $0.center == start.center && $0.width == start.width })
    #expect(
      try self.views("round-trip", ["steps": .integer(2)]).map(\.zoom) == [5.25, 6.25, 7.25, 6.25, 5.25])
  }

  @Test("a window gets smaller and large again")
  func resize() throws {
    let views = try views("resize", ["steps": .integer(2), "smallest": .number(0.5)])
    #expect(views.map(\.width) == [1000, 750, 500, 750, 1000])
    #expect(views.map(\.height) == [600, 450, 300, 450, 600])
  }
}
