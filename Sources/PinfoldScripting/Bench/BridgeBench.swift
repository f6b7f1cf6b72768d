import Lua
import PinfoldStudies

/// Timings of calls between Lua and Swift.
enum BridgeBench {
  /// Times each kind of call, in seconds a call.
  static func run(calls: Int, trials: Int) throws -> [ScriptingBench.Row] {
    let state = LuaState()
    try state.openSandbox()
    state.define("one") { (x: Double) in x }
    state.define("two") { (x: Double, y: Double) in x + y }
    state.define("fail") { () throws in throw Failure() }
    state.setGlobal("object", to: Counter())
    let empty = try loop("local x = i", in: state, calls, trials)
    func row(_ name: String, _ statement: String) throws -> ScriptingBench.Row {
      let whole = try loop(statement, in: state, calls, trials)
      // The time of the loop itself is subtracted.
      let samples = zip(whole.samples, empty.samples).map { max(0, $0 - $1) / Double(calls) }
      return ScriptingBench.Row(name: name, timing: Timing(samples))
    }
    return [
      try row("Swift closure with one number", "one(1.0)"),
      try row("Swift closure with two numbers", "two(1.0, 2.0)"),
      try row("method of a Swift object", "object:value()"),
      ScriptingBench.Row(name: "Lua function called by Swift", timing: try calling(state, calls, trials)),
      try row("error of Swift caught by pcall", "pcall(fail)"),
    ]
  }

  private struct Failure: Error {}

  private final class Counter: LuaObject {
    static let luaName = "counter"
    static func describe(_ lua: LuaClass<Counter>) { lua.method("value") { _ in 1.0 } }
  }

  private static func loop(
    _ statement: String, in state: LuaState, _ calls: Int, _ trials: Int
  ) throws -> Timing {
    let chunk = try state.load(
      "local one, two, object, pcall, fail = one, two, object, pcall, fail for i = 1, \(calls) do \(statement) end",
      chunkName: "=bench")
    return Timing(
      try (0..<trials).map { _ in try ScriptingBench.seconds { _ = try chunk() } })
  }

  private static func calling(_ state: LuaState, _ calls: Int, _ trials: Int) throws -> Timing {
    guard let function = try state.run("return function(x) return x end", chunkName: "=bench").first?.function
    else { return Timing() }
    return Timing(
      try (0..<trials).map { _ in
        try ScriptingBench.seconds {
          for _ in 0..<calls { _ = try function.call(1.0, returning: Double.self) }
        } / Double(calls)
      })
  }
}
