import Lua
import Testing

@Suite("Errors between Lua and Swift")
struct ErrorTests {
  @Test("a runtime error has message, position and traceback")
  func runtimeError() throws {
    let state = try sandbox()
    let error = try state.failure("local function f()\n  return nil + 1\nend\nf()")
    #expect(error.kind == .runtime)
    #expect(error.message == "attempt to perform arithmetic on a nil value")
    #expect(error.position == LuaError.Position(chunk: "test", line: 2))
    #expect(error.traceback.contains("test:4: in main chunk"))
    #expect(error.description == "test:2: attempt to perform arithmetic on a nil value")
  }

  @Test("an error without a position in its message still has one")
  func levelZero() throws {
    let error = try sandbox().failure("\n\nerror('plain', 0)")
    #expect(error.message == "plain")
    #expect(error.position?.line == 3)
  }

  @Test("a table as error value comes through")
  func tableError() throws {
    let state = try sandbox()
    let error = try state.failure("error({ code = 7 })")
    #expect(try error.value?.table?.get("code", as: Int.self) == 7)
    #expect(error.message == "(error object is a table value)")
  }

  @Test("an error value's __tostring gives the message")
  func tostringError() throws {
    let error = try sandbox().failure(
      "error(setmetatable({}, { __tostring = function() return 'pretty' end }))")
    #expect(error.message == "pretty")
  }

  @Test(
    "an error value whose __tostring fails does not lose the error",
    arguments: [
      "error('again')", "return nil", "return setmetatable({}, getmetatable({}))",
      "local function f() return f() + 1 end return f()",
    ])
  func failingTostring(_ body: String) throws {
    let state = try sandbox()
    let error = try state.failure(
      "error(setmetatable({ code = 7 }, { __tostring = function() \(body) end }))")
    #expect(error.kind == .runtime)
    #expect(error.message == "(error object is a table value)")
    #expect(try error.value?.table?.get("code", as: Int.self) == 7)
  }

  @Test("nil, numbers and booleans are error values too", arguments: ["nil", "42", "true", "print"])
  func oddErrors(_ value: String) throws {
    #expect(try sandbox().failure("error(\(value))").kind == .runtime)
  }

  @Test("a Swift error comes back as itself, with position and traceback")
  func swiftError() throws {
    let state = try sandbox()
    state.define("fail") { (code: Int) in throw HostError(code: code) }
    let error = try state.failure("\nlocal function f() fail(3) end\nf()")
    #expect(error.underlying as? HostError == HostError(code: 3))
    #expect(error.message == "host error 3")
    #expect(error.position == LuaError.Position(chunk: "test", line: 2))
    #expect(error.traceback.contains("in function 'fail'"))
  }

  @Test("Lua code can catch, print, concatenate and raise a Swift error again")
  func caughtSwiftError() throws {
    let state = try sandbox()
    state.define("fail") { () in throw HostError(code: 1) }
    let texts = try state.run(
      """
      local ok, e = pcall(fail)
      local ok2, e2 = pcall(function() fail() end)
      return ok, e.message, tostring(e2), "<" .. e2 .. ">"
      """, chunkName: "=test")
    #expect(
      texts == [
        .boolean(false), .string("host error 1"), .string("test:2: host error 1"),
        .string("<test:2: host error 1>"),
      ])
    let again = try state.failure("local ok, e = pcall(fail)\nerror(e)")
    #expect(again.underlying as? HostError == HostError(code: 1))
  }

  @Test("an error deep in Lua, Swift, Lua, Swift comes out whole", arguments: 1...5)
  func nested(depth: Int) throws {
    let state = try sandbox()
    state.define("call") { (f: LuaFunction) in try f() }
    state.define("fail") { () in throw HostError(code: depth) }
    var source = "fail()"
    for _ in 0..<depth { source = "call(function()\n\(source)\nend)" }
    let error = try state.failure(source)
    #expect(error.underlying as? HostError == HostError(code: depth))
    #expect(error.position?.line == depth + 1)
  }

  @Test("a Lua error that passes through Swift keeps its value, position and first traceback")
  func throughSwift() throws {
    let state = try sandbox()
    state.define("call") { (f: LuaFunction) in try f() }
    let error = try state.failure("local function inner()\n error('boom')\nend\ncall(inner)")
    #expect(error.description == "test:2: boom")
    #expect(error.traceback.contains("in upvalue 'inner'") || error.traceback.contains("test:2"))
    #expect(
      try state.first("local ok, e = pcall(call, function() error('x', 0) end) return e") == .string("x"))
    let table = try state.failure("call(function() error({ code = 9 }) end)")
    #expect(try table.value?.table?.get("code", as: Int.self) == 9)
    // The traceback of one error does not stick to the next.
    let next = try state.failure("pcall(call, function() error('first') end)\n\nerror('second')")
    #expect(next.position?.line == 3)
    #expect(!next.traceback.contains("test:1"))
  }

  @Test("Swift code that swallows an error goes on")
  func swallowed() throws {
    let state = try sandbox()
    state.define("try") { (f: LuaFunction) in (try? f()) == nil }
    #expect(try state.first("return try(function() error('x') end)") == .boolean(true))
    #expect(try state.first("return try(function() end)") == .boolean(false))
  }

  @Test(
    "errors in metamethods reach Swift",
    arguments: [
      ("__index", "local _ = t.x"), ("__newindex", "t.x = 1"), ("__len", "local _ = #t"),
      ("__eq", "local _ = t == u"), ("__lt", "local _ = t < u"), ("__le", "local _ = t <= u"),
      ("__add", "local _ = t + 1"), ("__concat", "local _ = t .. 'x'"), ("__call", "t()"),
      ("__unm", "local _ = -t"), ("__close", "local c <close> = t"), ("__tostring", "tostring(t)"),
      ("__pairs", "for _ in pairs(t) do end"),
    ])
  func metamethods(name: String, use: String) throws {
    let error = try sandbox().failure(
      """
      local m = { \(name) = function() error('in \(name)') end }
      local t, u = setmetatable({}, m), setmetatable({}, m)
      \(use)
      """)
    #expect(error.description == "test:1: in \(name)")
  }

  @Test("errors in metamethods reach Swift code that uses the table")
  func metamethodsFromSwift() throws {
    let state = try sandbox()
    let table = try #require(
      try state.first(
        """
        local function fail() error('no') end
        return setmetatable({}, { __newindex = fail, __tostring = fail })
        """
      ).table)
    #expect(throws: LuaError.self) { try table.set("x", 1) }
    #expect(throws: LuaError.self) { try state.string(of: .table(table)) }
    #expect(try table.keys.isEmpty)
    #expect(throws: LuaError.self) { try state.makeTable().set(LuaValue.nil, 1) }
    #expect(throws: LuaError.self) { try state.makeTable().set(Double.nan, 1) }
    #expect(try state.first("return 1") == .integer(1))
  }

  @Test("an error in __gc is no error of the code, in a state that allows it")
  func finalizer() throws {
    let state = LuaState()
    try state.openAll()
    try state.run("setmetatable({}, { __gc = function() error('in gc') end }) collectgarbage()")
    #expect(try state.first("return 1") == .integer(1))
  }

  @Test("an error in a coroutine is resume's, or wrap's to raise")
  func coroutines() throws {
    let state = try sandbox()
    state.define("fail") { () in throw HostError(code: 5) }
    let values = try state.run("return coroutine.resume(coroutine.create(function() error('x', 0) end))")
    #expect(values == [.boolean(false), .string("x")])
    let error = try state.failure("coroutine.wrap(function() fail() end)()")
    #expect(error.underlying as? HostError == HostError(code: 5))
    #expect(try state.failure("coroutine.wrap(function() error('y') end)()").description == "test:1: y")
    let closing = try state.failure(
      """
      coroutine.wrap(function()
        local c <close> = setmetatable({}, { __close = function() error('close', 0) end })
        error('body', 0)
      end)()
      """)
    #expect(closing.message == "close")
  }

  @Test("a coroutine cannot yield across Swift, and says so")
  func yieldAcross() throws {
    let state = try sandbox()
    state.define("call") { (f: LuaFunction) in try f() }
    let error = try state.failure("coroutine.wrap(function() call(coroutine.yield) end)()")
    #expect(error.message.contains("attempt to yield across a C-call boundary"))
  }

  @Test("Swift functions work in coroutines, and coroutines in Swift functions")
  func coroutinesAndSwift() throws {
    let state = try sandbox()
    state.define("call") { (f: LuaFunction, x: Int) in try f.call(x, returning: Int.self) }
    let sum = try state.first(
      """
      local sum = 0
      for v in coroutine.wrap(function()
        for i = 1, 10 do coroutine.yield(call(function(x)
          return coroutine.wrap(function(y) return call(function(z) return z * 2 end, y) end)(x)
        end, i)) end
      end) do sum = sum + v end
      return sum
      """)
    #expect(sum == .integer(110))
  }

  @Test(
    "endless recursion of any kind ends with an error",
    arguments: [
      "local function f() return 1 + f() end f()",
      "local function f() call(f) end f()",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end local _ = t.x",
      "local function f() return coroutine.wrap(f)() end f()",
      "local function f() pcall(f) error('x') end f()",
      "local function f() return (('x'):gsub('x', f)) end f()",
      "local s = ('('):rep(500) load(s .. '1' .. s:gsub('%(', ')'))() error('x')",
      "string.rep('x', -1) table.unpack({}, 1, 1e8)",
      "local t = {} t.__index = t setmetatable(t, t) local _ = t.x",
      "local function h() return h() + 1 end xpcall(h, h) error('x')",
    ])
  func recursion(source: String) throws {
    let state = try sandbox(LuaLimits(memory: 256 << 20, seconds: 600))
    state.define("call") { (f: LuaFunction) in try f() }
    let error = try state.failure(source)
    #expect(error.kind == .runtime)
    #expect(try state.first("return 1 + 1") == .integer(2))
  }
}
