import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import TestSupport
import Testing

@Suite("Plugins of the other kinds")
struct PluginKindsTests {
  let fixture = PluginFixture()

  private func frame(_ workbench: Workbench, representative: String) throws -> Frame {
    let selection = try workbench.registry.find(representative, kind: .representative)()
    return try Clusterer(.grid(cellSize: 4000), representative: selection)
      .build(PluginFixture.points()).frame(for: PluginFixture.view)
  }

  @Test("a representative chooses a member by its place in the order of ids")
  func member() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "representative", name = "fixture", summary = "The last.",
        select = function(members) return #members end }
      """)
    let cluster = try frame(try PluginFixture.workbench(path), representative: "fixture")[0]
    #expect(cluster.point.map { try? PluginFixture.points().ids[$0] } == .text("d"))
    #expect(cluster.coordinate == Coordinate(longitude: 2.7, latitude: 48.7))
  }

  @Test("members come in the order of their ids, however many they are", arguments: [2, 32, 33, 300, 5000])
  func order(count: Int) throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "representative", name = "fixture", summary = "The last of those in order.",
        select = function(members)
          local ids = members.id
          for i = 2, #ids do if ids[i] <= ids[i - 1] then return i end end
          return #ids
        end }
      """)
    let ids = (0..<Int64(count)).map { $0 * 2_654_435_761 & 0xFFFF_FFFF }
    let shares = (0..<count).map { Double($0) / Double(count) }
    let columns = PointColumns(
      longitude: shares.map { 2.3 + $0 }, latitude: shares.map { 48.8 + $0 / 10 }, ids: .integers(ids))
    let selection = try PluginFixture.workbench(path).registry.find("fixture", kind: .representative)()
    // All in one cell, or some in each of several.
    for size in [4000.0, 300] {
      let frame = try Clusterer(.grid(cellSize: size), representative: selection)
        .build(PointSet(columns)).frame(for: PluginFixture.view)
      for cluster in 0..<frame.count where frame.memberCount(of: cluster) > 1 {
        let highest = frame.members(of: cluster).max { frame.points.idRank($0) < frame.points.idRank($1) }
        #expect(frame[cluster].point == highest)
      }
    }
  }

  @Test("a representative names a place of its own")
  func place() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "representative", name = "fixture", summary = "A corner.",
        select = function(members) return { x = members.x:min(), y = members.y:max() } end }
      """)
    let cluster = try frame(try PluginFixture.workbench(path), representative: "fixture")[0]
    #expect(cluster.point == nil)
    #expect(abs(cluster.coordinate.longitude - 2.3) < 1e-6 && abs(cluster.coordinate.latitude - 48.7) < 1e-6)
  }

  @Test(
    "a representative that answers nonsense is told so",
    arguments: [
      ("return 0", "'select' returned 0; it must return the index of a member, 1 to 4"),
      ("return 2.5", "'select' returned 2.5"),
      ("return nil", "'select' returned a nil"),
      ("return { x = 0/0, y = 1 }", "'select' returned the position (-nan"),
      ("return { x = 1 }", "field 'y': number expected, got nil"),
      ("while true do end", "time limit"),
    ])
  func nonsense(body: String, expected: String) throws {
    let path = fixture.file(
      "return { api = 1, kind = 'representative', name = 'fixture', summary = 's', select = function(members) \(body) end }"
    )
    let workbench = try PluginFixture.workbench(path)
    let error = #expect(throws: ClusteringError.self) { try frame(workbench, representative: "fixture") }
    let message = error?.description ?? ""
    #expect(message.contains(expected) || expected.contains("nan") && message.contains("nan"), "\(message)")
  }

  @Test("the heaviest member speaks for a cluster, the lowest id of several")
  func heaviest() throws {
    var workbench = Workbench()
    try workbench.addPlugin(at: "\(packageRoot)/Plugins/heaviest.lua")
    var columns = PointColumns(
      longitude: [2.3, 2.31, 2.32], latitude: [48.8, 48.8, 48.8], ids: .texts(["c", "b", "a"]))
    columns.weight = [5, 9, 9]
    let selection = try workbench.registry.find("heaviest", kind: .representative)()
    let frame = try Clusterer(.grid(cellSize: 4000), representative: selection)
      .build(PointSet(columns)).frame(for: PluginFixture.view)
    #expect(frame[0].point.map { frame.points.ids[$0] } == .text("a"))
  }

  @Test("a metric measures a frame, or says why not")
  func metric() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "metric", name = "fixture", summary = "Largest share.",
        better = "lower", unit = "screen points", range = { 0, 1 },
        measure = function(frame)
          if #frame < 2 then return nil, "too few" end
          return frame.counts:max() / frame.counts:sum()
        end }
      """)
    let metric = try PluginFixture.workbench(path).registry.find("fixture", kind: .metric)()
    let map = try Clusterer(.grid(cellSize: 20)).build(PluginFixture.points())
    let several = try metric.evaluate(MetricSubject([map.frame(for: PluginFixture.view)]))
    #expect(several[0].value.number == 0.5)
    #expect(several[0].measure.better == .lower && several[0].measure.range == 0...1)
    var far = PluginFixture.view
    far.zoom = 0
    let one = try metric.evaluate(MetricSubject([map.frame(for: far)]))
    #expect(one[0].value.number == nil && one[0].value.reason?.code == "too few")
  }

  @Test("a diff answers markers by clusters counted from 1")
  func diff() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "diff", name = "fixture", summary = "All go, all come.",
        transition = function(old, new)
          local markers = {}
          for i = 1, #old do markers[#markers + 1] = { kind = "disappear", old = i, removedAt = 0.5 } end
          for i = 1, #new do markers[#markers + 1] = { kind = "appear", new = i, addedAt = 0.5 } end
          return { duration = 0.2, easing = "linear", markers = markers }
        end }
      """)
    let diff = try PluginFixture.workbench(path).registry.find("fixture", kind: .diff)()
    let map = try Clusterer(.grid(cellSize: 20)).build(PluginFixture.points())
    var far = PluginFixture.view
    far.zoom = 0
    let frames = (try map.frame(for: far), try map.frame(for: PluginFixture.view))
    let transition = try diff.transition(from: frames.0, to: frames.1)
    #expect(transition.duration == 0.2 && transition.easing == .linear)
    #expect(transition.markers.map(\.kind) == [.disappear, .appear, .appear, .appear])
    #expect(transition.markers[0].count == 4 && transition.markers[0].start == frames.0.positions[0])
    #expect(transition.markers[1].addedAt == 0.5)
    #expect(transition.flows.map(\.count).reduce(0, +) == 4)
  }

  @Test("a diff's markers are there before, or stay, as their clusters say, and may show a part")
  func diffDefaults() throws {
    let markers = """
      { { kind = "split", old = 1, removedAt = 0 }, { kind = "split", old = 1, new = 1, addedAt = 0 },
        { kind = "split", old = 1, new = 2, addedAt = 0 }, { kind = "disappear", old = 1, count = 1, addedAt = 0 },
        { kind = "appear", new = 3 } }
      """
    let transition = try transition(of: "return { markers = \(markers) }")
    #expect(transition.markers.map(\.count) == [4, 1, 2, 1, 1])
    #expect(transition.markers.map(\.addedAt) == [nil, 0, 0, 0, 0])
    #expect(transition.markers.map(\.removedAt) == [0, 1, nil, nil, nil])
    #expect(transition.duration == 0.3 && transition.easing == .smooth)
  }

  @Test(
    "a diff that answers nonsense gets a clear message",
    arguments: [
      ("return 3", "'transition' returned a number; it must return a table with 'markers'"),
      (
        "return { markers = {} }",
        "fixture.lua:2) answered nonsense: at the start, cluster 1 of the old frame has 0 markers"
      ),
      (
        "return { markers = { { kind = 'disappear', old = 1 } } }",
        "at the end, cluster 1 of the new frame has 0 markers of 0 points; it takes 1 of"
      ),
      ("return { markers = { { kind = 'go', old = 1 } } }", "marker 1: unknown kind 'go'"),
      ("return { markers = { { kind = 'move', old = 2 } } }", "'old' is 2; it takes a cluster from 1 to 1"),
      ("return { markers = { { kind = 'move' } } }", "marker 1 has neither 'old' nor 'new'"),
      (
        "return { markers = { { kind = 'move', old = 1, count = 5 } } }",
        "marker 1: 'count' is 5; it takes a number of points from 0 to 4"
      ),
      (
        "return { markers = { { kind = 'move', old = 1, addedAt = 0/0 } } }",
        "it takes a share of the duration, 0…1"
      ),
      (
        "return { markers = { { kind = 'move', old = 1, addedAt = 0.5, removedAt = 0.25 } } }",
        "marker 1 is added at 0.5 and removed before that, at 0.25"
      ),
      ("return { duration = 1/0, markers = {} }", "'duration' is inf; it takes a number of seconds from 0"),
      ("return { easing = 'smoth', markers = {} }", "unknown easing 'smoth' (did you mean 'smooth'?)"),
      ("error('no such luck')", "no such luck"),
    ])
  func diffNonsense(body: String, expected: String) {
    do {
      _ = try transition(of: body)
      Issue.record("nothing went wrong")
    } catch {
      #expect("\(error)".contains(expected), "\(error)")
      #expect("\(error)".contains("fixture"))
    }
  }

  /// What a diff whose `transition` has this body makes of one cluster that falls into three.
  private func transition(of body: String) throws -> MarkerTransitions {
    let path = fixture.file(
      """
      return { api = 1, kind = "diff", name = "fixture", summary = "A fixture.",
        transition = function(old, new)
          \(body)
        end }
      """)
    let diff = try PluginFixture.workbench(path).registry.find("fixture", kind: .diff)()
    let map = try Clusterer(.grid(cellSize: 20)).build(PluginFixture.points())
    var far = PluginFixture.view
    far.zoom = 0
    return try diff.transition(from: map.frame(for: far), to: map.frame(for: PluginFixture.view))
  }

  @Test("of two plugins with one name the first counts, and both are listed")
  func shadowing() throws {
    let other = PluginFixture()
    var workbench = Workbench()
    try workbench.addPlugin(at: fixture.strategy("return { groups = points:grid(1):group() }"))
    try workbench.addPlugin(at: other.strategy("return { groups = (points.x * 0):group() }"))
    #expect(workbench.plugins.map { $0.shadowedBy != nil } == [false, true])
    let strategy = try workbench.registry.find("fixture", kind: .strategy)()
    #expect(try Clusterer(strategy).build(PluginFixture.points()).frame(for: PluginFixture.view).count == 3)
  }

  @Test("a folder gives its good plugins and the errors of the others")
  func folder() {
    let folder = TemporaryFolder()
    _ = folder.write("bad.lua", "return 1")
    _ = folder.write("notes.txt", "no plugin")
    _ = folder.write(
      "good.lua",
      "return { api = 1, kind = 'representative', name = 'good', summary = 's', select = function() return 1 end }"
    )
    var workbench = Workbench()
    let errors = workbench.addPlugins(in: folder.path)
    #expect(errors.count == 1 && errors[0].description.contains("bad.lua"))
    #expect(workbench.plugins.map { $0.plugin?.name } == [nil, "good"])
    #expect(workbench.addPlugins(in: "\(folder.path)/none").isEmpty)
  }

  @Test("a representative that declares it gets the frame before, and the members that it showed")
  func previous() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "representative", name = "fixture", summary = "Kept, else the last.",
        previous = true,
        select = function(members, parameters, view, previous)
          local ids = {}
          if previous then
            for _, cluster in ipairs(previous:clusters()) do ids[cluster.point] = true end
          end
          for i = 1, #members do assert((members.shown[i] == 1) == (ids[members.id[i]] == true)) end
          return members.shown:max() == 1 and members.shown:argmax() or #members
        end,
        tests = {
          ["stays with the member shown before"] = function(test)
            local points = test:points { x = { 0, 10, 20 }, y = { 0, 0, 0 }, id = { "a", "b", "c" } }
            test:expect(test:select(points).point, "c")
            local _, before = test:select(test:points { x = { 10 }, y = { 0 }, id = { "b" } })
            test:expect(test:select(points, {}, test:view(), before).point, "b")
          end,
        },
      }
      """)
    let report = try PluginTestReport(path: path)
    #expect(report.isPassed, "\(report.results)")
    let subject = try ContractSubject(
      named: "fixture", kind: "representative", in: PluginFixture.workbench(path).registry)
    let checked = try subject.report(on: ShippedPlugin.samples())
    #expect(checked.violations.isEmpty, "\(checked.violations)")
    #expect(checked.findings.contains { $0.rule.name == "previous" })
    let undeclared = fixture.file(
      """
      return { api = 1, kind = "representative", name = "fixture", summary = "Looks back in secret.",
        select = function(members, parameters, view, previous)
          assert(previous == nil)
          return members.shown:argmax()
        end }
      """)
    let error = #expect(throws: ClusteringError.self) {
      try frame(try PluginFixture.workbench(undeclared), representative: "fixture")
    }
    #expect(error?.description.contains("'shown' is only for plugins that declare previous") == true)
  }

  @Test("a metric looks at two frames, or at all of a path, and has several values")
  func scopes() throws {
    let map = try Clusterer(.grid(cellSize: 20)).build(PluginFixture.points())
    var far = PluginFixture.view
    far.zoom = 0
    let frames = try [map.frame(for: far), map.frame(for: PluginFixture.view), map.frame(for: far)]
    func results(_ scope: String, _ fields: String, _ body: String) throws -> [MetricResult] {
      let path = fixture.file(
        """
        return { api = 1, kind = "metric", name = "fixture", summary = "Of several frames.", scope = "\(scope)",
          \(fields) measure = function(a, b, c) \(body) end }
        """)
      let metric = try PluginFixture.workbench(path).registry.find("fixture", kind: .metric)()
      #expect(metric.about.scope.rawValue == scope)
      return try metric.evaluate(MetricSubject(frames))
    }
    #expect(try results("pair", "", "return #a * 10 + #b").map(\.value.number) == [31])
    #expect(try results("sequence", "", "return #a * 100 + #a[2] * 10 + #a[3]").map(\.value.number) == [331])
    #expect(try results("frame", "", "return #a").map(\.value.number) == [1])
    let several = try results(
      "pair",
      """
      measures = { gone = { better = "lower", range = { 0, 9 }, unit = "clusters", doc = "How many." }, none = {} },
      """, "return { gone = #a - #b, none = 'no reason to' }")
    #expect(several.map(\.measure.name) == ["gone", "none"])
    #expect(several[0].value.number == 2 && several[0].measure.range == 0...9)
    #expect(several[0].measure.unit == "clusters" && several[0].measure.help == "How many.")
    #expect(several[1].value.reason?.code == "no reason to")
    for (fields, body, message) in [
      ("measures = { gone = {} },", "return { gon = 1 }", "unknown measure 'gon' (did you mean 'gone'?)"),
      ("measures = { gone = {} },", "return 1", "it must return a table with gone"),
      ("measures = { gone = {} },", "return { gone = {} }", "'measure' returned for 'gone' a table"),
      ("measures = { gone = { bettr = 1 } },", "", "measure 'gone' has an unknown field 'bettr'"),
      ("measures = { gone = {} }, better = 'lower',", "", "field 'better' belongs into each of 'measures'"),
      ("measures = { 1 },", "", "field 'measures' must be a list of tables with names"),
      ("measures = {},", "", "field 'measures' is empty"),
    ] {
      do {
        _ = try results("pair", fields, body)
        Issue.record("\(fields) \(body) went well")
      } catch {
        #expect("\(error)".contains(message), "\(error)")
      }
    }
    #expect(throws: PluginError.self) { try results("pairs", "", "") }
  }
}
