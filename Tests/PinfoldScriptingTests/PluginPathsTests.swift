import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import Testing

@Suite("Plugins that move the camera, and that make points")
struct PluginPathsTests {
  let fixture = PluginFixture()

  private static let start = Viewport(center: Coordinate(longitude: 10, latitude: 40), zoom: 3)

  private func camera(_ body: String) throws -> any CameraPath {
    let path = fixture.file(
      """
      return { api = 1, kind = "camera", name = "fixture", summary = "s",
        parameters = { steps = { type = "integer", default = 2, min = 1, max = 9 } },
        views = function(view, parameters) \(body) end }
      """)
    return try PluginFixture.workbench(path).registry.find("fixture", kind: .camera)()
  }

  private func generator(_ body: String) throws -> any DatasetGenerator {
    let path = fixture.file(
      """
      return { api = 1, kind = "generator", name = "fixture", summary = "s",
        generate = function(count, seed, parameters) \(body) end }
      """)
    return try PluginFixture.workbench(path).registry.find("fixture", kind: .generator)()
  }

  @Test("a camera's views follow the start; what one leaves out is as there")
  func views() throws {
    let camera = try camera(
      """
      return { { x = view.x + view.worldWidth / 360, zoom = view.zoom + parameters.steps }, { lat = -20, width = 100 },
        { x = view.x, y = view.y }, { y = -1e9 } }
      """)
    let views = try camera.views(from: Self.start, on: .mercator)
    #expect(views.count == 5)
    #expect(views[0] == Self.start && views[3] == Self.start)
    #expect(abs(views[1].center.longitude - 11) < 1e-6 && abs(views[1].center.latitude - 40) < 1e-6)
    #expect(views[1].zoom == 5 && views[1].width == Self.start.width)
    #expect(views[2].center == Coordinate(longitude: 10, latitude: -20) && views[2].width == 100)
    #expect(abs(views[4].center.latitude - 85.0511) < 1e-3, "a middle past the edge is on the edge")
  }

  @Test(
    "a camera that returns nonsense is told so",
    arguments: [
      ("return 1", "'views' returned a number"),
      ("return { 1 }", "'views'"),
      ("return { {}, { zom = 1 } }", "view 2: unknown field 'zom' (did you mean 'zoom'?)"),
      ("return { { zoom = 'x' } }", "view 1: 'zoom' is a string; it must be a number"),
      ("return { { zoom = 99 } }", "view 1: the view's zoom is 99"),
      ("return { { lon = 1, x = 2 } }", "view 1: has x or y, and lon or lat; a middle is either"),
      ("while true do end", "time limit"),
    ])
  func nonsense(body: String, expected: String) throws {
    let camera = try camera(body)
    let error = #expect(throws: ClusteringError.self) { try camera.views(from: Self.start, on: .mercator) }
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
  }

  @Test("a generator makes as many points as asked for, with every column that points have")
  func points() throws {
    let generator = try generator(
      """
      local lon = random(count, seed) * 360 - 180
      return { lon = lon, lat = lon / 2, weight = lon:abs(), size = lon * 2 }
      """)
    let columns = try generator.columns(count: 50, seed: 3, context: RunContext())
    #expect(columns.count == 50 && columns.weight?.count == 50 && columns.attributes.map(\.name) == ["size"])
    #expect(columns.longitude == (try generator.columns(count: 50, seed: 3, context: RunContext())).longitude)
    #expect(columns.longitude != (try generator.columns(count: 50, seed: 4, context: RunContext())).longitude)
  }

  @Test(
    "a generator that returns nonsense is told so",
    arguments: [
      ("return 1", "'generate' returned a number; it must return a table with 'lon' and 'lat'"),
      (
        "return {}",
        "'generate' returned a table without coordinates; it must return a table with 'lon' and 'lat'"
      ),
      ("return { lon = { 1 }, lat = { 2 } }", "'lon' holds 1 values; 3 points were asked for"),
      ("return { lon = { 1, 2, 3 }, lat = { 2, 2, 91 } }", "'lat' of point 3 is 91; it takes −90 to 90"),
      ("return { lon = { 1, 0/0, 3 }, lat = { 2, 2, 1 } }", "'lon' of point 2 is"),
      ("return { x = { 1, 2, 3 }, y = { 2, 2, 1 } }", "give lon and lat in degrees"),
    ])
  func badPoints(body: String, expected: String) throws {
    let generator = try generator(body)
    let error = #expect(throws: ClusteringError.self) {
      try generator.columns(count: 3, seed: 1, context: RunContext())
    }
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
  }

  @Test(
    "the contract finds a camera that depends on more than its arguments, and one that leaves the map",
    arguments: [
      ("return { { zoom = view.zoom } }", []),
      ("return { { zoom = view.zoom + os.clock() * 1e-6 } }", ["repetition"]),
      ("return { { zoom = view.zoom + 12 } }", ["answers"]),
    ])
  func cameraContract(body: String, broken: [String]) throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "camera", name = "fixture", summary = "s", views = function(view) \(body) end }
      """)
    let subject = try ContractSubject.find("fixture", in: PluginFixture.workbench(path).registry)
    let report = try subject.report(on: subject.samples(seed: 1, thorough: false))
    #expect(report.violations.map(\.rule.name) == broken)
  }

  @Test(
    "the contract finds a generator whose seed is not all that decides, and one that makes too few points",
    arguments: [
      ("return { lon = random(count, seed), lat = random(count, seed + 1) }", []),
      ("return { lon = random(count, seed) + os.clock() * 1e-6, lat = random(count, 1) }", ["repetition"]),
      ("return { lon = random(9, seed), lat = random(9, 1) }", ["answers"]),
      ("local one = random(count, seed) * 0 return { lon = one, lat = one, weight = one - 1 }", ["usable"]),
    ])
  func generatorContract(body: String, broken: [String]) throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "generator", name = "fixture", summary = "s", generate = function(count, seed) \(body) end }
      """)
    let subject = try ContractSubject.find("fixture", in: PluginFixture.workbench(path).registry)
    #expect(try subject.report().violations.map(\.rule.name) == broken)
  }

  @Test("built-in cameras and generators keep their contracts")
  func builtIns() throws {
    let registry = Workbench().registry
    for (kind, names) in [
      ("camera", registry.all(.camera).map(\.name)), ("generator", registry.all(.generator).map(\.name)),
    ] {
      for name in names {
        let subject = try ContractSubject.find(name, kind: kind, in: registry)
        let report = try subject.report(on: subject.samples(seed: 1, thorough: false))
        #expect(report.violations.isEmpty, "\(report.violations)")
      }
    }
  }
}
