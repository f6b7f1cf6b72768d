import Lua
import Testing

@Suite("The memory limit")
struct MemoryTests {
  @Test(
    "is an error of kind memory, and the state goes on",
    arguments: [
      "local t = {} for i = 1, 1e9 do t[i] = i end",
      "local s = 'x' while true do s = s .. s end",
      "local t = {} while true do t = { t } end",
      "return ('x'):rep(1 << 40)",
      "return ('x'):rep(50 << 20)",
      "local t = {} for i = 1, 1e9 do t['k' .. i] = true end",
      "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end",
      "local t = {} while true do t[#t + 1] = function() return t end end",
      "local t = {} for i = 1, 200 do t[i] = ('x'):rep(1 << 20) end return table.concat(t)",
      "local s = ('x'):rep(1 << 20) return s:gsub('x', s)",
      "local function f() return { f() } end return f(f(f()))",
      "return ('x'):rep(7 << 20):gsub('.', '%0%0%0%0')",
      "local t = {} while true do t[#t + 1] = make() end",
      "local t = {} while true do t[#t + 1] = list() end",
      "local t = {} for i = 1, 3e5 do t[i] = 'x' .. i end load('return ' .. table.concat(t, '..') )",
    ])
  func shapes(source: String) throws {
    let state = try sandbox(LuaLimits(memory: 8 << 20, seconds: 600))
    state.define("make") { LuaColumn([Double](repeating: 1, count: 10_000)) }
    state.define("list") { [Int](repeating: 1, count: 1000) }
    let error = try state.failure(source)
    let overflow = error.message.contains("overflow") || error.message.contains("too large")
    #expect(error.kind == .memory || overflow, "\(error)")
    #expect(error.kind != .timeLimit)
    state.collectGarbage()
    #expect(state.memoryUsed < 1 << 20)
    #expect(try state.first("local t = {} for i = 1, 1e4 do t[i] = i end return #t") == .integer(10_000))
  }

  @Test("can be caught, and what was taken is free again")
  func caught() throws {
    let state = try sandbox(LuaLimits(memory: 8 << 20))
    let result = try state.run(
      "local ok, e = pcall(string.rep, 'x', 1 << 30) return ok, e, #('x'):rep(1 << 20)")
    #expect(result == [.boolean(false), .string("not enough memory"), .integer(1 << 20)])
  }

  @Test("does not count against Swift code until Lua code goes on")
  func hostMode() throws {
    let state = try sandbox(LuaLimits(memory: 4 << 20))
    state.define("much") { [String](repeating: "0123456789", count: 1_000_000) }
    #expect(try state.failure("local t = much() return #t .. 'x', {}").kind == .memory)
    #expect(try state.first("return 'fine'") == .string("fine"))
  }

  @Test("collects columns that are garbage before it gives up")
  func garbageColumns() throws {
    let state = try sandbox(LuaLimits(memory: 8 << 20))
    state.define("make") { LuaColumn([Double](repeating: 1, count: 100_000)) }
    #expect(
      try state.first("local n = 0 for i = 1, 1000 do n = n + #make() end return n")
        == .integer(100_000_000))
    #expect(state.memoryPeak < 10 << 20)
  }

  @Test("a Swift function may return a huge string")
  func hugeString() throws {
    let state = try sandbox()
    state.define("huge") { String(repeating: "x", count: 50_000_000) }
    #expect(try state.first("return #huge()") == .integer(50_000_000))
  }

  @Test("the sandbox is small")
  func small() throws {
    let state = try sandbox()
    state.collectGarbage()
    #expect(state.memoryUsed < 32 << 10)
  }
}
