import Lua
import Synchronization
import Testing

private final class Tracked: LuaObject {
  let live: Counter
  var callback: LuaFunction?

  init(_ live: Counter) {
    self.live = live
    live.increment()
  }

  deinit { live.decrement() }

  static let luaName = "tracked"

  static func describe(_ lua: LuaClass<Tracked>) {
    lua.method("keep") { (tracked, f: LuaFunction) in tracked.callback = f }
  }
}

/// Shares references with another thread.
private final class Box: Sendable {
  private let references: Mutex<[LuaReference]>
  init(_ references: [LuaReference]) { self.references = Mutex(references) }
  func clear() { references.withLock { $0 = [] } }
}

@Suite("Life and death")
struct LifeTests {
  @Test("a state that goes lets go of all it held")
  func freed() throws {
    let live = Counter()
    weak var weakState: LuaState?
    do {
      let state = try sandbox()
      weakState = state
      let captured = Tracked(live)
      state.define("make") { Tracked(live) }
      state.define("captured") { captured }
      try state.run("kept = {} for i = 1, 100 do kept[i] = make() end")
      try state.run("kept[1]:keep(function() return kept end)")
      #expect(live.value == 101)
    }
    #expect(weakState == nil)
    #expect(live.value == 0)
  }

  @Test("garbage objects are let go of")
  func collected() throws {
    let live = Counter()
    let state = try sandbox()
    state.define("make") { Tracked(live) }
    try state.run("for i = 1, 100 do make() end")
    state.collectGarbage()
    #expect(live.value == 0)
  }

  @Test("objects and closures that are collected where the stack is full are let go of with the state")
  func lost() throws {
    let live = Counter()
    do {
      let state = try sandbox()
      let collect: () -> Void = { [unowned state] in state.collectGarbage() }
      state.define("collect", collect)
      state.define("make") { Tracked(live) }
      state.define("close") { [unowned state] () -> LuaFunction in
        let tracked = Tracked(live)
        return state.makeFunction { () -> Void in _ = tracked }
      }
      // Some depth leaves no room for the call of a finalizer.
      try state.run(
        """
        local function deep(n)
          if n > 0 then return pcall(deep, n - 1) end
          for i = 1, 10 do make() close() end
          collect()
        end
        for n = 150, 200 do deep(n) end
        """)
    }
    #expect(live.value == 0)
  }

  @Test("a thrown Swift error is let go of")
  func thrown() throws {
    struct Failure: Error, @unchecked Sendable { let tracked: Tracked }
    let live = Counter()
    let state = try sandbox()
    state.define("fail") { () in throw Failure(tracked: Tracked(live)) }
    for _ in 0..<10 { _ = try state.failure("fail()") }
    try state.run("for i = 1, 10 do pcall(fail) end")
    state.collectGarbage()
    #expect(live.value == 0)
  }

  @Test("references keep Lua values and let them go")
  func references() throws {
    let live = Counter()
    let state = try sandbox()
    state.define("make") { Tracked(live) }
    var table: LuaTable? = try state.first("return { make() }").table
    state.collectGarbage()
    #expect(live.value == 1)
    #expect(try table?.elements(as: Tracked.self).count == 1)
    table = nil
    state.collectGarbage()
    #expect(live.value == 0)
  }

  @Test("references may be let go of on another thread")
  func otherThread() throws {
    let state = try sandbox()
    let before = state.memoryUsed
    for _ in 0..<100 {
      let references = Box((0..<100).map { _ in state.makeTable().reference })
      Thread { references.clear() }.join()
    }
    state.collectGarbage()
    #expect(state.memoryUsed < before + 64 << 10)
  }

  @Test("a reference that outlives its state is an error, not a crash")
  func outlived() throws {
    var state: LuaState? = try sandbox()
    let function = try #require(try state?.first("return function() return 1 end").function)
    let table = try #require(try state?.first("return { 1 }").table)
    let userdata = try #require(
      state.map {
        $0.setGlobal("c", to: LuaColumn([1.0])); return $0.global("c")
      })
    let interrupt = state?.interrupt
    #expect(try function() == [.integer(1)])
    state = nil
    #expect(throws: LuaError.self) { try function() }
    #expect(throws: LuaError.self) { try table["x"] }
    #expect(throws: LuaError.self) { try table.keys }
    #expect(userdata.object(as: LuaColumn.self) == nil)
    #expect(userdata.typeName == "userdata")
    #expect(table == table)
    interrupt?.interrupt()
  }

  @Test("an object may use Lua while it is deinitialized")
  func deinitializer() throws {
    final class Talkative: LuaObject {
      let function: LuaFunction
      init(_ function: LuaFunction) { self.function = function }
      deinit { _ = try? function([Int](repeating: 1, count: 100)) }
      static let luaName = "talkative"
      static func describe(_ lua: LuaClass<Talkative>) {}
    }
    let state = try sandbox(LuaLimits(memory: 4 << 20))
    state.define("make") { (f: LuaFunction) in Talkative(f) }
    try state.run("n = 0 for i = 1, 1000 do make(function(t) n = n + #t end) end")
    state.collectGarbage()
    #expect(try state.first("return n") == .integer(100_000))
    try state.run("last = make(function(t) n = n + #t end)")
  }

  @Test("a function may define and forget others while it runs")
  func redefinition() throws {
    let state = try sandbox()
    state.define("f") { [unowned state] in
      state.define("f") { 2 }
      state.collectGarbage()
      return 1
    }
    #expect(try state.run("return f(), f()") == [.integer(1), .integer(2)])
  }

  @Test("what the members of a class hold is let go with the state")
  func members() {
    final class Held {}
    weak var seen: Held?
    do {
      let state = LuaState()
      let held = Held()
      seen = held
      state.extend(LuaColumn.self) { lua in
        lua.getter("held") { _ in withExtendedLifetime(held) { true } }
        lua.method("kept") { (_: LuaColumn) in withExtendedLifetime(held) { true } }
      }
    }
    #expect(seen == nil)
  }
}
