import Lua
import Pinfold
import PinfoldColumns
import TestSupport
import Testing

@testable import PinfoldScripting

@Suite("Native operations on columns")
struct ColumnLimitTests {
  private func state(_ limits: LuaLimits = .none) throws -> LuaState {
    let state = LuaState(limits: limits)
    try state.openAll()
    ColumnLibrary.open(in: LuaLibrary(in: state))
    var random = SplitMix64(seed: 1)
    let count = 1200
    let set = try PointSet(
      PointColumns(
        longitude: (0..<count).map { _ in .random(in: -180...180, using: &random) },
        latitude: (0..<count).map { _ in .random(in: -80...80, using: &random) }))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 4), on: set.projection)
    state.setGlobal("points", to: PointsObject(set, Array(0..<UInt32(count)), in: view))
    state.define("make") { (count: Int) in LuaColumn((0..<count).map { Double($0 % 1009) }) }
    return state
  }

  /// Each a C function and its arguments, so that no instruction of Lua comes before the native loop.
  private static let operations =
    [
      "c.sum, c", "c.mean, c", "c.min, c", "c.argmax, c", "c.floor, c", "c.sqrt, c", "c.abs, c", "c.sort, c",
      "c.argsort, c", "c.group, c", "c.filter, c, c", "c.take, c, c", "c.lt, c, 5", "c.eq, c, c",
      "g.sum, g, c", "g.mean, g, c", "g.min, g, c", "g.argmax, g, c", "g.relabel, g, g.first",
      "points.grid, points, 64", "points.hex, points, 64", "points.neighbors, points, 5",
      "points.at, points, points.x, points.y", "n.connected, n", "n.count, n, 3", "n.closest, n, m",
      "g.cross, g, g",
      "c.where, c, 1, 2", "c.unique, c", "random, 3000, 1", "greatcircle, c, c, c, c",
      "points.nearest, points, 3", "points.iter, points", "points.bounds, points",
    ] + ["add", "mul", "idiv", "unm", "band", "bnot"].map { "debug.getmetatable(c).__\($0), c, c" }

  @Test("stop in their midst", arguments: operations)
  func stop(operation: String) throws {
    let state = try state()
    let interrupt = state.interrupt
    var outcome = "not called"
    // The interrupt is there before the operation begins: it ends only if it looks.
    state.define("stopped") { (function: LuaFunction, rest: LuaRest) in
      interrupt.interrupt()
      do {
        _ = try function.call(with: rest.values)
        outcome = "ran to its end"
      } catch let error as LuaError {
        outcome = "\(error.kind)"
      }
    }
    try state.run(
      "c = make(3000) + 1 g = c:group() n = points:neighbors(5) m = points.row:gt(3)")
    let error = #expect(throws: LuaError.self) { try state.run("stopped(\(operation))") }
    #expect(error?.kind == .interrupted)
    #expect(outcome == "interrupted")
    #expect(try state.run("return c:sum() > 0") == [.boolean(true)])
  }

  @Test(
    "keep to the memory limit",
    arguments: [
      "local t = {} while true do t[#t + 1] = c + 1 end",
      "local t = {} while true do t[#t + 1] = c:lt(3) end",
      "local t = {} while true do t[#t + 1] = c:group() end",
      "local t = {} while true do t[#t + 1] = c:group().labels end",
      "local t = {} while true do t[#t + 1] = c:sort() end",
      "local t = {} while true do t[#t + 1] = points:hex(3) end",
      "local t = {} while true do t[#t + 1] = points:nearest(9) end",
      "return points:neighbors(1e9).indices",
      "local ok, e = pcall(function() return points:neighbors(1e9).indices end) error(e, 0)",
    ])
  func memory(code: String) throws {
    let state = try state()
    try state.run("c = make(10000)")
    state.limits = LuaLimits(memory: 4 << 20)
    let error = #expect(throws: LuaError.self) { try state.run(code) }
    #expect(error?.message.contains("memory") ?? false)
    // A list is refused before it is begun, by an error that says how long it would be.
    if !code.contains("neighbors(") { #expect(error?.kind == .memory) }
    #expect(state.memoryPeak < 5 << 20)
    #expect(try state.run("return (c + 1):sum()") == [.number(4_998_645.0 + 10_000)])
  }

  @Test("take no memory for what is garbage")
  func garbage() throws {
    let state = try state(LuaLimits(memory: 8 << 20))
    try state.run(
      "c = make(10000) for i = 1, 2000 do local d = (c + i):gt(3) & c end for i = 1, 2000 do local x = points.x end"
    )
    #expect(state.memoryPeak < 9 << 20)
  }

  @Test("give one and the same column for one and the same thing")
  func identity() throws {
    let state = try state()
    try state.run(
      """
      assert(rawequal(points.x, points.x))
      local seen = { [points.y] = true }
      assert(seen[points.y])
      local x = points.x
      do local closed <close> = points.x end
      assert(not pcall(x.sum, x) and points.x:sum() == points.x:sum())
      """)
  }
}
