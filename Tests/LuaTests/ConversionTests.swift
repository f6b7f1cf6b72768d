import Lua
import Testing

@Suite("Values between Lua and Swift")
struct ConversionTests {
  private func state() throws -> LuaState {
    let state = try sandbox()
    state.define("add") { (a: Double, b: Double) in a + b }
    state.define("twice") { (a: Int) in a * 2 }
    state.define("no") { (a: Bool) in !a }
    state.define("shout") { (a: String) in a.uppercased() + "!" }
    state.define("maybe") { (a: Int?) in a.map { $0 + 1 } }
    state.define("sum") { (a: [Double]) in a.reduce(0, +) }
    state.define("named") { (a: Int) in ["a": a] }
    state.define("echo") { (a: LuaValue) in a }
    state.define("count") { (rest: LuaRest) in rest.values.count }
    state.define("apply") { (f: LuaFunction, t: LuaTable) in try f(t).count }
    state.define("minmax") { (call: LuaCall, a: [Double]) in
      try call.results(a.min() ?? 0, a.max() ?? 0, a.isEmpty)
    }
    state.define("nothing") { (_: Int?) in }
    return state
  }

  @Test(
    "arguments and results are converted",
    arguments: [
      ("add(1, 2)", "3.0"), ("add('1', 2.5)", "3.5"), ("twice(21)", "42"), ("twice(2.0)", "4"),
      ("no(false)", "true"), ("shout('grün')", "GRÜN!"), ("shout(12)", "12!"), ("maybe(1)", "2"),
      ("maybe(nil)", "nil"), ("maybe()", "nil"), ("sum({ 1, 2, 3 })", "6.0"), ("sum({})", "0.0"),
      ("named(2).a", "2"),
      ("echo(1)", "1"), ("echo(1.0)", "1.0"), ("echo(nil)", "nil"), ("echo('x\\0y') == 'x\\0y'", "true"),
      ("echo(print) == print", "true"), ("count(1, nil, nil)", "3"), ("count()", "0"),
      ("apply(function(t) return 1, 2 end, {})", "2"), ("select('#', minmax({ 3, 1 }))", "3"),
      ("select('#', nothing())", "0"), ("math.type(echo(1 << 62))", "integer"),
    ])
  func works(expression: String, expected: String) throws {
    #expect(try state().first("return tostring(\(expression))") == .string(expected))
  }

  @Test(
    "wrong arguments are reported as Lua reports them",
    arguments: [
      ("add(1, {})", "bad argument #2 to 'add' (number expected, got table)"),
      ("add(1)", "bad argument #2 to 'add' (number expected, got no value)"),
      ("add('x', 1)", "bad argument #1 to 'add' (number expected, got string)"),
      ("twice(1.5)", "bad argument #1 to 'twice' (number has no integer representation)"),
      ("twice(nil)", "bad argument #1 to 'twice' (number expected, got nil)"),
      ("no(1)", "bad argument #1 to 'no' (boolean expected, got number)"),
      ("shout({})", "bad argument #1 to 'shout' (string expected, got table)"),
      ("maybe('x')", "bad argument #1 to 'maybe' (number expected, got string)"),
      ("sum(1)", "bad argument #1 to 'sum' (table expected, got number)"),
      ("sum({ 1, 'x' })", "bad argument #1 to 'sum' (element 2: number expected, got string)"),
      ("apply(1, {})", "bad argument #1 to 'apply' (function expected, got number)"),
      ("apply(print, 1)", "bad argument #2 to 'apply' (table expected, got number)"),
      ("minmax()", "bad argument #1 to 'minmax' (table expected, got no value)"),
    ])
  func mistakes(call: String, message: String) throws {
    #expect(try state().failure("local _ = \(call)").description == "test:1: \(message)")
  }

  @Test("a plugin's table can be walked and its functions called")
  func plugin() throws {
    let state = try sandbox()
    let plugin = try #require(
      try state.first(
        """
        return {
          name = "hexgrid", api = 1, size = 2.5, on = true,
          parameters = { cellSize = { default = 60 }, alpha = { default = 1 } },
          cluster = function(a, b) return a + b, "done" end,
          list = { 10, 20, 30 },
        }
        """
      ).table)
    #expect(try plugin["name"] == .string("hexgrid"))
    #expect(try plugin.get("api", as: Int.self) == 1)
    #expect(try plugin.get("size", as: Double?.self) == 2.5)
    #expect(try plugin.get("missing", as: Double?.self) == nil)
    #expect(try plugin["list"].table?[2] == .integer(20))
    #expect(try plugin.get("list", as: [Int].self) == [10, 20, 30])
    let parameters = try #require(try plugin["parameters"].table)
    #expect(try parameters.entries.map(\.key) == [.string("alpha"), .string("cellSize")])
    let cluster = try plugin.get("cluster", as: LuaFunction.self)
    #expect(try cluster(1, 2) == [.integer(3), .string("done")])
    #expect(try cluster.call(1.5, 2, returning: Double.self) == 3.5)
    #expect(try cluster.call(with: [.integer(4), .integer(5)]).first == .integer(9))
    let error = #expect(throws: LuaError.self) { try plugin.get("name", as: Int.self) }
    #expect(error?.message == "field 'name': number expected, got string")
    let result = #expect(throws: LuaError.self) { try cluster.call(1, 2, returning: Bool.self) }
    #expect(result?.message == "result: boolean expected, got number")
    #expect(throws: LuaError.self) { try cluster() }
  }

  @Test("tables, functions and globals can be made from Swift")
  func fromSwift() throws {
    let state = try sandbox()
    let library = state.makeTable()
    try library.set("half", state.makeFunction { (x: Double) in x / 2 })
    try library.set("ignore", state.makeFunction { (_: LuaRest) in })
    try library.set("version", 3)
    try library.set(1, [1, 2, 3])
    state.setGlobal("library", to: library)
    state.setGlobal("triple", to: state.makeFunction { (x: Int) in x * 3 })
    #expect(
      try state.run("return library.half(3), library.version, #library[1], triple(2), library.ignore(1, 2)")
        == [.number(1.5), .integer(3), .integer(3), .integer(6)])
    #expect(try library.elements() == [[1, 2, 3]])
    #expect(try state.globals["library"] == .table(library))
    #expect(state.global("triple").function != nil)
    try library.set("version", LuaValue.nil)
    #expect(try library["version"].isNil)
  }

  @Test("many arguments and results pass")
  func many() throws {
    let state = try sandbox()
    let identity = try #require(try state.first("return function(...) return ... end").function)
    let values = (0..<5000).map { LuaValue.integer($0) }
    #expect(try identity.call(with: values) == values)
    state.define("all") { (call: LuaCall, rest: LuaRest) in try call.results(of: rest.values) }
    #expect(try state.first("return select('#', all(table.unpack({}, 1, 5000)))") == .integer(5000))
    let excess = [LuaValue](repeating: .nil, count: 2_000_000)
    #expect(throws: LuaError.self) { try identity.call(with: excess) }
  }
}
