import Lua
import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import Testing

@Suite("A name that is not there is an error, not nil")
struct UnknownNameTests {
  private let fixture = PluginFixture()

  @Test(
    "in a plugin",
    arguments: [
      ("return points.longitude", "points has no 'longitude'"),
      ("return points.weights", "points has no 'weights' (did you mean 'weight'?)"),
      ("return points:hexagon(3)", "points has no 'hexagon' (did you mean 'hex'?)"),
      ("return view.centre", "view has no 'centre'"),
      ("return view.zom", "view has no 'zom' (did you mean 'zoom'?)"),
      ("return parameters.cellsize", "parameters has no 'cellsize'; there are none"),
      ("return points:grid(9):group().labls", "groups has no 'labls' (did you mean 'labels'?)"),
      ("return points:grid(size)", "unknown variable 'size'"),
      ("return colum{ 1 }", "unknown variable 'colum' (did you mean 'column'?)"),
      ("return { groups = points:grid(9):group(), x = points.x }", "'x' holds 4 values for"),
      (
        "return { groups = points:grid(9):group(), x = points:grid(9):group():mean(points.x) }",
        "'cluster' returned 'x' without 'y'; markers need both, or neither"
      ),
      (
        "return { groups = points:grid(9):group(), sise = 9 }",
        "'cluster' returned the unknown field 'sise' (did you mean 'size'?)"
      ),
    ])
  func plugin(body: String, expected: String) {
    let message = PluginFixture.message(fixture.strategy(body))
    #expect(message.contains(expected), "\(message)")
    #expect(message.contains("fixture.lua"))
  }

  @Test(
    "in a script, on every object",
    arguments: [
      ("generate('uniform', { count = 3 }).lonn", "dataset has no 'lonn'"),
      (
        "strategy('grid'):frame(generate('uniform', { count = 3 }), view{ lon = 0, lat = 0, zoom = 0 }).count",
        "frame has no 'count' (did you mean 'counts'?)"
      ),
      ("view{ lon = 0, lat = 0, zoom = 1 }.centre", "view has no 'centre'"),
      ("strategy('grid'):biuld(1)", "strategy has no 'biuld' (did you mean 'build'?)"),
    ])
  func script(source: String, expected: String) throws {
    let session = try ScriptSession(workbench: Workbench(), output: { _ in })
    let error = #expect(throws: ScriptError.self) { try session.run(text: "return \(source)", name: "test") }
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
  }

  @Test(
    "and a metric without a number has a reason",
    arguments: [
      ("return nil", "no-reason"), ("", "no-reason"), ("return 0/0", "not-finite"),
      ("return nil, 'dull'", "dull"),
    ])
  func metric(body: String, reason: String) throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "metric", name = "fixture", summary = "s", measure = function(frame) \(body) end }
      """)
    let metric = try PluginFixture.workbench(path).registry.find("fixture", kind: .metric)()
    let frame = try Clusterer(.grid()).build(PluginFixture.points()).frame(for: PluginFixture.view)
    #expect(try metric.evaluate(MetricSubject([frame])).first?.value.reason?.code == reason)
  }

  @Test("also of a frame, whose indexes are clusters")
  func frame() throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "metric", name = "fixture", summary = "s",
        measure = function(frame) return frame[#frame + 1] == nil and frame.count end }
      """)
    let metric = try PluginFixture.workbench(path).registry.find("fixture", kind: .metric)()
    let frame = try Clusterer(.grid()).build(PluginFixture.points()).frame(for: PluginFixture.view)
    let error = #expect(throws: ClusteringError.self) { try metric.evaluate(MetricSubject([frame])) }
    #expect(error?.description.contains("frame has no 'count'") == true, "\(error?.description ?? "")")
  }
}
