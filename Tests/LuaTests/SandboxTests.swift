import Lua
import Testing

@Suite("The sandbox")
struct SandboxTests {
  @Test(
    "what is dangerous is not there",
    arguments: [
      "io", "debug", "package", "dofile", "loadfile", "warn", "require", "string.dump", "os.execute",
      "os.exit",
      "os.getenv", "os.remove", "os.rename", "os.tmpname", "os.setlocale",
    ])
  func absent(name: String) throws {
    #expect(try sandbox().first("return \(name)") == .nil)
  }

  @Test(
    "what is useful is there",
    arguments: [
      "os.time", "os.clock", "os.date", "os.difftime", "pairs", "rawpairs", "next", "select", "load", "pcall",
      "xpcall", "string.format", "table.unpack", "math.random", "utf8.char", "coroutine.wrap",
      "collectgarbage",
    ])
  func present(name: String) throws {
    #expect(try sandbox().first("return \(name)").function != nil)
  }

  @Test("pairs and next go through keys in order")
  func order() throws {
    let state = try sandbox()
    let source = """
      local t = { [3] = 1, [1] = 1, [2] = 1, b = 1, a = 1, [-1] = 1, [0.5] = 1, [true] = 1, [false] = 1, ab = 1,
        [1 << 40] = 1, [""] = 1 }
      local keys = {}
      for k in ITERATE do keys[#keys + 1] = tostring(k) end
      return table.concat(keys, ' ')
      """
    for iterator in ["pairs(t)", "next, t"] {
      let keys = try state.first(source.replacing("ITERATE", with: iterator))
      #expect(keys == .string("1 2 3 1099511627776 -1 0.5  a ab b false true"))
    }
  }

  @Test("pairs and next go through every key once, whatever the table", arguments: 0..<50 as Range<UInt64>)
  func everyKey(seed: UInt64) throws {
    let state = try sandbox(seed: seed)
    try state.run(
      """
      local t, n = {}, 0
      for i = 1, math.random(0, 60) do
        local kinds = { i, math.random(-100, 100), math.random(), 'k' .. math.random(100), i % 2 == 0, {}, print }
        local k = kinds[math.random(#kinds)]
        t[k] = k
      end
      local expected = {}
      for k in rawpairs(t) do expected[k] = true n = n + 1 end
      for _, step in ipairs { function() return pairs(t) end, function() return next, t end } do
        local seen, m = {}, 0
        for k, v in step() do
          assert(v == k and expected[k] and not seen[k])
          seen[k] = true
          m = m + 1
        end
        assert(m == n)
      end
      for k in pairs(t) do t[k] = nil end
      assert(next(t) == nil)
      """)
  }

  @Test("entries can be removed on the way")
  func removal() throws {
    try sandbox().run(
      """
      for _, make in ipairs { function() return { 1, 2, 3 } end, function() return { a = 1, b = 2, [{}] = 3 } end } do
        local t = make()
        for k in next, t do t[k] = nil end
        assert(rawequal(next(t), nil))
        t = make()
        for k in pairs(t) do for j in rawpairs(t) do if j ~= k then t[j] = nil end end end
        local n = 0
        for _ in rawpairs(t) do n = n + 1 end
        assert(n == 1)
      end
      """)
  }

  @Test("random numbers repeat, and differ by seed")
  func random() throws {
    func numbers(_ seed: UInt64, _ before: String = "") throws -> LuaValue {
      try sandbox(seed: seed).first("\(before) return math.random(1 << 60) .. ' ' .. math.random()")
    }
    #expect(try numbers(1) == numbers(1))
    #expect(try numbers(1) != numbers(2))
    #expect(try numbers(1, "math.random() math.randomseed()") == numbers(1))
    #expect(try numbers(1, "math.randomseed(5)") == numbers(2, "math.randomseed(5)"))
    #expect(try numbers(1, "math.randomseed(5)") != numbers(1))
  }

  @Test(
    "no addresses are shown",
    arguments: [
      ("tostring({})", "table"), ("tostring(print)", "function"), ("tostring(function() end)", "function"),
      ("tostring(coroutine.create(print))", "thread"),
      ("string.format('%s|%10s|%d%%', {}, print, 5)", "table|  function|5%"),
      ("('%5.1f %s'):format(1, 'x')", "  1.0 x"),
      ("tostring(setmetatable({}, { __name = 'thing' }))", "thing"),
      ("string.format('%q', 'x')", "\"x\""), ("string.format('%s %s', 1, nil)", "1 nil"),
    ])
  func addresses(expression: String, expected: String) throws {
    #expect(try sandbox().first("return \(expression)") == .string(expected))
  }

  @Test(
    "what would break out is an error",
    arguments: [
      ("setmetatable({}, { __gc = function() end })", "'__gc' is not available here"),
      ("string.format('%p', {})", "'%p' is not available here: addresses differ from run to run"),
      ("getmetatable('').__index = nil", "attempt to index a boolean value"),
      ("setmetatable(setmetatable({}, { __metatable = 1 }), {})", "cannot change a protected metatable"),
      ("collectgarbage('stop')", "bad argument #1 to 'collectgarbage' (invalid option 'stop')"),
      ("setmetatable({})", "bad argument #2 to 'setmetatable' (nil or table expected)"),
      ("xpcall(print)", "bad argument #2 to 'xpcall' (function expected, got no value)"),
      ("next(1)", "bad argument #1 to 'next' (table expected, got number)"),
      ("for _ in pairs() do end", "bad argument #1 to 'for iterator' (table expected, got nil)"),
      ("load(1)", "bad argument #1 to 'load' (function expected, got number)"),
      ("coroutine.resume(1)", "bad argument #1 to 'resume' (coroutine expected)"),
      ("coroutine.wrap(1)", "bad argument #1 to 'wrap' (function expected)"),
      ("coroutine.close(coroutine.running())", "cannot close a running coroutine"),
      ("tostring()", "bad argument #1 to 'tostring' (value expected)"),
    ])
  func refused(code: String, message: String) throws {
    let error = try sandbox().failure(code)
    if !code.contains("pairs()"), !code.hasPrefix("coroutine"), !code.hasPrefix("setmetatable({})") {
      #expect(error.message == message)
    }
    #expect(error.kind == .runtime)
  }

  @Test(
    "the functions that were replaced do what the manual says",
    arguments: [
      "assert(select('#', xpcall(function(...) return ... end, print, 1, nil, 3)) == 4)",
      "local ok, e = xpcall(error, function(m) return m .. '!' end, 'x') assert(not ok and e == 'x!')",
      "local ok, a, b = coroutine.wrap(function() return xpcall(coroutine.yield, print, 7) end)() assert(ok == 7)",
      "local f = coroutine.wrap(function() return xpcall(coroutine.yield, print) end) f() local a, b = f(5) "
        + "assert(a == true and b == 5)",
      "assert(load('return ...')(5) == 5)", "local f, m = load('x =') assert(f == nil and m:find('<eof>'))",
      "local parts = { 'return ', '1', '+1' } local i = 0 "
        + "assert(load(function() i = i + 1 return parts[i] end)() == 2)",
      "assert(load('return x', 'c', 't', { x = 3 })() == 3)",
      "assert(load('return x', 'c', 't', {})() == nil)",
      "assert(not pcall(load('return x.y', 'c', nil, nil)))",
      "local ok, e = pcall(load, function() error('in reader', 0) end) assert(ok)",
      "local f, e = load(function() return 1 == 1 end) assert(not f)",
      "local t = setmetatable({}, nil) assert(getmetatable(t) == nil)",
      "local c = coroutine.create(function(a) local b = coroutine.yield(a + 1) return b * 2 end) "
        + "local _, x = coroutine.resume(c, 1) local _, y = coroutine.resume(c, 5) assert(x == 2 and y == 10) "
        + "local ok, e = coroutine.resume(c) assert(not ok and e == 'cannot resume dead coroutine')",
      "local c c = coroutine.create(function() return coroutine.resume(c) end) local _, ok, e = coroutine.resume(c) "
        + "assert(not ok and e == 'cannot resume non-suspended coroutine')",
      "local c = coroutine.create(function() coroutine.yield() end) coroutine.resume(c) "
        + "assert(coroutine.close(c) and coroutine.status(c) == 'dead')",
      "local c = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() error('e', 0) "
        + "end }) coroutine.yield() end) coroutine.resume(c) local ok, e = coroutine.close(c) assert(not ok and e == 'e')",
      "local t = { 1, 2, 3 } table.insert(t, 4) table.insert(t, 1, 0) assert(table.concat(t, ',') == '0,1,2,3,4')",
      "local t = { 1, 2, 3 } assert(table.remove(t) == 3 and table.remove(t, 1) == 1 and #t == 1)",
      "local t = {} assert(table.remove(t) == nil and table.remove(t, 0) == nil and table.remove(t, 1) == nil)",
      "assert(not pcall(table.insert, { 1 }, 3, 1) and not pcall(table.insert, { 1 }) and not pcall(table.remove, { 1 }, 5))",
      "assert(not pcall(table.insert, nil, 1) and not pcall(table.insert, { 1 }, 1, 1, 1))",
      "local t = table.move({ 1, 2, 3 }, 1, 3, 2) assert(table.concat(t, ',') == '1,1,2,3')",
      "local t = table.move({ 1, 2, 3 }, 2, 3, 1) assert(table.concat(t, ',') == '2,3,3')",
      "local t = table.move({ 1, 2 }, 1, 2, 3, { 9, 9 }) assert(table.concat(t, ',') == '9,9,1,2')",
      "assert(not pcall(table.move, {}, 1, math.maxinteger, 2) and not pcall(table.move, {}, -1, math.maxinteger, 2))",
      "assert(table.concat({}) == '' and table.concat({ 1, 'a', 2.5 }, '-', 2, 3) == 'a-2.5')",
      "assert(table.concat({ [math.maxinteger] = 'x' }, '', math.maxinteger, math.maxinteger) == 'x')",
      "local ok, e = pcall(table.concat, { 1, {} }) assert(e == \"invalid value (at index 2) in table for 'concat'\")",
      "local t = {} for i = 1, 5e4 do t[i] = (i * 7919) % 50021 end table.sort(t) "
        + "for i = 2, #t do assert(t[i - 1] <= t[i]) end",
      "local t = {} for i = 1, 5e4 do t[i] = (i * 7919) % 50021 end table.sort(t, math.ult) "
        + "for i = 2, #t do assert(t[i - 1] <= t[i]) end",
      "local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) assert(table.concat(t) == '321')",
      "assert(not pcall(table.sort, { 1, {} }) and not pcall(table.sort, { 1 }, 5))",
      "assert(('ab'):rep(3) == 'ababab' and ('ab'):rep(3, ',') == 'ab,ab,ab' and (''):rep(1 << 60) == '')",
      "assert((''):rep(3, ',') == ',,' and ('x'):rep(0) == '' and ('x'):rep(-1) == '' and ('x'):rep(1, ',') == 'x')",
      "assert(not pcall(string.rep, 'xy', math.maxinteger))",
    ])
  func manual(source: String) throws {
    try sandbox().run(source, chunkName: "=test")
  }

  @Test("print goes where the host wants it")
  func printing() throws {
    let state = try sandbox()
    var text = ""
    state.output = { text += $0 }
    try state.run(
      "print('a', 1, nil, {}) print() print(setmetatable({}, { __tostring = function() return 'T' end }))")
    #expect(text == "a\t1\tnil\ttable\n\nT\n")
    #expect(
      try state.failure("print(setmetatable({}, { __tostring = function() error('no', 0) end }))").message
        == "no")
  }

  @Test("states share nothing")
  func separate() throws {
    let first = try sandbox()
    let second = try sandbox()
    try first.run("shared = 1 string.upper = nil math.random()")
    #expect(try second.first("return shared") == .nil)
    #expect(try second.first("return ('x'):upper()") == .string("X"))
  }

  @Test("everything is there when asked for, and can still be stopped")
  func everything() throws {
    let state = LuaState(limits: LuaLimits(seconds: 0.05))
    try state.openAll()
    for name in ["io.open", "os.getenv", "debug.traceback", "require", "string.dump", "dofile"] {
      #expect(try state.first("return \(name)").function != nil)
    }
    #expect(try state.failure("coroutine.wrap(function() while true do end end)()").kind == .timeLimit)
    #expect(try state.failure("('a'):rep(1000):find('.-.-.-.-b')").kind == .timeLimit)
  }

  @Test("the bare metamethods of an object do no harm without the lock")
  func bareMetamethods() throws {
    let state = LuaState()
    try state.openAll()
    state.setGlobal("c", to: LuaColumn([1.0]))
    try state.run(
      """
      for name, f in pairs(debug.getmetatable(c)) do
        if type(f) == 'function' then
          pcall(f) pcall(f, 1) pcall(f, {}, {}) pcall(f, io.stdout, 1) pcall(f, c, io.stdout)
        end
      end
      """)
  }
}
