import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import Testing

@Suite("Strategies of plugins that look back")
struct PluginPreviousTests {
  private let fixture = PluginFixture()

  private static let setUp = """
    d = points { lon = { 0, 1, 40, 0 }, lat = { 0, 0, 0, 50 }, group = { 'p', 'p', 'p', 'q' }, id = { 1, 2, 3, 4 } }
    v = view(20, 20, 2)
    looking = function(points, parameters, view, index, previous, state)
      state = state or { count = 0, groups = "", numbers = column { 0/0, 1/0 } }
      assert(state.count == 0 or state.numbers[1] ~= state.numbers[1] and state.numbers[2] == math.huge)
      assert((previous == nil) == (state.count == 0))
      local said = {}
      local groups = points:grid(60):group()
      for i = 1, #groups do said[i] = state.groups .. points.group[1] end
      local before = {}
      for i = 1, #groups do before[i] = groups:max(points.before)[i] end
      return {
        groups = groups, fields = { said = said, before = before },
        state = { count = state.count + 1, groups = said[1], numbers = state.numbers },
      }
    end
    s = strategy(looking, { previous = true }):build(d)
    one = s:frame(v)
    two = s:frame(v, one)
    function said(frame) local list = {} for i, c in ipairs(frame:clusters()) do list[i] = c.fields.said end return table.concat(list, " ") end
    function before(frame) local list = {} for i, c in ipairs(frame:clusters()) do list[i] = c.fields.before end return list end
    """

  @Test(
    "get the frame before, its clusters and the state of each group",
    arguments: [
      ("said(one)", "\"p p q\""), ("said(two)", "\"pp pp qq\""), ("said(s:frame(v, two))", "\"ppp ppp qqq\""),
      // The same frame before, the same frame after.
      ("said(s:frame(v, one))", "\"pp pp qq\""), ("said(s:frame(v))", "\"p p q\""),
      ("before(one)", "{ 0.0, 0.0, 0.0 }"), ("before(two)", "{ 1.0, 2.0, 3.0 }"),
      // A frame of the same points, which were edited since: by their ids.
      ("before(s:remove({ 2 }):frame(v, one))", "{ 1.0, 2.0, 3.0 }"),
    ])
  func state(input: String, expected: String) throws {
    let session = try RecordedSession()
    #expect(session.answer(Self.setUp) == "")
    #expect(session.answer(input) == expected + "\n")
  }

  @Test(
    "are told what is wrong",
    arguments: [
      ("return { groups = points:grid(60):group(), state = 1 }", "", "'state' without previous = true"),
      (
        "return { groups = (points.before):group() }", "",
        "'before' is only for plugins that declare previous"
      ),
      (
        "return { groups = points:grid(60):group(), state = points }", "previous = true,",
        "'state' is a points"
      ),
      (
        "local t = {} for i = 1, 100001 do t[i] = i end return { groups = points:grid(60):group(), state = t }",
        "previous = true,", "'state' is too deep or too large a table to be taken along"
      ),
      (
        "return { groups = points:grid(60):group() }", "previous = true, capabilities = { nested = true },",
        "capability 'nested' cannot be kept by a strategy that looks back"
      ),
    ])
  func errors(body: String, extra: String, expected: String) {
    let message = PluginFixture.message(fixture.strategy(body, extra: extra))
    #expect(message.contains(expected), "\(message)")
  }

  @Test("break the rule 'previous' where something else than that frame makes a difference")
  func contract() throws {
    func report(_ body: String, _ extra: String) throws -> ContractReport {
      let path = fixture.strategy(body, extra: extra)
      return try ContractSubject(named: "fixture", in: PluginFixture.workbench(path).registry)
        .report(on: ShippedPlugin.samples())
    }
    let secret = """
      if previous then calls[1] = calls[1] + 1 end
      return { groups = points:grid(calls[1] % 4 < 2 and 60 or 30):group() }
      """
    let path = fixture.file(
      """
      return { api = 1, kind = "strategy", name = "fixture", summary = "Counts in secret.", previous = true,
        build = function() return { 0 } end,
        cluster = function(points, parameters, view, calls, previous)
          \(secret)
        end }
      """)
    let found = try ContractSubject(named: "fixture", in: PluginFixture.workbench(path).registry)
      .report(on: ShippedPlugin.samples())
    #expect(found.violations.map(\.rule.name) == ["previous"])
    let waived = try report("return { groups = points:grid(60):group() }", "")
    #expect(
      waived.findings.first { $0.rule.name == "previous" }?.verdict.description == "it does not look back")
  }
}
