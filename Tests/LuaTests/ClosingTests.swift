import Lua
import Testing

/// Coroutines that close others as they are closed: each takes some of the C stack, of which Lua 5.4.4 keeps
/// no count.
@Suite("Coroutines that close one another")
struct ClosingTests {
  /// A chain of `n` coroutines, each of which does `step` with the one before as it is closed.
  private static func chain(_ n: Int, _ step: String) -> String {
    """
    local previous
    for i = 1, \(n) do
      local earlier = previous
      previous = coroutine.create(function()
        local x <close> = setmetatable({}, { __close = function() if earlier then \(step) end end })
        coroutine.yield()
      end)
      assert(coroutine.resume(previous))
    end
    return coroutine.close(previous)
    """
  }

  @Test("may do so as deep as they resume one another")
  func deep() throws {
    #expect(try sandbox().first(Self.chain(150, "assert(coroutine.close(earlier))")) == .boolean(true))
  }

  @Test(
    "but not deeper",
    arguments: [
      "assert(coroutine.close(earlier))", "coroutine.wrap(function() assert(coroutine.close(earlier)) end)()",
      "('x'):gsub('x', function() assert(coroutine.close(earlier)) end)",
      "swallow(function() assert(coroutine.close(earlier)) end)",
      "table.sort({ 1, 2 }, function() assert(coroutine.close(earlier)) end)",
      "for _ in pairs(setmetatable({}, { __pairs = function() assert(coroutine.close(earlier)) return next, {} end })) do end",
    ])
  func tooDeep(step: String) throws {
    let state = try sandbox(LuaLimits(memory: 256 << 20))
    state.define("swallow") { (f: LuaFunction) in _ = try f() }
    let results = try state.run(Self.chain(20_000, step))
    #expect(results.first == .boolean(false))
    #expect(results.last.map { "\($0)" }?.contains("C stack overflow") == true, "\(results)")
    #expect(try state.first("return coroutine.close(coroutine.create(print))") == .boolean(true))
    #expect(try state.first(Self.chain(150, "assert(coroutine.close(earlier))")) == .boolean(true))
  }

  @Test("also where each fails as it is closed")
  func failing() throws {
    let state = try sandbox()
    let results = try state.run(Self.chain(20_000, "coroutine.close(earlier) error('no')"))
    #expect(results.first == .boolean(false))
    #expect(try state.first("return 1") == .integer(1))
  }
}
