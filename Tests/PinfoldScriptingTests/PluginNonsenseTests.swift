import Pinfold
import PinfoldScripting
import Testing

@Suite("A plugin that fails or answers nonsense gets one clear message")
struct PluginNonsenseTests {
  let fixture = PluginFixture()

  @Test(
    "about its clusters",
    arguments: [
      ("return { clusters = {{1, 2}, {2, 3, 4}} }", "point 'b' is in two clusters"),
      ("return { clusters = {{1, 2, 3}} }", "is in view but in no cluster"),
      ("return { clusters = {{1, 2, 3, 4, 5}} }", "cluster 1 has the member 5, which is no point"),
      ("return { clusters = {{1, 2, 3, 4.5}} }", "cluster 1 has the member 4.5, which is no point"),
      ("return { clusters = {{1, 2, 3, 0/0}} }", "which is no point"),
      ("return { clusters = {{1, 2, 3, 'x'}} }", "cluster 1 has the member 'x', which is no point"),
      ("return { clusters = {{1, 2, 3, 4}, {}} }", "cluster 2 has no members"),
      ("return { clusters = { 7 } }", "cluster 1 is a number; it must be a list of indices of points"),
      ("return { groups = points.x }", "'groups' that is a column"),
      ("return { groups = column{1, 2}:group() }", "'groups' holds 2 values for 4 points"),
      ("return { groups = points:grid(20):group(), x = {0/0, 1, 1}, y = {1, 1, 1} }", "cluster 1 stands at"),
      (
        "return { groups = points:grid(20):group(), x = {1, 1, 1/0}, y = {1, 1, 1} }",
        "cluster 3 stands at (inf, 1.0)"
      ),
      ("return { groups = points:grid(20):group(), x = {1}, y = {1} }", "'x' holds 1 values for 3 clusters"),
      ("return {}", "a table without 'groups' and without 'clusters'"),
      ("return 3", "'cluster' returned a number"),
      ("", "'cluster' returned a nil"),
    ])
  func clusters(body: String, expected: String) {
    let message = PluginFixture.message(fixture.strategy(body))
    #expect(message.contains(expected), "\(message)")
    #expect(message.contains("fixture.lua"))
  }

  @Test(
    "with the line where its code went wrong",
    arguments: [
      ("local nothing = nil\nreturn nothing.x", "fixture.lua:5: "),
      ("error('no such luck')", "fixture.lua:4: no such luck"),
      ("error({ code = 7 })", "fixture.lua:4: "),
      ("return points:hexagon(3)", "fixture.lua:4: "),
      ("return points:hex(-3)", "a positive number expected"),
      ("return points:attr('size')", "unknown attribute 'size'"),
      ("return io.open('x')", "fixture.lua:4: "),
    ])
  func code(body: String, expected: String) {
    let message = PluginFixture.message(fixture.strategy(body))
    #expect(message.contains(expected), "\(message)")
  }

  @Test("when it loops for ever, and the next query works")
  func loop() throws {
    let path = fixture.strategy(
      "if view.zoom == 10 then while true do end end return { groups = points:grid(9):group() }")
    #expect(PluginFixture.message(path).contains("time limit"))
    let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
    var view = PluginFixture.view
    view.zoom = 9
    #expect(try Clusterer(strategy).build(PluginFixture.points()).frame(for: view).count > 0)
  }

  @Test("when it takes more instructions than it is given, however fast the machine is")
  func instructions() throws {
    var limits = PluginLimits()
    limits.instructions = 20_000
    var workbench = Workbench(pluginLimits: limits)
    try workbench.addPlugin(at: fixture.strategy("for i = 1, 1e9 do end"))
    let strategy = try workbench.registry.find("fixture", kind: .strategy)()
    let error = #expect(throws: ClusteringError.self) {
      try Clusterer(strategy).build(PluginFixture.points()).frame(for: PluginFixture.view)
    }
    let isLimit = if case .pluginLimit = error { true } else { false }
    #expect(isLimit && error?.description.contains("instruction limit exceeded") == true)
  }

  @Test("when its columns eat memory")
  func columns() throws {
    // Little memory, as columns of two points take long to fill much, and time for slow machines.
    var limits = PluginLimits()
    limits.memory = 4 << 20
    limits.seconds = 600
    var workbench = Workbench(pluginLimits: limits)
    try workbench.addPlugin(
      at: fixture.strategy("local t, c = {}, points.x while true do t[#t + 1] = c + 1 end"))
    let strategy = try workbench.registry.find("fixture", kind: .strategy)()
    let error = #expect(throws: ClusteringError.self) {
      try Clusterer(strategy).build(PluginFixture.points()).frame(for: PluginFixture.view)
    }
    #expect(error?.description.contains("not enough memory") == true)
  }

  @Test("when it eats memory")
  func memory() {
    let message = PluginFixture.message(fixture.strategy("return ('x'):rep(1 << 26)"))
    #expect(message.contains("memory"), "\(message)")
  }

  @Test(
    "when its file is not a plugin",
    arguments: [
      ("return 7", "a plugin's file returns a table; this one returns number"),
      ("", "this one returns nothing"),
      ("return {", "unexpected symbol near <eof>"),
      ("while true do end", "time limit"),
      ("return { kind = 'strategy' }", "field 'api' is missing; it must be the number 1"),
      ("return { api = 2 }", "written for plugin API 2; this is 1"),
      ("return { api = 1, kind = 'stratgy' }", "unknown kind 'stratgy' (did you mean 'strategy'?)"),
      ("return { api = 1, kind = 'strategy', name = 'a b' }", "field 'name' is 'a b'"),
      ("return { api = 1, kind = 'strategy', name = 'a' }", "field 'summary' is missing"),
      ("return { api = 1, kind = 'strategy', name = 'a', summary = 'b' }", "field 'cluster' is missing"),
      (
        "return { api = 1, kind = 'strategy', name = 'a', summary = 'b', clustre = 1 }",
        "unknown field 'clustre' (did you mean 'cluster'?)"
      ),
      (
        "return { api = 1, kind = 'strategy', name = 'a', summary = 'b', cluster = print, capabilities = { nestd = true } }",
        "unknown capability 'nestd' (did you mean 'nested'?)"
      ),
      (
        "return { api = 1, kind = 'strategy', name = 'a', summary = 'b', cluster = print, parameters = { size = { type = 'numbr' } } }",
        "parameter 'size' has the type 'numbr' (did you mean 'number'?)"
      ),
      (
        "return { api = 1, kind = 'strategy', name = 'a', summary = 'b', cluster = print, parameters = { size = { type = 'number', default = 7, max = 5 } } }",
        "parameter 'size' has a default that is 7; it must be a number up to 5"
      ),
      (
        "return { api = 1, kind = 'strategy', name = 'fixture', summary = 'b', cluster = print, reach = 'far' }",
        "field 'reach' is a string; it must be a number or a function"
      ),
    ])
  func files(text: String, expected: String) {
    let message = PluginFixture.message(fixture.file(text))
    #expect(message.contains(expected), "\(message)")
    #expect(message.contains("fixture.lua"))
  }

  @Test("when it is cancelled from another thread")
  func cancellation() {
    let cancellation = Cancellation()
    let path = fixture.strategy("while true do end")
    let error = #expect(throws: ClusteringError.self) {
      let repeating = Repeating { cancellation.cancel() }
      defer { repeating.stop() }
      _ = try PluginFixture.frame(path, context: RunContext(cancellation: cancellation))
    }
    #expect(error?.description == "cancelled")
  }

  @Test("when a deadline passes")
  func deadline() {
    let path = fixture.strategy("while true do end")
    let error = #expect(throws: ClusteringError.self) {
      let deadline = ContinuousClock.now.advanced(by: .milliseconds(100))
      _ = try PluginFixture.frame(path, context: RunContext(deadline: deadline))
    }
    #expect(error?.description == "the time limit was exceeded")
  }

  @Test("when the file is missing")
  func missing() {
    let error = #expect(throws: PluginError.self) { try Plugin(path: "no/such/plugin.lua") }
    #expect(error?.description.contains("no/such/plugin.lua") == true)
  }
}
