import Lua
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Code that never ends by itself.
private let endless = [
  "while true do end",
  "repeat until false",
  "for i = 1, math.huge do end",
  "::top:: goto top",
  "while true do pcall(error) end",
  "local function f() while true do end end while true do pcall(f) end",
  "while true do pcall(function() while true do pcall(function() while true do end end) end end) end",
  "while true do xpcall(function() while true do end end, function() while true do end end) end",
  "xpcall(error, function() while true do end end)",
  "local function h(e) return h(e) end xpcall(error, h)",
  "coroutine.wrap(function() while true do end end)()",
  "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
  "local f = coroutine.wrap(function() while true do coroutine.yield() end end) while true do f() end",
  "while true do coroutine.wrap(function() pcall(function() while true do end end) end)() end",
  "local c = coroutine.create(function() local x <close> = forever('__close') coroutine.yield() end) "
    + "coroutine.resume(c) while true do coroutine.close(c) end",
  "do local x <close> = forever('__close') end",
  "local _ = forever('__index').x",
  "local _ = forever('__eq') == forever('__eq')",
  "local _ = #forever('__len')",
  "tostring(forever('__tostring'))",
  "for _ in pairs(forever('__pairs')) do end",
  "('a'):rep(1000):find('.-.-.-.-.-b')",
  "('a'):rep(1000):match('.*.*.*.*.*b')",
  "for _ in ('a'):rep(1000):gmatch('.-.-.-.-.-b') do end",
  "('a'):rep(1000):gsub('.-.-.-.-.-b', '')",
  "('a'):rep(30):gsub('a', function() while true do end end)",
  "while true do ('x'):rep(50 << 20):gsub('.', 'y') end",
  "while true do pcall(string.find, ('a'):rep(1000), '.-.-.-.-.-b') end",
  "table.sort({ 3, 2, 1 }, function() while true do end end)",
  "table.insert(setmetatable({}, { __len = function() return 1 << 60 end }), 1, 1)",
  "table.remove(setmetatable({}, { __len = function() return 1 << 60 end }), 1)",
  "table.move({}, 1, 1 << 60, 2, {})",
  "table.move({}, 1, 1 << 60, 2)",
  "table.concat(setmetatable({}, { __len = function() return 1 << 60 end, "
    + "__index = function() return '' end }))",
  "load(function() return ' ' end)",
  "load(os.time)",
  "local t = {} for i = 1, 1e5 do t['k' .. i] = i end while true do for _ in pairs(t) do end end",
  "local t = {} for i = 1, 1e5 do t['k' .. i] = i end for k in next, t do end",
  "local t = {} for i = 1, 1e6 do t[i] = i % 7 end while true do table.sort(t) end",
  "while true do swallow(function() while true do end end) end",
  "swallow(function() while true do swallow(function() while true do end end) end end) while true do end",
  "spin()",
  "while true do pcall(spin) end",
  "for _ in ipairs(setmetatable({}, { __index = function() return 1 end })) do end",
  "table.sort(setmetatable({}, { __len = function() return (1 << 31) - 2 end, __index = rawlen }))",
  "table.sort({ forever('__lt'), forever('__lt') })",
  "return forever('__concat') .. 'x'", "return forever('__unm') and -forever('__unm')",
  "forever('__call')()", "forever('__newindex').x = 1",
  "while true do pcall(error, forever('__tostring')) end",
  "local c = coroutine.wrap(function() pcall(function() coroutine.yield() while true do end end) end) c() c()",
  "local c = coroutine.wrap(function() pcall(coroutine.yield) while true do end end) c() c()",
  "local function nest(n) coroutine.wrap(function() if n > 0 then nest(n - 1) end while true do end end)() end nest(50)",
  "local function f() return coroutine.wrap(f)() end while true do pcall(f) end",
  "local f = coroutine.wrap(function() while true do pcall(coroutine.yield) end end) while true do pcall(f) end",
  "local c = coroutine.wrap(function() local x <close> = forever('__close') error('x') end) while true do pcall(c) end",
  "while true do ('x'):rep(8 << 20):gsub('x', 'yy') end",
  "while true do ('x'):rep(8 << 20):gsub('x', { x = 'yy' }) end",
  "while true do ('x'):rep(8 << 20):gsub('x', function() return 'yy' end) end",
  "while true do ('x'):rep(1 << 20):gsub('x', ('y'):rep(100)) end",
  "while true do ('a'):rep(100 << 20):find(('a'):rep(1000) .. 'b', 1, true) end",
  "while true do ('a'):rep(8 << 20):upper():lower():reverse() end",
  "while true do load('return ' .. ('a='):rep(1 << 20)) end",
  "local s = ('x = 1 '):rep(1 << 20) while true do load(s) end",
  "local t = {} for i = 1, 2e4 do t['k' .. i] = { i } end while true do collectgarbage() end",
  "while true do os.date(('%c'):rep(1000)) end",
  "while true do string.pack('c1000000', '') end",
  "while true do select('#', table.unpack({}, 1, 200000)) end",
  "while true do pcall(string.rep, 'x', 100 << 20) end",
  "while true do utf8.len(('x'):rep(16 << 20)) end", "while true do utf8.char(table.unpack({}, 1, 0)) end",
  "for _ in utf8.codes(('x'):rep(1 << 27)) do end", "while true do tostring(1 / 3) end",
  "while true do string.format('%q', ('x'):rep(1 << 20)) end",
  "require_nothing = setmetatable({}, { __index = function(t, k) return t[k .. 'x'] end }) "
    + "while true do pcall(function() return require_nothing.x end) end",
]

private func prepared(_ limits: LuaLimits) throws -> LuaState {
  let state = try sandbox(limits)
  try state.run(
    """
    function forever(name)
      return setmetatable({}, { [name] = function() while true do end end })
    end
    """)
  state.define("swallow") { (f: LuaFunction) in _ = try? f() }
  state.define("spin") { (call: LuaCall) in while true { try call.checkStop() } }
  return state
}

@Suite("Stopping code")
struct StopTests {
  @Test("a deadline ends it", arguments: endless)
  func deadline(source: String) throws {
    let state = try prepared(LuaLimits(memory: 256 << 20))
    state.limits.seconds = 0.05
    let error = try state.failure(source)
    #expect(error.kind == .timeLimit)
    #expect(error.message == "time limit exceeded")
    #expect(try state.first("return 1 + 1") == .integer(2))
  }

  @Test("processor time ends it, and time in which others ran does not count")
  func processorTime() throws {
    let state = try prepared(LuaLimits(processorSeconds: 0.1))
    state.define("nap") { () -> Int in
      usleep(300_000)
      return 7
    }
    #expect(try state.first("local seven = nap() for i = 1, 1e6 do end return seven") == .integer(7))
    #expect(try state.failure("while true do end").kind == .timeLimit)
    #expect(try state.failure("while true do pcall(error) end").message == "time limit exceeded")
    state.limits.seconds = 0.1
    #expect(try state.failure("nap() while true do end").kind == .timeLimit)
    #expect(try state.first("return 1 + 1") == .integer(2))
  }

  @Test("an error whose text loops is told without it")
  func endlessText() throws {
    let state = try prepared(LuaLimits(seconds: 0.05))
    #expect(try state.failure("error(forever('__tostring'))").message == "(error object is a table value)")
    #expect(try state.first("return 1 + 1") == .integer(2))
  }

  @Test("an interrupt from another thread ends it", arguments: endless)
  func interrupt(source: String) throws {
    let state = try prepared(LuaLimits(memory: 256 << 20))
    let interrupt = state.interrupt
    let thread = Thread(after: 20_000) { interrupt.interrupt() }
    let error = try state.failure(source)
    thread.join()
    #expect(error.kind == .interrupted)
    #expect(try state.first("return 1 + 1") == .integer(2))
  }

  @Test("an instruction limit ends it, at the same place each time")
  func instructions() throws {
    var counts: Set<Int> = []
    for _ in 0..<5 {
      let state = try prepared(.none)
      state.limits.instructions = 100_000
      let error = try state.failure(
        "n = 0 while true do pcall(function() while true do n = n + 1 end end) end")
      #expect(error.kind == .instructionLimit)
      state.limits = .none
      counts.insert(try #require(try state.first("return n").integer))
    }
    #expect(counts.count == 1)
    #expect(counts.first! > 10_000)
  }

  @Test("an instruction limit is for each run", arguments: [10, 1000, 5000])
  func instructionsPerRun(limit: Int) throws {
    let state = try sandbox()
    state.limits.instructions = limit
    for _ in 0..<100 { #expect(try state.first("return 1") == .integer(1)) }
    #expect(try state.failure("while true do end").kind == .instructionLimit)
    #expect(
      try state.failure("coroutine.wrap(function() while true do end end)()").kind == .instructionLimit)
  }

  @Test("a stopped run says where it was")
  func position() throws {
    let state = try sandbox(LuaLimits(seconds: 0.02))
    let error = try state.failure("\n\nwhile true do end")
    #expect(error.position == LuaError.Position(chunk: "test", line: 3))
    #expect(error.traceback.contains("main chunk"))
  }

  @Test("an interrupt that comes between runs stops the next one, unless cleared")
  func early() throws {
    let state = try sandbox()
    state.interrupt.interrupt()
    #expect(try state.failure("while true do end").kind == .interrupted)
    #expect(try state.first("return 1") == .integer(1))
    state.interrupt.interrupt()
    state.interrupt.clear()
    #expect(try state.first("for i = 1, 1e5 do end return 1") == .integer(1))
  }

  @Test("globals survive")
  func survivors() throws {
    let state = try sandbox(LuaLimits(seconds: 0.02))
    _ = try state.failure("kept = 12 while true do end")
    #expect(try state.first("return kept") == .integer(12))
  }

  @Test("a state run by another state's function has limits of its own")
  func twoStates() throws {
    let outer = try sandbox(LuaLimits(seconds: 0.2))
    outer.define("inner") {
      let inner = try sandbox(LuaLimits(seconds: 0.02))
      return try inner.failure("while true do end").message
    }
    #expect(try outer.first("return inner()") == .string("time limit exceeded"))
    #expect(try outer.failure("while true do inner() end").kind == .timeLimit)
  }

  @Test("a long Swift function learns of the deadline and of interrupts")
  func polling() throws {
    let state = try sandbox(LuaLimits(seconds: 0.02))
    state.define("work") { (call: LuaCall) in
      while !call.shouldStop {}
      throw HostError(code: 0)
    }
    #expect(try state.failure("work()").kind == .timeLimit)
  }

  @Test("a state run by another state's function stops with it", arguments: ["while true do end", "spin()"])
  func inner(source: String) throws {
    let outer = try prepared(LuaLimits(seconds: 0.05))
    outer.define("inner") {
      let inner = try prepared(LuaLimits(seconds: 60))
      return try inner.failure(source).message
    }
    let start = ContinuousClock.now
    #expect(try outer.failure("inner() while true do end").kind == .timeLimit)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test("what an error of a function that gave up at the deadline says is why the run stopped")
  func lateError() throws {
    let state = try sandbox(LuaLimits(seconds: 0.02))
    let interrupt = state.interrupt
    #expect(interrupt.secondsLeft == nil)
    state.define("work") {
      #expect(interrupt.secondsLeft.map { $0 <= 0.02 } == true)
      while interrupt.secondsLeft != 0 {}
      throw HostError(code: 1)
    }
    #expect(try state.failure("work()").kind == .timeLimit)
  }

  @Test("what cannot be stopped ends the process where the host wants it to, and says whose code it was")
  func stuck() async throws {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      LuaInterrupt.endProcess(after: 0.2)
      // Enough to come to the ring on slow machines too.
      let state = try sandbox(LuaLimits(seconds: 0.5))
      state.name = "ring"
      try state.run("local m = {} local o = setmetatable({}, m) m.__call = o o()")
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("pinfold: ring: time limit exceeded"))
  }

  @Test("and else it does not")
  func patient() async {
    await #expect(processExitsWith: .exitCode(7)) {
      LuaInterrupt.endProcess(after: 0.2)
      LuaInterrupt.endProcess(after: 0)
      _ = Thread {
        let state = try? sandbox(LuaLimits(seconds: 0.05))
        _ = try? state?.run("local m = {} local o = setmetatable({}, m) m.__call = o o()")
      }
      usleep(1_500_000)
      exit(7)
    }
  }

  @Test("many states on many threads stop each on its own")
  func manyThreads() throws {
    let stopped = Counter()
    let threads = (0..<8).map { _ in
      Thread {
        for _ in 0..<5 {
          guard let state = try? sandbox(LuaLimits(seconds: 0.01)) else { return }
          if (try? state.failure("while true do pcall(error) end").kind) == .timeLimit { stopped.increment() }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(stopped.value == 40)
  }

  @Test("interrupts while runs begin and end harm nobody")
  func storm() throws {
    let state = try sandbox()
    let interrupt = state.interrupt
    let done = Counter()
    let thread = Thread { while done.value == 0 { interrupt.interrupt() } }
    for _ in 0..<2000 {
      do {
        let result = try state.first("local f = coroutine.wrap(function() return 1 end) return f()")
        #expect(result == .integer(1))
      } catch let error as LuaError {
        #expect(error.kind == .interrupted)
      }
    }
    done.increment()
    thread.join()
    interrupt.clear()
    #expect(try state.first("return 2") == .integer(2))
  }
}

/// A counter that threads share.
final class Counter: Sendable {
  private let count = Atomic(0)
  func increment() { count.add(1, ordering: .relaxed) }
  func decrement() { count.subtract(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}

/// A thread of its own, because a blocked task would keep others from running.
final class Thread: @unchecked Sendable {
  private let body: @Sendable () -> Void
  private var thread: pthread_t

  init(after microseconds: UInt32 = 0, _ body: @escaping @Sendable () -> Void) {
    self.body = {
      if microseconds > 0 { usleep(microseconds) }
      body()
    }
    thread = pthread_self()
    let this = Unmanaged.passRetained(self).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Glibc)
          let this = Unmanaged<Thread>.fromOpaque(argument!).takeRetainedValue()
        #else
          let this = Unmanaged<Thread>.fromOpaque(argument).takeRetainedValue()
        #endif
        this.body()
        return nil
      }, this)
    precondition(status == 0)
  }

  func join() { pthread_join(thread, nil) }
}
