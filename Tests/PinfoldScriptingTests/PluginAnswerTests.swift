import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import Testing

@Suite("What plugins answer and what they are told")
struct PluginAnswerTests {
  let fixture = PluginFixture()

  private static let all = """
    local markers = {}
    for i = 1, #old do markers[#markers + 1] = { kind = "disappear", old = i, removedAt = 0.5 } end
    for i = 1, #new do markers[#markers + 1] = { kind = "appear", new = i, addedAt = 0.5 } end
    """

  private func frames() throws -> (Frame, Frame) {
    let map = try Clusterer(.grid(cellSize: 20)).build(PluginFixture.points())
    var far = PluginFixture.view
    far.zoom = 0
    return (try map.frame(for: far), try map.frame(for: PluginFixture.view))
  }

  private func transition(_ body: String) throws -> MarkerTransitions {
    let path = fixture.file(
      """
      return { api = 1, kind = "diff", name = "fixture", summary = "A diff.",
        transition = function(old, new)
          \(body)
        end }
      """)
    let (old, new) = try frames()
    return try PluginFixture.workbench(path).registry.find("fixture", kind: .diff)().transition(
      from: old, to: new)
  }

  @Test(
    "unknown fields of a diff's answer and of its markers are refused, and motions that make no sense",
    arguments: [
      (
        "return { markers = markers, easeing = 'smooth' }",
        "returned the unknown field 'easeing' (did you mean 'easing'?)"
      ),
      ("markers[1].delay = 2 return { markers = markers }", "marker 1 has the unknown field 'delay'"),
      (
        "markers[1].leavesAt = 0.8 markers[1].arrivesAt = 0.2 return { markers = markers }",
        "leaves at 0.8 and arrives before"
      ),
      ("markers[1].arrivesAt = 2 return { markers = markers }", "'arrivesAt' is 2.0; it takes a share"),
      ("markers[1].easing = 'bouncy' return { markers = markers }", "marker 1: unknown easing 'bouncy'"),
      ("markers[1].via = { x = 1 } return { markers = markers }", "'via' has the unknown field 'x'"),
      ("markers[1].via = 3 return { markers = markers }", "'via' is a number; it must be a location"),
    ])
  func refused(body: String, message: String) {
    let error = #expect(throws: ClusteringError.self) { try transition("\(Self.all)\n\(body)") }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("markers leave and arrive when they say, on a curve")
  func motion() throws {
    let transition = try transition(
      """
      local from, to, count = old:flows(new)
      local markers = {}
      for i = 1, #old do markers[#markers + 1] = { kind = "split", old = i, removedAt = 0 } end
      for i = 1, #from do
        markers[#markers + 1] = {
          kind = "split", old = from[i], new = to[i], count = count[i], addedAt = 0, leavesAt = 0.25, arrivesAt = 0.75,
          easing = "linear", via = i == 1 and { lon = 2.4, lat = 50 } or nil,
        }
      end
      return { markers = markers }
      """)
    let moving = transition.markers.filter { $0.motion != nil }
    #expect(moving.count == 3)
    let straight = try #require(moving.first { $0.motion?.via == nil })
    #expect(transition.position(of: straight, at: 0.25) == straight.start)
    #expect(transition.position(of: straight, at: 0.2) == straight.start)
    #expect(transition.position(of: straight, at: 0.75) == straight.end)
    let middle = transition.projection.position(from: straight.start, to: straight.end, at: 0.5)
    #expect(transition.position(of: straight, at: 0.5) == middle)
    let curved = try #require(moving.first { $0.motion?.via != nil })
    let top = transition.projection.unproject(transition.position(of: curved, at: 0.5))
    #expect((49.3...49.6).contains(top.latitude), "\(top)")
    // Backwards it is the same way.
    let back = transition.reversed()
    for (marker, other) in zip(transition.markers, transition.markers.map { $0.reversed() }) {
      let (there, again) = (transition.position(of: marker, at: 0.4), back.position(of: other, at: 0.6))
      // Units of the world are whole numbers, to which both ways round.
      #expect(abs(Int64(there.x) - Int64(again.x)) <= 1 && abs(Int64(there.y) - Int64(again.y)) <= 1)
    }
    let (old, new) = try frames()
    #expect(try transition.frame(at: 0.5, from: old, to: new).count == 3)
  }

  @Test("a diff may begin with the markers of a built-in one, and use metrics and labels")
  func composing() throws {
    let transition = try transition(
      """
      local answer = transition(old, new, "membership", { duration = 2 })
      for i, marker in ipairs(answer.markers) do marker.leavesAt = 0.5 end
      assert(#new.assigned == 4 and new.assigned:min() >= 1)
      assert(measure(new, "markers").count == #new)
      return answer
      """)
    #expect(transition.duration == 2 && transition.markers.allSatisfy { $0.motion?.leavesAt == 0.5 })
    let error = #expect(throws: ClusteringError.self) {
      try self.transition("return transition(old, new, 'ident')")
    }
    #expect(error?.description.contains("unknown diff 'ident'") == true, "\(error?.description ?? "")")
  }

  @Test("a representative's unknown fields are refused")
  func representative() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "representative", name = "fixture", summary = "A corner.",
        select = function(members) return { x = members.x[1], y = members.y[1], foo = 1 } end }
      """)
    let selection = try PluginFixture.workbench(path).registry.find("fixture", kind: .representative)()
    let error = #expect(throws: ClusteringError.self) {
      try Clusterer(.grid(cellSize: 4000), representative: selection)
        .build(PluginFixture.points()).frame(for: PluginFixture.view)
    }
    #expect(error?.description.contains("'select' returned the unknown field 'foo'") == true)
  }

  @Test(
    "common slips get a message that says what to write",
    arguments: [
      ("local x = points[1].x", "points are columns: x of point 1 is points.x[1]; there are 4 points"),
      ("points.x = 3", "a value of type points cannot be changed: no field 'x' can be set"),
      ("error { code = 3 }", "error { code = 3 }"),
      ("error { 'boom', at = points.weight }", "error { \"boom\", at = column { 1, 1, 1, 1 } }"),
    ])
  func slips(body: String, message: String) {
    let path = fixture.strategy(body + " return { groups = points:grid(60):group() }")
    #expect(PluginFixture.message(path).contains(":4: " + message), "\(PluginFixture.message(path))")
  }

  @Test("a memory limit ends a check at once")
  func memory() throws {
    let path = fixture.strategy("local t = {} for i = 1, 1e9 do t[i] = { i } end")
    // Little memory, and time enough to fill it on a slow machine.
    var limits = PluginLimits()
    limits.memory = 8 << 20
    var workbench = Workbench(pluginLimits: limits)
    try workbench.addPlugin(at: path)
    let report = try ContractSubject(named: "fixture", in: workbench.registry).report()
    #expect(report.violations.map(\.rule.name) == ["answers"] && report.untried.isEmpty)
    #expect(report.violations[0].seen.contains("--plugin-memory gives more"))
  }

  @Test("a list of measures keeps its order, and a list of columns reads them")
  func lists() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "metric", name = "fixture", summary = "Two.",
        measures = { { name = "ratio", better = "higher" }, { name = "gap", better = "lower" } },
        measure = function(frame) return { ratio = 1, gap = 2 } end }
      """)
    let metric = try PluginFixture.workbench(path).registry.find("fixture", kind: .metric)()
    #expect(metric.about.measures.map(\.name) == ["ratio", "gap"])
    let levels = fixture.strategy(
      "local groups = points.groups for _, name in ipairs(parameters.levels) do groups = groups:cross(points:groupby(name)) end "
        + "return { groups = groups:whole(points.spots) }",
      extra:
        "parameters = { levels = { type = 'columns', holds = 'text', default = { 'country', 'state' } } },")
    let registration = try PluginFixture.workbench(levels).registry.find("fixture", kind: .strategy)
    #expect(registration.needs().map(\.name) == ["country", "state"])
    #expect(registration.needs(with: ["levels": .list([.choice("county")])]).map(\.name) == ["county"])
    let subject = try ContractSubject(named: "fixture", in: PluginFixture.workbench(levels).registry)
    #expect(try subject.report(on: ShippedPlugin.samples()).violations.isEmpty)
  }

  @Test("lines of a plugin are timed with the functions that they call")
  func profile() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "strategy", name = "fixture", summary = "Slow.",
        cluster = function(points)
          local n = 0
          for i = 1, 20000 do n = n + i % 7 end
          local function cells(width)
            return points:grid(width):group()
          end
          return { groups = cells(60) }
        end }
      """)
    let session = try ScriptSession(workbench: PluginFixture.workbench(path), output: { _ in })
    try session.run(
      text: """
        local data = points { lon = { 1, 2, 3 }, lat = { 4, 5, 6 } }
        local rows = profile("fixture", function() strategy("fixture"):build(data):frame(data:fit()) end)
        assert(rows[1].line == 4 and rows[1].visits >= 20000 and rows[1].share > 0.5, rows[1].text)
        local lines = {}
        for _, row in ipairs(rows) do lines[row.line] = row end
        assert(lines[6].text == "return points:grid(width):group()" and lines[8].visits >= 1)
        assert(#profile("fixture", function() end) == 0)
        """, name: "test")
  }
}
