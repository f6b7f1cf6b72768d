import PinfoldScripting
import Testing

/// Lists that lie about their length, and lists with holes, given to whatever takes a list. A length that is
/// believed writes past the end of memory, or goes on for ever.
@Suite("Lists that lie harm nobody")
struct HostileListTests {
  static let lists =
    [
      "math.maxinteger", "math.mininteger", "-1", "1 << 53", "1e18 // 1 | 0", "1e9 // 1 | 0", "2",
      "error('asked')",
    ]
    .map {
      """
      setmetatable({}, { __len = function() return \($0) end, __index = function(_, i)
        if i == math.huge or math.type(i) ~= 'integer' or i > 20000 then error('enough') end return 1.5 end })
      """
    } + [
      "(function() local t = {} for i = 0, 62 do t[1 << i] = 1.5 end return t end)()",
      "(function() local t = {} for i = 0, 62 do t[1 << i] = {} end return t end)()",
      "(function() local t = {} t[1] = t t[2] = t return t end)()",
    ]

  /// Calls with a list as `t`.
  static let calls = [
    "points { lon = t, lat = t }", "points { x = { 1 }, y = { 2 }, weight = t }",
    "points { lon = {}, lat = {}, id = t }",
    "column(t)", "show(t)", "show({ {} }, t)", "csv(t)", "csv({ {} }, t)", "json(t)", "json { t, t }",
    "d:views { zooms = t }", "m:insert { lon = t, lat = t, id = t }", "m:remove(t)", "m:move(t)",
    "m:filter(t)",
    "score(d, t)", "score(d, { f }, { metrics = t })", "compare { datasets = t, strategies = { 'grid' } }",
    "compare { datasets = { d }, strategies = t }",
    "compare { datasets = { d }, strategies = { 'grid' }, zooms = t }",
    "compare { datasets = { d }, strategies = { 'grid' }, metrics = t }", "plot(t)",
    "plot({ f }, { titles = t })",
    "plot({ f }, { layers = t })", "f:reduce { attributes = t, map = print, reduce = print, initial = 0 }",
    "metric('overlap'):measure(t)", "study(t)", "study { datasets = t, strategies = { 'grid' } }",
    "column { 1 }:take(t)", "column { 1 }:filter(t)", "column { 1 }:group():relabel(t)",
    "strategy('grid', { representative = t })", "strategy('grid', { limits = t })", "strategy('grid', t)",
  ]

  @Test("given to the API", arguments: calls)
  func api(call: String) throws {
    let shell = try RecordedSession()
    shell.session.limits.seconds = 10
    shell.session.limits.memory = 256 << 20
    _ = shell.answer(
      """
      d = points { lon = { 1, 2 }, lat = { 3, 4 } }
      v = view { lon = 1, lat = 3, zoom = 5 }
      m = strategy('grid'):build(d)
      f = m:frame(v)
      """)
    for list in Self.lists {
      let answer = shell.answer("t = \(list) return \(call)")
      #expect(
        !answer.contains("limit exceeded") && !answer.contains("not enough memory"), "\(answer)\n\(list)")
      #expect(shell.answer("6 * 7") == "42\n")
    }
  }

  @Test("and are empty, for a metamethod is not asked")
  func empty() throws {
    let shell = try RecordedSession()
    for list in Self.lists.prefix(8) {
      #expect(shell.answer("json(\(list)), #points { lon = \(list), lat = \(list) }") == "\"[]\"\t0\n")
      #expect(shell.answer("csv(\(list), { 'a' })") == "\"a\\n\"\n")
    }
  }

  @Test(
    "given by a plugin",
    arguments: [
      "{ clusters = t }", "{ clusters = { t } }", "{ clusters = { { 1, 2, 3, 4 } }, x = t, y = t }",
      "{ groups = points:grid(60):group(), x = t, y = t }", "{ groups = column(t) }", "{ groups = t }", "t",
    ])
  func strategies(answer: String) {
    let fixture = PluginFixture()
    for list in Self.lists {
      let message = PluginFixture.message(fixture.strategy("local t = \(list) return \(answer)"))
      #expect(message.contains("fixture.lua"), "\(message)\n\(list)")
      #expect(!message.contains("limit exceeded"), "\(message)\n\(list)")
    }
  }

  @Test(
    "in a plugin's own table",
    arguments: [
      "t", "{ api = 1, kind = 'strategy', name = 'a', summary = 'b', cluster = print, capabilities = t }",
      "{ api = 1, kind = 'strategy', name = 'a', summary = 'b', cluster = print, parameters = t }",
      "{ api = 1, kind = 'strategy', name = 'a', summary = 'b', cluster = print, parameters = { p = t } }",
      """
      { api = 1, kind = 'strategy', name = 'a', summary = 'b', cluster = print,
        parameters = { p = { type = 'choice', choices = t, default = 'x' } } }
      """, "{ api = 1, kind = 'metric', name = 'a', summary = 'b', measure = print, range = t }",
    ])
  func tables(table: String) {
    let fixture = PluginFixture()
    for list in Self.lists {
      let message = PluginFixture.message(fixture.file("local t = \(list) return \(table)"))
      #expect(message != "nothing went wrong", "\(list)")
      #expect(!message.contains("limit exceeded"), "\(message)\n\(list)")
    }
  }
}
