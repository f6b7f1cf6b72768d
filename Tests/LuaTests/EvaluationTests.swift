import Lua
import Testing

@Suite("Compiling and evaluating")
struct EvaluationTests {
  @Test(
    "expressions give values, statements do not",
    arguments: [
      ("1 + 1", 1), ("1, 2, 3", 3), ("x = 5", 0), ("local y = 1", 0), ("return 4", 1), ("print", 1), ("", 0),
      ("for i = 1, 2 do end", 0), ("f = function() return 1 end", 0), ("-- nothing", 0),
    ])
  func results(source: String, count: Int) throws {
    #expect(try sandbox().evaluate(source).count == count)
  }

  @Test(
    "incomplete input is told from wrong input",
    arguments: [
      ("for i = 1, 2 do", true), ("if x then", true), ("function f()", true), ("f(", true), ("{ 1, 2,", true),
      ("1 +", true), ("x =", true), ("[[ long", true), ("--[[ comment", true), ("return function()", true),
      ("x = = 1", false), ("end", false), ("f)", false), ("\"abc", false), ("for for", false), ("1 1", false),
      ("local x <foo> = 1", false), ("goto nowhere", false), ("break", false),
    ])
  func incomplete(source: String, expected: Bool) throws {
    let state = try sandbox()
    let error = #expect(throws: LuaError.self) { try state.evaluate(source) }
    #expect(error?.kind == .syntax(incomplete: expected), "\(error?.description ?? "")")
  }

  @Test("a syntax error has a position")
  func position() throws {
    let error = try sandbox().failure("\nx = = 1")
    #expect(error.kind == .syntax(incomplete: false))
    #expect(error.position == LuaError.Position(chunk: "test", line: 2))
    #expect(error.message == "unexpected symbol near '='")
  }

  @Test("bytecode is refused")
  func bytecode() throws {
    let state = try sandbox()
    let error = #expect(throws: LuaError.self) { try state.load([0x1b] + Array("Lua".utf8)) }
    #expect(error?.kind == .syntax(incomplete: false))
    #expect(try state.run("return load('\\27Lua')").first == .nil)
    #expect(try state.run("return load('\\27Lua', 'x', 'b')").first == .nil)
    #expect(try state.run("return load('return 1', 'x', 'bt')()").first == .integer(1))
  }

  @Test("the code of files is loaded without a first line for the system")
  func file() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.lua", "#!/usr/bin/env pinfold\nreturn 1, ...")
    let state = try sandbox()
    #expect(try state.load(file: folder.path + "/a.lua")(2) == [.integer(1), .integer(2)])
    try folder.write("b.lua", "\nerror('x')")
    let error = #expect(throws: LuaError.self) {
      try state.load(file: folder.path + "/b.lua", chunkName: "@b.lua")()
    }
    #expect(error?.description == "b.lua:2: x")
    #expect(throws: LuaError.self) { try state.load(file: folder.path + "/c.lua") }
    #expect(throws: LuaError.self) { try state.load(file: folder.path) }
  }
}
