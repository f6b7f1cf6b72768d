import PinfoldScripting
import Testing

/// The least and the greatest numbers, and those that are none, wherever a script or a plugin gives a number.
@Suite("Numbers past every range are errors, not traps")
struct HostileNumberTests {
  static let numbers = [
    "math.mininteger", "math.maxinteger", "math.mininteger + 1", "0", "-1", "1 << 53", "-(1 << 63) * 1.0",
    "2.0 ^ 63", "1e19",
    "-1e300", "0/0", "1/0", "-1/0", "0.5", "-0.0",
  ]

  @Test(
    "from a strategy",
    arguments: [
      "{ clusters = { { n } } }", "{ clusters = { { 1, 2, 3, 4, n } } }",
      "{ clusters = { column { n, 1 } } }",
      "{ clusters = { { 1, 2, 3, 4 } }, x = { n }, y = { n } }",
      "{ groups = column { n, n, n, n }:group(), x = { n }, y = { 1 } }",
      "{ groups = points:grid(n):group() }", "{ groups = points:hex(n):group() }",
      "{ groups = points:neighbors(n):connected() }",
      "{ groups = points:nearest(n):connected() }", "{ groups = points.x:take({ n }):group() }",
      "{ groups = points:grid(9):group():relabel(column { n, n, n }) }",
      "{ clusters = { points:grid(9):group():members(n) } }",
      "n",
    ])
  func strategies(answer: String) {
    let fixture = PluginFixture()
    for number in Self.numbers {
      let message = PluginFixture.message(
        fixture.strategy("local n = \(number) return \(answer)", extra: "budget = \(number),"))
      #expect(message == "nothing went wrong" || message.contains("fixture.lua"), "\(number): \(message)")
    }
  }

  @Test(
    "from other plugins",
    arguments: [
      "kind = 'representative', select = function() return n end",
      "kind = 'representative', select = function() return { x = n, y = n } end",
      "kind = 'metric', range = { n, n }, measure = function() return n end",
      "kind = 'diff', transition = function() return { duration = n, markers = {} } end",
      "kind = 'diff', transition = function() return { markers = { { kind = 'move', old = n, new = n } } } end",
      "kind = 'diff', transition = function() return { markers = { { kind = 'keep', old = 1, new = 1, count = n } } } end",
      "kind = 'diff', transition = function() return { markers = { { kind = 'keep', old = 1, new = 1, addedAt = n } } } end",
      "kind = 'strategy', reach = n, budget = n, capabilities = { budgeted = true }, cluster = print",
      "kind = 'strategy', parameters = { p = { type = 'integer', default = n, min = n, max = n } }, cluster = print",
      "kind = 'strategy', parameters = { p = { type = 'number', default = n, min = n, max = n } }, cluster = print",
    ])
  func others(fields: String) throws {
    let fixture = PluginFixture()
    for number in Self.numbers {
      let path = fixture.file("local n = \(number) return { api = 1, name = 'fz', summary = 'x', \(fields) }")
      let shell = try RecordedSession(unsafe: true)
      let answer = shell.answer(
        """
        d = points { lon = { 1, 2 }, lat = { 3, 4 } } v = view { lon = 1, lat = 3, zoom = 5 } plugin('\(path)')
        f = strategy('grid', { representative = list('representatives')[1].name }):frame(d, v)
        pcall(function() strategy('fz'):frame(d, v) end) pcall(function() metric('fz'):measure(f) end)
        pcall(function() return #diff('fz'):between(f, f) end)
        pcall(function() strategy('pca', { budget = 1, representative = 'fz' }):frame(d, v) end)
        """)
      #expect(!answer.contains("limit exceeded"), "\(number): \(answer)")
      #expect(shell.answer("6 * 7") == "42\n")
    }
  }

  @Test(
    "from a script",
    arguments: [
      "d:id(n)", "f[n]", "f:members(n)", "f:spread(n)", "f:labels('capped', n)", "label(n)",
      "label(n, 'abbreviated')",
      "generate('uniform', { count = 3, seed = n })", "generate('lattice', { count = 9, spacing = n })",
      "view { lon = n, lat = n, zoom = n }",
      "view { lon = 1, lat = 1, zoom = 2, width = n, height = n, tileSize = n, margin = n }",
      "d:fit { padding = n }",
      "d:views { zooms = { n }, seed = n }", "m:tile(n, n, n)", "m:tile(3, n, n)",
      "m:leaves(f[1].id, { limit = n, offset = n })",
      "t[n]", "t:at(n)", "plot({ f }, { columns = n, smallest = n })", "m:move(1, { lon = n, lat = n })",
      "m:remove { n }",
      "m:filter(column { n, n })", "points { lon = { n }, lat = { n }, id = { n }, weight = { n } }",
      "points { x = { n, 1 }, y = { n, 2 }, planar = true }", "column { n }:take(column { n })",
      "column { n }:floor():group()",
      "column { n } // column { n }", "column { n } % column { -1 }", "(column { n } & column { n }):sum()",
      "score(d, { f }, { seed = n })",
      "metric('overlap'):measure { strategy = strategy('grid'), dataset = d, view = v, seed = n }",
      "study { datasets = { d }, strategies = { 'grid' }, seeds = { n }, width = n }", "json { n }",
      "show({ { n = n } })",
      "camera('pan', { steps = n }):views(v)", "strategy('radius', { radius = n })",
      "strategy('grid', { separate = { padding = n } })",
      "f:reduce { map = function() return n end, reduce = function(a, b) return a + b end }",
    ])
  func scripts(call: String) throws {
    let shell = try RecordedSession()
    shell.session.limits.seconds = 20
    _ = shell.answer(
      """
      d = points { lon = { 1, 2 }, lat = { 3, 4 } } v = view { lon = 1, lat = 3, zoom = 5 }
      m = strategy('radius'):build(d) f = m:frame(v) t = diff('identity'):between(f, f)
      """)
    for number in Self.numbers {
      let answer = shell.answer("n = \(number) return \(call)")
      #expect(!answer.contains("limit exceeded"), "\(number): \(answer)")
      #expect(shell.answer("6 * 7") == "42\n")
    }
  }
}
