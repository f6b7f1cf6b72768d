import Pinfold
import PinfoldScripting
import Testing

@Suite("A strategy plugin")
struct PluginStrategyTests {
  let fixture = PluginFixture()

  private func members(_ frame: Frame) -> [[String]] {
    (0..<frame.count).map { frame.members(of: $0).map { frame.points.ids[$0].description } }
      .sorted { $0[0] < $1[0] }
  }

  @Test("answers with groups of a native operation")
  func groups() throws {
    let path = fixture.strategy("return { groups = points:grid(20):group() }")
    #expect(members(try PluginFixture.frame(path)) == [["a", "b"], ["c"], ["d"]])
  }

  @Test("answers with lists of places")
  func lists() throws {
    let path = fixture.strategy(
      """
      local all = {}
      for i = 1, #points do all[i] = i end
      return { clusters = { all } }
      """)
    #expect(members(try PluginFixture.frame(path)) == [["a", "b", "c", "d"]])
  }

  @Test("puts markers where it says, and at the mean where it says nothing")
  func positions() throws {
    let named = fixture.strategy(
      """
      local groups = column{1, 1, 1, 1}:group()
      return { groups = groups, x = groups:min(points.x), y = groups:min(points.y) }
      """)
    let marker = try PluginFixture.frame(named).coordinate(of: 0)
    #expect(abs(marker.longitude - 2.30) < 1e-6)
    #expect(abs(marker.latitude - 48.9) < 1e-6)
    let silent = fixture.strategy("return { groups = column{1, 1, 1, 1}:group() }")
    #expect(abs(try PluginFixture.frame(silent).coordinate(of: 0).longitude - 2.450025) < 1e-6)
  }

  @Test("lists only clusters that have a member in view")
  func reach() throws {
    let path = fixture.strategy("return { groups = points:grid(20):group() }")
    let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
    let near = Viewport(
      center: Coordinate(longitude: 2.3, latitude: 48.85), zoom: 12, width: 100, height: 100)
    let frame = try Clusterer(strategy).build(PluginFixture.points()).frame(for: near)
    #expect(members(frame) == [["a", "b"]])
  }

  @Test("gets no point beyond the view and its reach")
  func declaredReach() throws {
    let path = fixture.strategy(
      "assert(#points == 2, 'got ' .. #points) return { groups = points:grid(20):group() }",
      extra: "reach = 30,")
    let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
    let near = Viewport(
      center: Coordinate(longitude: 2.3, latitude: 48.85), zoom: 12, width: 100, height: 100)
    #expect(try Clusterer(strategy).build(PluginFixture.points()).frame(for: near).count == 1)
  }

  @Test("builds once and finds what it built in every query")
  func build() throws {
    let path = fixture.strategy(
      "assert(index.count == #points) return { groups = points:grid(20):group() }",
      extra: "build = function(points) return { count = #points } end,")
    #expect(members(try PluginFixture.frame(path)) == [["a", "b"], ["c"], ["d"]])
  }

  @Test("forgets globals and random numbers between queries")
  func history() throws {
    let path = fixture.strategy(
      """
      count = (rawget(_G, "count") or 0) + 1
      local first = math.random(1000000)
      return { groups = (points.x * 0 + count * first):floor():group(), x = { first }, y = { count } }
      """)
    let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
    let map = try Clusterer(strategy).build(PluginFixture.points())
    let frames = try (0..<3).map { _ in try map.frame(for: PluginFixture.view).positions }
    #expect(frames[0] == frames[1] && frames[1] == frames[2])
  }

  @Test("draws the same random numbers in every query, though its index lives on")
  func random() throws {
    let path = fixture.strategy(
      "return { groups = (points.x * 0):group(), x = { math.random(400) }, y = { math.random(400) } }",
      extra: "build = function() return {} end,")
    let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
    let map = try Clusterer(strategy).build(PluginFixture.points())
    let frames = try (0..<3).map { _ in try map.frame(for: PluginFixture.view).positions }
    #expect(frames[0] == frames[1] && frames[1] == frames[2])
  }

  @Test("sees each group of points by itself, and never those that do not merge")
  func sections() throws {
    let path = fixture.strategy("return { groups = (points.x * 0):group() }")
    var columns = PointColumns(
      longitude: [2.3, 2.31, 2.32, 2.33, 2.34], latitude: [48.8, 48.8, 48.8, 48.8, 48.8],
      ids: .texts(["a", "b", "c", "d", "e"]))
    columns.group = [0, 1, 0, 1, 0]
    columns.groupNames = ["red", "blue"]
    columns.mergeable = [true, true, true, true, false]
    let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
    let frame = try Clusterer(strategy).build(PointSet(columns)).frame(for: PluginFixture.view)
    #expect(members(frame) == [["a", "c"], ["b", "d"], ["e"]])
  }

  @Test("merges neighbours across the date line by hexagons, wherever the view stands")
  func dateLine() throws {
    var workbench = Workbench()
    try workbench.addPlugin(at: "\(packageRoot)/Plugins/hexgrid.lua")
    let strategy = try workbench.registry.find("hexgrid", kind: .strategy)()
    let points = try PointSet(PointColumns(longitude: [179.9999, -179.9999, 0], latitude: [0, 0, 0]))
    let map = try Clusterer(strategy).build(points)
    for longitude in [179.0, -179, 180, -180] {
      let view = Viewport(center: Coordinate(longitude: longitude, latitude: 0), zoom: 7.3)
      let frame = try map.frame(for: view)
      #expect(frame.count == 1)
      #expect(frame.memberCount(of: 0) == 2)
    }
  }

  @Test("has its parameters checked and completed by the host")
  func parameters() throws {
    let path = fixture.strategy(
      "return { groups = (points.x * 0 + parameters.size):group() }",
      extra: #"parameters = { size = { type = "integer", default = 3, min = 1, max = 9, doc = "Size." } },"#)
    let registration = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)
    #expect(registration.parameters.map(\.help) == ["Size."])
    #expect(throws: ParameterError.self) { try registration(["size": .integer(10)]) }
    let error = #expect(throws: ParameterError.self) { try registration(["siz": .integer(1)]) }
    #expect(error?.description == "unknown parameter 'siz' of strategy 'fixture' (did you mean 'size'?)")
  }

  @Test("is registered with the capabilities that it declares for its parameters")
  func capabilities() throws {
    let path = fixture.strategy(
      "return { groups = points:grid(20):group() }",
      extra: """
        parameters = { flat = { type = "boolean", default = true } },
        capabilities = function(parameters) return { panInvariant = true, nested = parameters.flat } end,
        """)
    let registration = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)
    #expect(try registration().capabilities == [.panInvariant, .nested])
    #expect(try registration(["flat": .flag(false)]).capabilities == [.panInvariant])
  }

  @Test("promises a budget with the number that goes with it")
  func budget() throws {
    let path = fixture.strategy(
      "return { groups = points:grid(20):group() }",
      extra: """
        parameters = { most = { type = "integer", default = 7, min = 0, max = 99 } },
        capabilities = { budgeted = true }, budget = function(parameters) return parameters.most end,
        """)
    let registration = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)
    #expect(try registration().clusterBudget == 7)
    #expect(try registration(["most": .integer(9)]).clusterBudget == 9)
    // A budget of nothing cannot be kept, so it is not promised.
    #expect(try registration(["most": .integer(0)]).capabilities == [])
  }

  @Test(
    "that promises a budget must say which",
    arguments: [
      ("", "field 'budget' is missing; who promises 'budgeted' says there"),
      ("budget = 0.5,", "field 'budget' is 0.5; "), ("budget = 'ten',", "field 'budget' is a string; "),
      ("budget = function() return 0 end,", "field 'budget' is 0; "),
      ("budget = function() error('no luck') end,", "no luck"),
    ])
  func badBudget(field: String, message: String) {
    let path = fixture.strategy("", extra: "capabilities = { budgeted = true }, \(field)")
    #expect(PluginFixture.message(path).contains(message), "\(PluginFixture.message(path))")
  }

  @Test("sees the rows of the data, counted from 1, if it asks for them")
  func rows() throws {
    let path = fixture.strategy(
      """
      local rows = {}
      for i = 1, #points do rows[points.id[i]] = points.row[i] end
      assert(rows.a == 1 and rows.b == 2 and rows.c == 3 and rows.d == 4)
      return { groups = points.row:group() }
      """)
    #expect(try PluginFixture.frame(path).count == 4)
  }

  @Test("merges neighbours across the date line by cells of both shapes", arguments: ["grid", "hex"])
  func dateLineCells(shape: String) throws {
    let path = fixture.strategy("return { groups = points:\(shape)(50):group() }")
    let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
    // Latitudes in even and in odd rows of hexagons.
    for latitude in stride(from: -60.0, through: 60, by: 7) {
      let points = try PointSet(
        PointColumns(longitude: [179.9999, -179.9999], latitude: [latitude, latitude]))
      let view = Viewport(center: Coordinate(longitude: 180, latitude: latitude), zoom: 6)
      #expect(try Clusterer(strategy).build(points).frame(for: view).count == 1, "\(latitude)")
    }
  }

  @Test("may leave out what is not in view, and nothing else")
  func outOfView() throws {
    let path = fixture.strategy(
      """
      local near = {}
      for i, x in points:iter() do
        if math.abs(points.x:delta(view.x)[i]) <= view.width / 2 + parameters.more then near[#near + 1] = i end
      end
      return { clusters = #near > 0 and { near } or {} }
      """, extra: "parameters = { more = { type = 'number', default = 0 } },")
    let registration = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)
    let near = Viewport(
      center: Coordinate(longitude: 2.3, latitude: 48.85), zoom: 12, width: 100, height: 100)
    let frame = try Clusterer(registration()).build(PluginFixture.points()).frame(for: near)
    #expect(members(frame) == [["a", "b"]])
    let map = try Clusterer(registration(["more": .number(-51)])).build(PluginFixture.points())
    let error = #expect(throws: ClusteringError.self) { try map.frame(for: near) }
    #expect(error?.description.contains("is in view but in no cluster") == true)
  }

  @Test("finds what it built for the points that a reach leaves")
  func builtIndices() throws {
    for extra in ["", "groups = 'all',"] {
      let path = fixture.strategy(
        """
        local labels = index:take(points.index)
        for i = 1, #points do assert(labels[i] == points.row[i]) end
        return { groups = labels:group() }
        """, extra: "reach = 1, build = function(points) return points.row end, \(extra)")
      var columns = PointColumns(
        longitude: [2.3, 2.31, 2.32, 2.33, 2.6], latitude: [48.8, 48.8, 48.8, 48.8, 48.8])
      columns.group = [0, 1, 0, 1, 0]
      columns.groupNames = ["red", "blue"]
      let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
      let near = Viewport(
        center: Coordinate(longitude: 2.315, latitude: 48.8), zoom: 11, width: 100, height: 100)
      let frame = try Clusterer(strategy).build(PointSet(columns)).frame(for: near)
      #expect(frame.count == 4)
    }
  }
}
