import Lua
import Testing

private final class Vector: LuaObject {
  let x: Double
  let y: Double
  let live: Counter?

  init(_ x: Double, _ y: Double, live: Counter? = nil) {
    self.x = x
    self.y = y
    self.live = live
    live?.increment()
  }

  deinit { live?.decrement() }

  static let luaName = "vector"

  static func describe(_ lua: LuaClass<Vector>) {
    lua.getter("x") { $0.x }
    lua.getter("y") { $0.y }
    lua.method("dot") { (a, b: Vector) in a.x * b.x + a.y * b.y }
    lua.method("scaled") { (a, factor: Double, _: Double?) in Vector(a.x * factor, a.y * factor) }
    lua.method("each") { (a, call: LuaCall, f: LuaFunction) in
      try f(a.x)
      try f(a.y)
    }
    lua.method("fail") { (a) in throw HostError(code: Int(a.x)) }
    lua.metamethod(.add) { (a: Vector, b: Vector) in Vector(a.x + b.x, a.y + b.y) }
    lua.metamethod(.multiply) { (a: LuaValue, b: LuaValue) in
      guard let vector = a.object(as: Vector.self) ?? b.object(), let factor = a.number ?? b.number else {
        throw LuaError(.runtime, "a vector times a \(b.typeName)")
      }
      return Vector(vector.x * factor, vector.y * factor)
    }
    lua.metamethod(.length) { (_: Vector) in 2 }
    lua.metamethod(.toString) { (a: Vector) in "(\(a.x), \(a.y))" }
    lua.metamethod(.call) { (a: Vector, name: String) in name == "x" ? a.x : a.y }
    lua.metamethod(.less) { (a: Vector, b: Vector) in a.x < b.x }
    lua.fallback { (vector, _, key) -> LuaValue in
      switch key {
      case .integer(1): .number(vector.x)
      case .integer(2): .number(vector.y)
      default: throw LuaError(.runtime, "a vector has no '\(key.string ?? "?")'")
      }
    }
  }
}

private final class Plain: LuaObject {
  static let luaName = "plain"
  static func describe(_ lua: LuaClass<Plain>) {}
}

@Suite("Swift objects in Lua")
struct ObjectTests {
  private func state(live: Counter? = nil) throws -> LuaState {
    let state = try sandbox()
    state.define("vector") { (x: Double, y: Double) in Vector(x, y, live: live) }
    state.define("plain") { Plain() }
    return state
  }

  @Test(
    "methods, getters and operators work",
    arguments: [
      ("vector(1, 2).x", "1.0"), ("vector(1, 2):dot(vector(3, 4))", "11.0"),
      ("vector(1, 2):scaled(2).y", "4.0"), ("vector(1, 2) + vector(1, 1)", "(2.0, 3.0)"),
      ("2 * vector(1, 2)", "(2.0, 4.0)"), ("vector(1, 2) * 2", "(2.0, 4.0)"), ("#vector(1, 2)", "2"),
      ("vector(1, 2)('y')", "2.0"), ("vector(1, 2) < vector(2, 0)", "true"), ("vector(5, 6)[2]", "6.0"),
      ("vector(1, 2) == vector(1, 2)", "false"), ("vector(1, 2) == plain()", "false"),
      ("tostring(plain())", "plain"), ("string.format('%s', plain())", "plain"), ("plain().x", "nil"),
      ("getmetatable(plain())", "false"), ("type(plain())", "userdata"),
    ])
  func works(expression: String, expected: String) throws {
    #expect(try state().first("return tostring(\(expression))") == .string(expected))
  }

  @Test(
    "mistakes are reported as Lua reports them",
    arguments: [
      ("vector(1, 2):dot(1)", "bad argument #1 to 'dot' (vector expected, got number)"),
      ("vector(1, 2):dot()", "bad argument #1 to 'dot' (vector expected, got no value)"),
      ("vector(1, 2):dot(plain())", "bad argument #1 to 'dot' (vector expected, got plain)"),
      ("vector(1, 2).dot(plain(), 1)", "bad argument #1 to 'dot' (vector expected, got plain)"),
      ("vector(1, 2).z", "a vector has no 'z'"),
      ("vector(1, 2) * {}", "a vector times a table"),
      ("vector(1, 2):fail()", "host error 1"),
      ("plain() + 1", "attempt to perform arithmetic on a plain value"),
      ("plain() < plain()", "attempt to compare two plain values"),
      ("setmetatable(plain(), {})", "bad argument #1 to 'setmetatable' (table expected, got plain)"),
    ])
  func mistakes(expression: String, message: String) throws {
    #expect(try state().failure("local _ = \(expression)").message == message)
  }

  @Test("an object that a method leaves open is read-only")
  func readOnly() throws {
    #expect(try state().failure("plain().x = 1").kind == .runtime)
  }

  @Test("the same object is equal to itself, however it got there")
  func identity() throws {
    let state = try state()
    let vector = Vector(1, 2)
    state.define("same") { vector }
    #expect(try state.first("return same() == same()") == .boolean(true))
    #expect(try state.first("return same()").object(as: Vector.self) === vector)
    #expect(try state.first("return same()").object(as: Plain.self) == nil)
  }

  @Test("members can be listed for completion")
  func members() throws {
    let state = try state()
    let userdata = try #require(try state.first("return vector(1, 2)").userdata)
    #expect(userdata.members == ["dot", "each", "fail", "scaled", "x", "y"])
    #expect(userdata.className == "vector")
  }

  @Test("a closed object is gone, and says so")
  func closing() throws {
    let live = Counter()
    let state = try state(live: live)
    let error = try state.failure(
      "local kept do local v <close> = vector(1, 2) kept = v end print(tostring) kept:dot(kept)")
    #expect(error.message == "calling 'dot' on bad self (vector is closed)")
    #expect(live.value == 0)
    #expect(
      try state.first("local k do local v <close> = plain() k = v end return tostring(k), k == k")
        == .string("plain (closed)"))
  }

  @Test("an object that is closed while its method runs lives until that returns")
  func closedWhileRunning() throws {
    let live = Counter()
    let state = try state(live: live)
    let sum = try state.first(
      """
      local sum = 0
      do
        local v <close> = vector(1, 2)
        v:each(function(x)
          do local w <close> = v end
          sum = sum + x
        end)
      end
      return sum
      """)
    #expect(sum == .number(3))
    #expect(live.value == 0)
  }

  @Test("a state can be given more methods")
  func extending() throws {
    let state = try state()
    state.extend(Plain.self) { lua in
      lua.method("answer") { (_) in 42 }
    }
    #expect(try state.first("return plain():answer()") == .integer(42))
  }
}
