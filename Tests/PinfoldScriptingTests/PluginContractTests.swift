import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import Testing

@Suite("Plugins that break their contract are found out")
struct PluginContractTests {
  let fixture = PluginFixture()

  private static let good = "return { groups = points:grid(60):group() }"

  /// The rules that a plugin breaks in a default check, in the order of the report.
  ///
  /// - Parameter isOfPromises: whether on the samples of promises alone.
  private func broken(_ path: String, kind: String = "strategy", only isOfPromises: Bool = false) throws
    -> [String]
  {
    let subject = try ContractSubject(
      named: "fixture", kind: kind, in: PluginFixture.workbench(path).registry)
    let samples = subject.samples(seed: 1, thorough: false).filter {
      !isOfPromises || $0.purpose != .everyRule
    }
    return try subject.report(on: samples).violations.map(\.rule.name)
  }

  /// A strategy that breaks its contract on purpose.
  struct Deliberate: CustomTestStringConvertible {
    var testDescription: String
    var body: String
    var extra = ""

    /// Whether the default check finds it; a clock, or a band of zooms that no sample has, it cannot know of.
    var isFound = true
  }

  static let strategies = [
    // A state of the world, or of the plugin, that is no argument.
    Deliberate(
      testDescription: "the hour of the day", body: "\(finer("os.time() // 3600 % 2 == 0"))", isFound: false),
    Deliberate(
      testDescription: "the processor's clock", body: "\(finer("os.clock() < 1e6"))", isFound: false),
    Deliberate(
      testDescription: "a count of four hundred calls",
      body: "index.n = index.n + 1 \(finer("index.n > 400"))",
      extra: counting),
    Deliberate(
      testDescription: "a count of fifty calls", body: "index.n = index.n + 1 \(finer("index.n > 50"))",
      extra: counting),
    Deliberate(
      testDescription: "a count beside what was built", body: "calls = calls + 1 \(finer("calls > 50"))",
      extra: "build = function() calls = 0 return {} end,"),
    // The world's seam, with and without the promise that shows it anyhow.
    Deliberate(testDescription: "a seam opposite of the view", body: seam),
    Deliberate(
      testDescription: "a seam, and panInvariant promised", body: seam,
      extra: "capabilities = { panInvariant = true },"),
    Deliberate(
      testDescription: "northern views", body: finer("view.lat > 30"),
      extra: "capabilities = { panInvariant = true },"),
    // Zooms.
    Deliberate(
      testDescription: "an error at zooms 15.5 to 15.9",
      body: failing("view.zoom > 15.5 and view.zoom < 15.9")),
    Deliberate(testDescription: "an error at deep zooms", body: failing("view.zoom > 20.5")),
    Deliberate(
      testDescription: "one cluster of all at deep zooms",
      body: "if view.zoom > 20 then return { groups = (points.x * 0):group() } end " + good,
      extra: "capabilities = { nested = true },"),
    Deliberate(
      testDescription: "a band of zooms", body: failing("view.zoom > 7.31 and view.zoom < 7.33"),
      isFound: false),
    // Points of all kinds, and many of them.
    Deliberate(
      testDescription: "another order past two thousand points",
      body:
        "if #points > 2000 and points.row[1] % 2 == 0 then return { groups = (points.x * 0):group() } end "
        + good,
      extra: "capabilities = { permutationInvariant = true },"),
    Deliberate(testDescription: "heavy points", body: failing("points.weight:max() > 50")),
    Deliberate(
      testDescription: "negative ids", body: failing("type(points.id) ~= 'table' and points.id:min() < 0")),
    Deliberate(
      testDescription: "quadratic time",
      body: "local xs, n = points.x:totable(), 0 for i = 1, #xs do for j = 1, #xs do "
        + "if xs[i] < xs[j] then n = n + 1 end end end " + good),
    // Screens.
    Deliberate(
      testDescription: "planes on wide screens", body: failing("not view.wraps and view.width > 1600")),
    Deliberate(
      testDescription: "few points on wide screens", body: failing("view.width > 2000 and #points < 20")),
    // Parameters.
    Deliberate(
      testDescription: "another choice that drops points",
      body: "if parameters.mode == 'bad' then return { clusters = {} } end " + good,
      extra: "parameters = { mode = { type = 'choice', default = 'good', choices = { 'good', 'bad' } } },"),
    Deliberate(
      testDescription: "large cells that take points one by one",
      body: "if parameters.cellSize > 1000 then return { groups = points.row:group() } end " + good,
      extra: "parameters = { cellSize = { type = 'number', default = 60, min = 1, max = 4096 } },"),
    // Promises about the clusters.
    Deliberate(
      testDescription: "clusters larger than the reach",
      body: "return { groups = points:neighbors(60):connected() }", extra: "reach = 1,"),
    Deliberate(
      testDescription: "markers in the corners of boxes",
      body: "local g = points:grid(60):group() "
        + "return { groups = g, x = g:min(points.x), y = g:min(points.y) }"),
  ]

  private static let counting = "build = function() return { n = 0 } end,"

  private static let seam = "return { groups = (points.x // 60 * 100000 + points.y // 60):group() }"

  private static func finer(_ condition: String) -> String {
    "if \(condition) then return { groups = points:grid(30):group() } end " + good
  }

  private static func failing(_ condition: String) -> String {
    "if \(condition) then error('not this') end " + good
  }

  @Test(
    "strategies that declare a false reach, by the rule about it",
    arguments: [
      // A greedy choice, which points at any distance change.
      ("return { groups = points:neighbors(40):seeds(points.weight):group() }", "reach = 80,"),
      // A build that knows of all points.
      (
        "return { groups = points:grid(index.n % 7 < 3 and 30 or 60):group() }",
        "reach = 90, build = function(points) return { n = #points } end,"
      ),
    ])
  func falseReach(body: String, extra: String) throws {
    #expect(try broken(fixture.strategy(body, extra: extra)).contains("reach"))
  }

  @Test(
    "no strategy for a reach that is true, for a choice among all points, or for cells around the view",
    arguments: [
      ("return { groups = points:grid(60):group() }", "reach = 90, capabilities = { panInvariant = true },"),
      (
        "return { groups = points:neighbors(40):seeds(points.weight):group() }",
        "capabilities = { panInvariant = true },"
      ),
      (
        "local n = view.lon > 3 and 40 or 60 return { groups = points:grid(n):group() }", "reach = 90,"
      ),
    ])
  func honest(body: String, extra: String) throws {
    #expect(try broken(fixture.strategy(body, extra: extra)).isEmpty)
  }

  /// Cells that nest but for one condition, under which they are moved by half of one.
  private static func moved(_ condition: String) -> String {
    "local z = math.floor(view.zoom) local side = 2.0 ^ math.max(0, z + 3) "
      + "local moved = \(condition) and 0.5 or 0 local x = (points.unitX * side / 2.0 ^ 32 + moved):floor() % side "
      + "local y = points.unitY * side // 2.0 ^ 32 "
      + "return { groups = (x:group().labels * (#points + 1) + y:group().labels):group() }"
  }

  private static let promises = "capabilities = { nested = true, panInvariant = true },"

  @Test(
    "promises that are false at one zoom, place, margin or size alone, or past a number of points",
    arguments: [
      ("z == 2", "nested"), ("z == 9", "nested"), ("z == 21", "nested"), ("view.zoom == 8", "nested"),
      ("view.zoom > 10.4 and view.zoom < 10.5", "nested"), ("z == 5 and #points > 5500", "nested"),
      ("view.margin == 0.1", "panInvariant"), ("view.lon > 100 and view.lon < 110", "panInvariant"),
      ("#points > 65536 and view.margin > 0", "panInvariant"),
    ])
  func falsePromise(condition: String, rule: String) throws {
    #expect(
      try broken(fixture.strategy(Self.moved(condition), extra: Self.promises), only: true).contains(rule))
  }

  @Test("no strategy whose promises are true at every zoom and place")
  func truePromise() throws {
    let path = fixture.strategy(Self.moved("false"), extra: Self.promises)
    #expect(try broken(path, only: true) == [])
  }

  @Test(
    "a reach that is false past a number of points",
    arguments: [
      "#points > 10", "#points > 100", "#points > 1000", "index.n - #points > 6", "index.n - #points > 1000",
    ])
  func falseReachOfMany(condition: String) throws {
    let extra = "reach = 300, build = function(points) return { n = #points } end,"
    #expect(try broken(fixture.strategy(Self.moved(condition), extra: extra), only: true).contains("reach"))
  }

  @Test("strategies by the default check, but for clocks and bands", arguments: strategies)
  func strategy(_ violation: Deliberate) throws {
    let path = fixture.strategy(violation.body, extra: violation.extra)
    #expect(try !broken(path).isEmpty == violation.isFound)
  }

  /// Strategies that split coincident points under one condition, which most points or views do not meet.
  static let splitters = [
    "view.margin > 0", "view.zoom > 18", "points.priority:max() > 0", "points.group[1] ~= ''",
    "points.lon:max() > 180", "points:attr('year'):max() > 0", "points.weight:max() > 50", "not view.wraps",
    "not view.wraps and view.width > 1600", "view.width > 2000", "view.bearing ~= 0", "view.tileSize == 512",
    "type(points.id) == 'table'", "points.lat:max() > 85.0512",
    // Of two traits, of points and of views.
    "points.weight:max() > 50 and view.bearing ~= 0", "type(points.id) == 'table' and view.tileSize == 512",
    "points.lat:max() > 85.0512 and view.zoom > 18", "not view.wraps and view.margin > 0",
    "points.id:min() < 0 and view.width < 500",
  ]

  @Test("coincident points split under one condition or two", arguments: splitters)
  func splitter(_ condition: String) throws {
    let path = fixture.strategy(
      "if #points > 0 and \(condition) then return { groups = points.row:group() } end " + Self.good,
      extra: "attributes = { year = 'number' },")
    // Only the rule `turns` has longitudes beyond 180°.
    #expect(try broken(path).contains(condition.contains("lon:max") ? "turns" : "stacks"))
  }

  @Test("a rule that was tried on nothing does not say that it held")
  func notTried() throws {
    let path = fixture.strategy("return { groups = points:grid(view.bearing ~= 0 and 200 or 60):group() }")
    let subject = try ContractSubject(named: "fixture", in: PluginFixture.workbench(path).registry)
    let alone = ContractSample(
      "alone", PointColumns(longitude: [10], latitude: [50]),
      viewports: [Viewport(center: Coordinate(longitude: 10, latitude: 50), zoom: 3)])
    let report = try subject.report(on: [alone])
    let verdicts = Dictionary(uniqueKeysWithValues: report.findings.map { ($0.rule.name, "\($0.verdict)") })
    for rule in ["stacks", "groups", "history", "names", "spread", "hidden", "growth"] {
      #expect(verdicts[rule] == "not tried", "\(rule): \(verdicts[rule] ?? "")")
    }
    #expect(verdicts["bearing"] == "not promised" && verdicts["conservation"] == "held")
  }

  @Test("cells with borders at ±180° and elsewhere pass, those with a border there alone do not")
  func cells() throws {
    let cells = fixture.strategy(
      "local side = 2 ^ (math.max(0, math.floor(view.zoom)) + 3) "
        + "local x, y = points.unitX * side // 2 ^ 32, points.unitY * side // 2 ^ 32 "
        + "return { groups = (x * 2 ^ 26 + y):group() }")
    #expect(try broken(cells) == [])
    // The border at 180° alone: columns elsewhere are joined.
    let seam = fixture.strategy("return { groups = (points.unitX // (2 ^ 32 / 3.3)):group() }")
    #expect(try broken(seam).contains("dateLine"))
  }

  @Test("the budget of a check is processor time")
  func processorTime() throws {
    let loop = fixture.strategy("while #points > 1 do end " + Self.good)
    let subject = try ContractSubject(named: "fixture", in: PluginFixture.workbench(loop).registry)
    let start = ThreadClock.seconds
    let report = try subject.report(
      on: ShippedPlugin.samples(), context: RunContext().limitingProcessorTime(to: 0.2))
    #expect(report.untried.first == "clusters" && report.violations.isEmpty)
    #expect(ThreadClock.seconds - start < 5)
  }

  @Test("a counterexample has the columns that the plugin reads; groups:whole mends units that split a spot")
  func counterexample() throws {
    let extra = "attributes = { country = 'text' },"
    let split = fixture.strategy("return { groups = points:groupby('country') }", extra: extra)
    let subject = try ContractSubject(named: "fixture", in: PluginFixture.workbench(split).registry)
    let report = try subject.report(on: subject.samples(seed: 1, thorough: false))
    let stacks = try #require(report.violations.first { $0.rule.name == "stacks" })
    #expect(stacks.points.count == 2)
    #expect(stacks.description.contains(", country '"), "\(stacks)")
    let whole = fixture.strategy(
      "return { groups = points:groupby('country'):whole(points.spots) }", extra: extra)
    #expect(try broken(whole) == [])
  }

  @Test("an honest one breaks nothing")
  func honest() throws {
    #expect(try broken(fixture.strategy(Self.good, extra: "reach = 100,")).isEmpty)
  }

  @Test("what there was no time for is named, and is no violation")
  func budget() throws {
    let path = fixture.strategy(
      Self.good, extra: "parameters = { size = { type = 'number', default = 5, min = 1, max = 9 } },")
    let subject = try ContractSubject(named: "fixture", in: PluginFixture.workbench(path).registry)
    let samples = ShippedPlugin.samples()
    let late = try subject.report(on: samples, context: RunContext(deadline: .now))
    #expect(late.untried == samples.map(\.name) + ["size=1", "size=9"])
    #expect(late.violations.isEmpty && late.findings.allSatisfy { !$0.verdict.description.contains("held") })
    // An endless loop ends with the time, and not with the plugin's limit.
    let loop = fixture.strategy("while #points > 1 do end " + Self.good)
    let endless = try ContractSubject(named: "fixture", in: PluginFixture.workbench(loop).registry)
    let stopped = try endless.report(on: samples, context: RunContext(deadline: .now + .milliseconds(50)))
    #expect(stopped.untried == samples.map(\.name))
    #expect(try subject.report(on: samples).untried.isEmpty)
  }

  @Test("a metric past its range, and one that fails on heavy points")
  func metrics() throws {
    for (body, rule) in [
      ("return #frame > 60 and 2 or 0", "range"),
      ("if frame.weights:max() and frame.weights:max() > 1000 then error('heavy') end return 0", "answers"),
    ] {
      let path = fixture.file(
        """
        return { api = 1, kind = "metric", name = "fixture", summary = "Breaks a rule.", range = { 0, 1 },
          measure = function(frame) \(body) end }
        """)
      #expect(try broken(path, kind: "metric").contains(rule))
    }
  }

  @Test(
    "a metric that is wrong across ±180° or opposite the view's center; the documented difference is right")
  func metricSeams() throws {
    let offsets = "frame.points.x:filter(shown) - frame.x:take(frame.assigned:filter(shown))"
    for (value, rules) in [
      ("(\(offsets)):abs():max()", []),
      ("frame.x:max() - frame.x:min()", ["dateLine"]),
      ("frame.points.lon:max() - frame.points.lon:min()", ["turns"]),
    ] {
      let path = fixture.file(
        """
        return { api = 1, kind = "metric", name = "fixture", summary = "Distances.", range = { 0, math.huge },
          measure = function(frame)
            if #frame == 0 then return nil, "none" end
            local shown = frame.assigned:gt(0)
            return \(value)
          end }
        """)
      let found = try broken(path, kind: "metric")
      #expect(rules.isEmpty ? found.isEmpty : found.contains(rules[0]), "\(value): \(found)")
    }
  }

  @Test(
    "a diff whose kinds are not what its markers do", arguments: ["split", "merge", "appear", "disappear"])
  func kinds(_ kind: String) throws {
    let path = fixture.file(
      """
      return { api = 1, kind = "diff", name = "fixture", summary = "Breaks a rule.",
        transition = function(old, new)
          local markers = {}
          for number = 1, #old do markers[#markers + 1] = { kind = "\(kind)", old = number, removedAt = 0 } end
          for number = 1, #new do markers[#markers + 1] = { kind = "\(kind)", new = number, addedAt = 0 } end
          return { markers = markers }
        end }
      """)
    #expect(try broken(path, kind: "diff") == ["kinds"])
  }

  @Test("a promise that no plugin can keep is refused, and errors have the calls that led to them")
  func messages() {
    let incremental = fixture.strategy(Self.good, extra: "capabilities = { incremental = true },")
    #expect(PluginFixture.message(incremental).contains("capability 'incremental' cannot be kept"))
    let nested = fixture.file(
      """
      local function deep(points)
        return points.z.x
      end
      local function middle(points)
        local value = deep(points)
        return value
      end
      return {
        api = 1, kind = "strategy", name = "fixture", summary = "Fails deep within.",
        cluster = function(points)
          local value = middle(points)
          return value
        end,
      }
      """)
    let message = PluginFixture.message(nested)
    #expect(
      message.contains(":2: ") && message.hasSuffix("(called at \(nested):5, \(nested):11)"), "\(message)")
  }
}
