import Pinfold

/// Programs from a small grammar over what plugins can reach.
struct RandomProgram {
  var random: SplitMix64
  private var depth = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 7) }

  /// A program of some statements, each of which may fail by itself.
  mutating func text() -> String {
    (0..<Int.random(in: 3...14, using: &random)).map { _ in
      "pcall(function(...)\n\(statement())\nend, \(value()))"
    }.joined(separator: "\n")
  }

  mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  // MARK: Statements

  private mutating func statement() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 5 else { return "return \(value())" }
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return "for i = 1, \(pick(["3", "10", "1e3", "math.huge"])) do \(statement()) end"
    case 1: return "while \(value()) do \(statement()) \(chance(0.8) ? "break" : "") end"
    case 2:
      return
        "for k, v in \(pick(["pairs", "rawpairs", "ipairs", "next,", "coroutine.wrap"]))(\(value())) do \(statement()) end"
        .replacing("next,(", with: "next, (")
    case 3: return "\(name()) = \(value())"
    case 4: return "if \(value()) then \(statement()) else \(statement()) end"
    case 5: return "local x <close> = setmetatable({}, \(metatable())) \(statement())"
    case 6: return "error(\(value()), \(pick(["0", "1", "2", "-1", "99"])))"
    case 7: return "pcall(\(value()), \(value()), \(value()))"
    case 8: return "xpcall(\(function()), \(function()), \(value()))"
    case 9:
      return "local c = coroutine.\(pick(["create", "wrap"]))(\(function())) for i = 1, 3 do "
        + "pcall(coroutine.resume, c, \(value())) pcall(c, \(value())) pcall(coroutine.close, c) end"
    case 10: return "coroutine.yield(\(value()))"
    case 11: return "again(\(function()), \(value()))"
    case 12: return "swallow(\(function()))"
    case 13: return "setmetatable(\(name()), \(metatable()))"
    case 14: return "for i, a, b in \(column()):iter(\(chance(0.5) ? column() : "")) do \(statement()) end"
    default: return "local \(name()) = \(value()) \(name()) = { \(value()), \(value()) } return \(value())"
    }
  }

  private mutating func name() -> String {
    pick(["a", "b", "c", "string.rep", "table.x", "_G.pairs", "a.b", "b[1]"])
  }

  private mutating func function() -> String {
    guard depth < 5 else {
      return pick(["print", "error", "fail", "coroutine.yield", "pcall", "function(...) return ... end"])
    }
    return "function(...) \(statement()) end"
  }

  private mutating func metatable() -> String {
    let events = [
      "__index", "__newindex", "__len", "__lt", "__le", "__eq", "__concat", "__call", "__add", "__close",
      "__tostring",
      "__pairs", "__name", "__metatable", "__mode", "__gc", "__unm", "__band",
    ]
    let fields = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      "\(pick(events)) = \(chance(0.7) ? function() : value())"
    }
    return "{ \(fields.joined(separator: ", ")) }"
  }

  // MARK: Values

  mutating func value() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 7 else { return atom() }
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      return
        "(\(value()) \(pick(["+", "-", "*", "/", "//", "%", "^", "..", "==", "<", "<=", "and", "or", "&", "|", "~", "<<"])) \(value()))"
    case 1: return "(\(pick(["-", "not ", "#", "~"]))\(value()))"
    case 2: return "{ \(value()), \(value()), x = \(value()), [\(value())] = \(value()) }"
    case 3: return library()
    case 4, 5, 6: return column()
    case 7: return function()
    case 8: return "(\(value()))[\(value())]"
    case 9: return "setmetatable({ \(value()) }, \(metatable()))"
    default: return atom()
    }
  }

  private mutating func atom() -> String {
    pick([
      "nil", "true", "false", "0", "1", "-1", "2", "3.5", "1e308", "0/0", "1/0", "math.maxinteger",
      "math.mininteger",
      "1 << 31", "1 << 53", "''", "'abc'", "'a\\0b'", "'\\xff\\xfe'", "('x'):rep(1000)", "...", "a", "b", "c",
      "points",
      "points.x", "print", "_G", "string", "table", "coroutine.running()", "{}", "'%d'", "'.-b'", "'[^a]*'",
      "'(()%1)'",
    ])
  }

  private mutating func library() -> String {
    let call = pick([
      "string.rep", "string.find", "string.gsub", "string.match", "string.gmatch", "string.format",
      "string.byte",
      "string.char", "string.sub", "string.pack", "string.unpack", "string.packsize", "string.upper",
      "string.reverse",
      "string.len", "table.concat", "table.insert", "table.remove", "table.move", "table.sort",
      "table.unpack",
      "table.pack", "utf8.char", "utf8.codepoint", "utf8.len", "utf8.offset", "utf8.codes", "math.random",
      "math.randomseed", "math.floor", "math.tointeger", "select", "tostring", "tonumber", "rawget", "rawset",
      "rawlen",
      "rawequal", "next", "pairs", "ipairs", "rawpairs", "load", "getmetatable", "setmetatable",
      "collectgarbage", "type",
      "assert", "error", "os.date", "os.time", "coroutine.wrap", "coroutine.create", "coroutine.status",
      "coroutine.isyieldable", "coroutine.close", "echo", "fail", "column", "print",
    ])
    let arguments = (0..<Int.random(in: 0...4, using: &random)).map { _ in value() }
    return "\(call)(\(arguments.joined(separator: ", ")))"
  }

  /// Something with columns, more often right than wrong.
  private mutating func column() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 7 else {
      return pick(["points.x", "points.y", "points.id", "column{1, 2, 2}", "column{}"])
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      return
        "column{\((0..<Int.random(in: 0...5, using: &random)).map { _ in pick(["1", "2", "-3", "0.5", "0/0", "1e19", "1 << 60"]) }.joined(separator: ", "))}"
    case 1:
      return "points:\(pick(["grid", "hex"]))(\(pick(["1", "30", "64", "1e9", "1e-9", "0/0", "-1", "{}"])))"
    case 2:
      return
        "(\(column()) \(pick(["+", "-", "*", "/", "//", "%", "^", "&", "|", ".."])) \(chance(0.7) ? column() : value()))"
    case 3:
      return "\(column()):\(pick(["lt", "le", "gt", "ge", "eq", "ne"]))(\(chance(0.7) ? column() : value()))"
    case 4:
      return
        "\(column()):\(pick(["sort", "argsort", "floor", "ceil", "abs", "sqrt", "sum", "mean", "min", "argmax", "totable"]))()"
    case 5: return "\(column()):\(pick(["take", "filter"]))(\(column()))"
    case 6: return group()
    case 7:
      let source = pick([
        "points:neighbors(30)", "points:neighbors(1e9)", "points:nearest(3)", "points:nearest(1e6)",
        "points:neighbors(0)",
      ])
      return
        "\(source)\(pick([".indices", ".starts", ".counts", ".distances", ":of(1)", ":pairs()", ":connected()", ":connected(points.x:gt(9))", ":of(0)"]))"
    case 8: return "points:attr(\(value()))"
    default: return "(\(pick(["-", "~", "#"]))\(column()))"
    }
  }

  private mutating func group() -> String {
    let groups = "\(column()):floor():group()"
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "\(groups).\(pick(["labels", "counts", "first", "nothing"]))"
    case 1: return "\(groups):\(pick(["sum", "mean", "min", "max", "argmin", "argmax"]))(\(column()))"
    case 2: return "\(groups):members(\(value()))"
    case 3: return "\(groups):relabel(\(column()))"
    default: return groups
    }
  }
}
