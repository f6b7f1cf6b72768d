import Lua
import Pinfold
import PinfoldColumns
import TestSupport
import Testing

@testable import PinfoldScripting

@Suite("±180° is nowhere for plugins")
struct SeamTests {
  private let fixture = PluginFixture()

  /// Two points on both sides of ±180°, and one far from them.
  private static let columns = PointColumns(longitude: [179.9, -179.9, 10], latitude: [0, 0, 0])

  /// Views of the whole world from its other side and from near the two.
  private static let views = [0.0, 90, 180].map {
    Viewport(center: Coordinate(longitude: $0, latitude: 0), zoom: 1, width: 1024, height: 1024)
  }

  private func expectWholeClusters(_ clusterer: Clusterer, _ name: String) throws {
    let map = try clusterer.build(PointSet(Self.columns))
    for view in Self.views {
      let frame = try map.frame(for: view)
      try #require(frame.count == 2, "\(name): \(frame.count) clusters from \(view.center.longitude)°")
      let pair = frame.memberCount(of: 0) == 2 ? 0 : 1
      let longitude = frame.coordinate(of: pair).longitude
      #expect(abs(longitude.magnitude - 180) < 0.11, "\(name): \(longitude)°")
    }
  }

  @Test(
    "strategies that ship put two near points into one cluster there, and its marker beside them",
    arguments: ["hexgrid", "dbscan", "geohash", "hierarchical", "grid-merge"])
  func shipped(name: String) throws {
    let values: ParameterValues = name == "dbscan" ? ["minPoints": .integer(2)] : [:]
    try expectWholeClusters(ShippedPlugin(name).clusterer(values), name)
  }

  @Test("so does the template with the markers that its comment speaks of")
  func template() throws {
    let text = try PluginTemplate(.strategy, name: "mine").text
    let proposed = text.replacing(
      "return { groups = groups }",
      with: "return { groups = groups, x = groups:mean(points.x), y = groups:mean(points.y) }")
    #expect(proposed != text)
    let path = fixture.file(proposed)
    var workbench = Workbench()
    try workbench.addPlugin(at: path)
    try expectWholeClusters(Clusterer(try workbench.registry.find("mine", kind: .strategy)()), "template")
  }

  @Test("least, greatest and bounds are of a cluster in one piece")
  func extremes() throws {
    let path = fixture.strategy(
      """
      local groups = points:grid(60):group()
      local x = points.x
      local west, east = groups:min(x), groups:max(x)
      for group = 1, #groups do
        assert(east[group] - west[group] < 2, "a group is " .. east[group] - west[group] .. " wide")
        assert(x[groups:argmin(x)[group]] % view.worldWidth == west[group] % view.worldWidth)
      end
      local bounds = points:bounds()
      assert(bounds.right - bounds.left < view.worldWidth / 2 + 40, "bounds are all around")
      return { groups = groups }
      """)
    let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
    let map = try Clusterer(strategy).build(PointSet(Self.columns))
    for view in Self.views { #expect(try map.frame(for: view).count == 2) }
  }

  @Test("members of a cluster are in one piece for a representative, whatever the view")
  func representative() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "representative", name = "fixture", summary = "The middle.",
        select = function(members) return { x = members.x:mean(), y = members.y:mean() } end }
      """)
    let middle = try PluginFixture.workbench(path).registry.find("fixture", kind: .representative)()
    try expectWholeClusters(Clusterer(.grid(), representative: middle), "representative")
  }

  @Test("world units are whole numbers, and the same in every view")
  func units() throws {
    let points = try PointSet(Self.columns)
    let state = LuaState()
    try state.openSandbox()
    ColumnLibrary.open(in: LuaLibrary(in: state))
    for view in Self.views {
      let view = try ProjectedView(view, on: .mercator)
      state.setGlobal("points", to: PointsObject(points, [0, 1, 2], in: view))
      let x = try #require(state.run("return points.unitX").first?.object(as: LuaColumn.self))
      #expect(x.withNumbers { Array($0) } == points.x.map { Double($0) })
      #expect(x.period == 0x1p32)
    }
  }

  @Test("a difference goes the short way around, and on a line it is a difference")
  func delta() throws {
    let state = try columnState()
    state.setGlobal(
      "degrees",
      to: LuaColumn(count: 5, of: Double.self, period: 360) {
        _ = $0.initialize(fromContentsOf: [10, 350, 180, 185, -175])
      })
    func numbers(_ source: String) throws -> [Double] {
      try #require(state.run("return \(source)").first?.object(as: LuaColumn.self)).withNumbers { Array($0) }
    }
    #expect(try numbers("degrees:delta(0)") == [10, -10, -180, -175, -175])
    #expect(try numbers("degrees:delta(degrees:take(column{ 2, 1, 1, 1, 1 }))") == [20, -20, 170, 175, 175])
    #expect(try numbers("column{ 350, 10 }:delta(0)") == [350, 10])
    // 10° and 350° are 20° apart; 180°, 185° and −175° lie within 5°.
    try state.run("groups = column{ 1, 1, 2, 2, 2 }:group()")
    #expect(try numbers("groups:mean(degrees)") == [0, 180 + 10.0 / 3])
    #expect(try numbers("groups:min(degrees)") == [-10, 180])
    #expect(try numbers("groups:max(degrees)") == [10, 185])
    #expect(try numbers("groups:argmin(degrees)") == [2, 3])
    #expect(try numbers("degrees:filter(column{ 1, 1, 0, 0, 0 }):delta(0)") == [10, -10])
    #expect(try numbers("(degrees + 0):delta(0)") == [10, 350, 180, 185, -175])
  }

  @Test("so do means of the longitudes of a dataset, and of the points of a frame")
  func longitudes() throws {
    let shell = try RecordedSession()
    _ = shell.answer("d = points { lon = { 179, -177 }, lat = { 0, 0 } }  both = column { 1, 1 }:group()")
    _ = shell.answer("f = strategy('none'):frame(d, d:fit())  plane = points { x = { 1, 5 }, y = { 0, 0 } }")
    #expect(shell.answer("both:mean(d.lon)[1]") == "181.0\n")
    #expect(shell.answer("both:mean(f.points.lon)[1] % 360") == "181.0\n")
    #expect(shell.answer("both:mean(plane.lon)[1]") == "3.0\n")
  }
}
