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
    let state = try sandbox(seed: 3)
    let first = try state.first("return math.random(1 << 60)")
    try state.run("math.randomseed(9) math.random() math.randomseed = nil")
    try state.restartRandom()
    #expect(try state.first("return math.random(1 << 60)") == first)
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
      ("setmetatable({}, { __call = {} })", "'__call' is a function here"),
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
      ("string.format('%d', 'x')", "bad argument #2 to 'string.format' (number expected, got string)"),
      ("string.format('%99999d', 1)", "invalid conversion specification: '%99999d'"),
      ("string.format(('x'):rep(1 << 17))", "bad argument #1 to 'format' (format too long)"),
      (
        "string.format(('%.99f'):rep(2000), table.unpack({}, 1, 2000))",
        "bad argument #1000 to 'format' (too many arguments)"
      ),
      ("string.pack('c9999999999999999', '')", "bad argument #1 to 'pack' (too many bytes)"),
      ("string.pack(('c9999999'):rep(2), '', '')", "bad argument #1 to 'pack' (too many bytes)"),
      ("string.pack(('x'):rep(1 << 17))", "bad argument #1 to 'pack' (format too long)"),
      ("string.pack('i17', 1)", "integral size (17) out of limits [1,16]"),
      ("string.unpack((' '):rep(1 << 17), '')", "bad argument #1 to 'unpack' (format too long)"),
      ("os.date(('%c'):rep(1 << 16))", "bad argument #1 to 'date' (format too long)"),
      ("string.byte(('x'):rep(1 << 21), 1, -1)", "stack overflow (string slice too long)"),
      ("utf8.codepoint(('x'):rep(1 << 21), 1, -1)", "stack overflow (string slice too long)"),
      ("table.unpack({}, 1, 1 << 30)", "too many results to unpack"),
      ("table.unpack({}, math.mininteger, math.maxinteger)", "too many results to unpack"),
      (
        "table.sort(setmetatable({}, { __len = function() return 1 << 40 end }))",
        "bad argument #1 to 'for iterator' (array too big)"
      ),
      ("getmetatable('').__index.rep = nil", "attempt to index a boolean value"),
    ])
  func refused(code: String, message: String) throws {
    let error = try sandbox().failure(code)
    let isNamedByLua = ["pairs()", "table.sort", "setmetatable({})"].contains { code.contains($0) }
    if !isNamedByLua, !code.hasPrefix("coroutine") {
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

  @Test("what would need more of the C stack than there is is an error", arguments: deep)
  func depth(source: String) throws {
    let state = try sandbox(LuaLimits(memory: 256 << 20, seconds: 30))
    state.define("again") { (f: LuaFunction) in _ = try f() }
    let error = try state.failure(source)
    #expect(
      ["overflow", "too many", "too long", "too complex", "levels", "limit", "C stack"].contains {
        error.message.contains($0)
      }, "\(error)")
    #expect(error.kind != .timeLimit && error.kind != .memory)
    #expect(try state.first("return 1 + 1") == .integer(2))
  }

  private static let deep = [
    "assert(load('return ' .. ('('):rep(1e5) .. '1' .. (')'):rep(1e5)))",
    "assert(load('return ' .. ('{'):rep(1e5) .. ('}'):rep(1e5)))",
    "assert(load('return ' .. ('-'):rep(1e5):gsub('.', '- ') .. '1'))",
    "assert(load('return ' .. ('1 ..'):rep(1e6) .. '1'))",
    "assert(load(('do '):rep(1e5) .. ('end '):rep(1e5)))",
    "assert(load('return ' .. ('function() return '):rep(1e4)))",
    "assert(load(('a'):rep(1e5, ', ') .. ' = 1'))",
    "assert(load('local ' .. ('a, '):rep(300) .. 'a'))",
    "local function f() pcall(f) end while pcall(f) do f() error('C stack') end",
    "local function f() return 1 + f() end f()", "local function f() return ('x'):gsub('x', f) end f()",
    "local function f() return table.sort({ 1, 2 }, f) end f()",
    "local function f() return again(f) end f()", "local function f() again(function() f() end) end f()",
    "local function f() return coroutine.wrap(f)() end f()",
    "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end return t.x",
    "local t = {} for i = 1, 1e5 do t = setmetatable({}, { __index = t }) end return t.x",
    "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
    "local t = setmetatable({}, {}) getmetatable(t).__newindex = t t.x = 1",
    "local m = {} m.__concat = function(a, b) return a .. b end local t = setmetatable({}, m) return t .. t",
    "local m = {} m.__eq = function(a, b) return a == b end return setmetatable({}, m) == setmetatable({}, m)",
    "local m = {} m.__tostring = tostring return tostring(setmetatable({}, m))",
    "local m = {} m.__pairs = pairs for _ in pairs(setmetatable({}, m)) do end",
    "return ('x'):find(('x?'):rep(300))", "return ('x'):find(('(x'):rep(40))",
  ]

  @Test(
    "an error object of any kind gets out as an error",
    arguments: [
      ("error()", "(error object is a nil value)"), ("error({})", "(error object is a table value)"),
      ("error(print)", "(error object is a function value)"), ("error(12)", "12"),
      ("error(setmetatable({}, { __tostring = function() return 'told' end }))", "told"),
      (
        "error(setmetatable({}, { __tostring = function() error('no') end }))",
        "(error object is a table value)"
      ),
      (
        "error(setmetatable({}, { __tostring = function() return {} end }))",
        "(error object is a table value)"
      ),
      ("error(setmetatable({}, { __tostring = 7 }))", "(error object is a table value)"),
      ("error(coroutine.create(print))", "(error object is a thread value)"),
      ("local e = setmetatable({}, { __index = error }) error(e)", "(error object is a table value)"),
      ("error('a\\0b', 0)", "a\0b"),
      ("coroutine.wrap(function() error({}) end)()", "(error object is a table value)"),
      ("xpcall(error, function() error('in the handler', 0) end, 1) error('on', 0)", "on"),
      ("error('\\xff\\xfe', 0)", "\u{fffd}\u{fffd}"),
    ])
  func errorObjects(source: String, message: String) throws {
    #expect(try sandbox().failure(source).message == message)
  }

  @Test("an error with a huge message is an error")
  func hugeMessage() throws {
    let error = try sandbox().failure("error(('x'):rep(4 << 20), 0)")
    #expect(error.message.utf8.count == 4 << 20)
    #expect(
      try sandbox().first("return select(2, pcall(error, ('y'):rep(1 << 20), 0)):sub(1, 1)") == .string("y"))
  }

  @Test("a finalizer put into a metatable afterwards never runs")
  func lateFinalizer() throws {
    let state = try sandbox()
    try state.run(
      """
      local m = {}
      for i = 1, 100 do setmetatable({}, m) end
      m.__gc = function() ran = true end
      for i = 1, 100 do rawset(m, '__gc', function() ran = true end) end
      collectgarbage() collectgarbage()
      """)
    #expect(try state.first("return ran") == .nil)
  }

  @Test("bytecode and what is not text cannot be loaded")
  func bytecode() throws {
    let state = try sandbox()
    for source in ["'\\27Lua'", "'\\27LuaT\\0\\x19\\x93\\r\\n\\x1a\\n'", "function() return '\\27Lua' end"] {
      for mode in ["", ", 'c', 't'", ", 'c', 'bt'", ", 'c', 'b'"] {
        #expect(try state.first("return (load(\(source)\(mode)))") == .nil)
      }
    }
    #expect(try state.first("return string.dump") == .nil)
  }

  @Test("functions over strings do what the manual says, across pieces too")
  func strings() throws {
    try sandbox().run(
      """
      assert(('aZ\\0é'):upper() == 'AZ\\0é' and ('aZ'):lower() == 'az' and ('abc'):reverse() == 'cba')
      assert((''):upper() == '' and (''):reverse() == '')
      local n = 1 << 20
      for _, at in ipairs { n - 5, n - 2, n - 1, n, n + 1, 2 * n - 1, 2 * n } do
        local s = ('x'):rep(at) .. 'needle' .. ('y'):rep(n)
        assert(s:find('needle', 1, true) == at + 1 and s:find('needle', at + 2, true) == nil)
        assert(s:find('e' .. ('y'):rep(n), 1, true) == at + 6)
      end
      local s = ('abc'):rep(1e6, ',')
      local t = {}
      for i = 1, 1e6 do t[i] = 'abc' end
      assert(s == table.concat(t, ','))
      assert(select(2, s:gsub('abc', '')) == 1e6)
      assert(load(('x = 1 '):rep(1e4) .. 'return x')() == 1 and select(2, load(('x = 1 '):rep(1e4) .. '?')))
      assert(collectgarbage() == 0 and collectgarbage('count') > 0)
      assert(string.format('%5.1f|%q|%s', 1.25, 'x', true) == '  1.2|"x"|true' and os.date('!%Y', 0) == '1970')
      assert(string.unpack('z', string.pack('z', 'abc')) == 'abc' and string.pack('c3', 'ab') == 'ab\\0')
      """)
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
