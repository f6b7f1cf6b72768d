import Pinfold

/// What nobody would give on purpose: tables that lie, numbers past every range, objects that are closed; as
/// arguments of the API, and as what plugins return.
extension RandomProgram {
  /// A value meant to do harm, more often than not.
  mutating func hostile() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      return
        "setmetatable({ \(hostileNumber()) }, { __len = function() return \(hostileNumber()) end, __index = function(_, k) return \(pick(["k", "1.5", "{}", "error('x')"])) end })"
    case 1:
      return "(function() local t = {} for i = 0, 62 do t[1 << i] = \(hostileNumber()) end return t end)()"
    case 2: return "(function() local c <close> = column { 1, 2, 3 } return c end)()"
    case 3: return "(function() local t = {} t[1] = t t.x = t return t end)()"
    case 4, 5: return hostileNumber()
    case 6: return "{ \(hostileNumber()), \(hostileNumber()) }"
    case 7: return "column { \(hostileNumber()), \(hostileNumber()) }"
    case 8:
      return
        "setmetatable({}, { __tostring = function() return \(pick(["1", "'\\27[2J'", "error({})"])) end })"
    default: return value()
    }
  }

  private mutating func hostileNumber() -> String {
    pick([
      "math.mininteger", "math.maxinteger", "0", "1", "2", "3", "4", "-1", "1 << 31", "1 << 32", "1 << 53",
      "2.0 ^ 63", "1e308",
      "-1e308", "5e-324", "0/0", "1/0", "-1/0", "0.5", "-0.0",
    ])
  }

  /// A text with every `?` replaced by a value meant to do harm, or by one that is right.
  private mutating func filled(_ template: String, right: [String]) -> String {
    template.split(separator: "?", omittingEmptySubsequences: false).map(String.init).reduce(nil) {
      (text: String?, part) in
      text.map { $0 + (chance(0.6) ? hostile() : pick(right)) + part } ?? part
    } ?? ""
  }

  /// A plugin's file of a kind, whose answers are of the right shape with the wrong values in it.
  mutating func plugin(_ kind: String) -> String {
    let answers: [String: [String]] = [
      "strategy": [
        "?", "{ clusters = ? }", "{ clusters = { ?, ? } }", "{ clusters = { { 1, 2, 3, ? } }, x = ?, y = ? }",
        "{ groups = ?, x = ?, y = ? }", "{ groups = points:grid(?):group(), x = ?, y = ? }",
        "{ groups = points:nearest(?):connected(?) }", "{ groups = column(?):group() }",
        "{ clusters = { points:grid(?):group():members(?) } }",
      ],
      "representative": ["?", "{ x = ?, y = ? }"],
      "metric": ["?", "nil, ?", "#points, ?"],
      "diff": [
        "?", "{ duration = ?, easing = ?, markers = ? }",
        "{ markers = { { kind = 'move', old = ?, new = ?, count = ?, addedAt = ?, removedAt = ? } } }",
        "{ markers = { ?, { kind = ?, old = 1, new = 1 } } }",
      ],
      "camera": [
        "?", "{ ? }", "{ { lon = ?, lat = ?, zoom = ? } }", "{ { x = ?, y = ?, width = ?, bearing = ? } }",
      ],
      "generator": [
        "?", "{ lon = ?, lat = ? }",
        "{ lon = random(points, 1), lat = random(points, 2), id = ?, weight = ? }",
      ],
    ]
    let functions = [
      "strategy": "cluster", "representative": "select", "metric": "measure", "diff": "transition",
      "camera": "views", "generator": "generate",
    ]
    let right = ["1", "{ 1, 2 }", "points", "points.x", "'keep'", "{}", "'smooth'", "0.5"]
    let fields = pick([
      "", "", "", "reach = ?,", "budget = ?, capabilities = { budgeted = true },", "capabilities = ?,",
      "range = ?,",
      "parameters = { p = { type = 'number', default = ?, min = ?, max = ? } },", "parameters = ?,",
      "build = function() return ? end,",
    ])
    return """
      return { api = 1, kind = "\(kind)", name = "fixture", summary = "x", \(filled(fields, right: right))
        \(functions[kind] ?? "") = function(points, parameters, view, index)
          local _ = pcall(function(...) return \(value()) end, points, parameters, view, index)
          return \(filled(pick(answers[kind] ?? []), right: right))
        end }
      """
  }

  /// A call of the API over `d`, a dataset, `v`, a view, `m`, a map, `f`, a frame, and `t`, a transition.
  mutating func call() -> String {
    let calls = [
      "points { lon = ?, lat = ?, id = ?, weight = ? }", "points { x = ?, y = ?, planar = true }",
      "view { lon = ?, lat = ?, zoom = ? }",
      "view { lon = 1, lat = 1, zoom = 3, width = ?, height = ?, tileSize = ?, margin = ? }", "show(?, ?)",
      "csv(?, ?)", "json(?)",
      "column(?)", "label(?, ?, ?)", "d:id(?)", "d:fit { padding = ?, width = ?, margin = ? }",
      "d:views { zooms = ?, locations = ?, seed = ? }", "strategy('grid', ?)",
      "strategy('radius', { radius = ?, minPoints = ? })",
      "strategy('grid', { representative = ?, limits = ?, separate = ? })",
      "strategy('pca', { budget = ? }):frame(d, v)",
      "strategy(?, ?):frame(?, ?)", "m:frame(?, ?)", "m:insert(?)", "m:insert { lon = ?, lat = ?, id = ? }",
      "m:remove(?)",
      "m:move(?, ?)", "m:move(1, { lon = ?, lat = ? })", "m:filter(?)", "m:children(?)",
      "m:leaves(f[1].id, { limit = ?, offset = ? })",
      "m:tile(?, ?, ?)", "f[?]", "f:members(?)", "f:spread(?, ?)",
      "f:spread(1, { screen = ?, shape = ?, separation = ? })",
      "f:aggregate(?, ?)", "f:labels(?, ?)", "f:plot(?)",
      "f:plot { layers = ?, smallest = ?, largest = ?, saturation = ? }",
      "f:reduce { map = function() return ? end, reduce = function(a, b) return ? end, initial = ? }",
      "plot(?, ?)",
      "plot({ f, f }, { columns = ?, titles = ? })", "diff('identity'):between(?, ?)", "t[?]", "t:at(?)",
      "t:plot(?)",
      "metric('overlap'):measure(?)", "metric(?, ?)", "score(d, ?, ?)",
      "score(d, { f, ? }, { seed = ?, metrics = ? })",
      "compare { datasets = ?, strategies = ?, zooms = ? }",
      "compare { datasets = { d }, strategies = { 'grid' }, zooms = ?, locations = ? }",
      "camera(?, ?)", "camera('pan', ?):views(?, ?)", "study(?)",
      "study { datasets = ?, strategies = ?, seeds = ?, cameras = ? }",
      "list(?)", "generate('uniform', { count = 9, seed = ? })",
      "generate('lattice', { count = 9, spacing = ? })",
      "(column { 1, 2, 3 }):take(?)", "(column { 1, 2, 3 }):filter(?)",
      "(column { 1, 2, 3 }):group():relabel(?)",
    ]
    return filled(
      pick(calls), right: ["d", "v", "m", "f", "{ f, f }", "{ d }", "{ 'grid' }", "1", "{ 3 }", "'a'", "nil"])
  }
}
