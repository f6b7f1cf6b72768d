import Lua
import Testing

@Suite("Columns")
struct ColumnTests {
  private func state() throws -> LuaState {
    let state = try sandbox()
    state.define("doubles") { LuaColumn([1.5, 2.5, 3.5]) }
    state.define("longs") { LuaColumn([Int64.min, 0, Int64.max]) }
    state.define("ints") { LuaColumn([Int32.min, 0, Int32.max]) }
    state.define("ids") { LuaColumn([0, 7, UInt32.max]) }
    state.define("empty") { LuaColumn([Double]()) }
    state.extend(LuaColumn.self) { lua in
      lua.method("sum") { (column) in column.withNumbers { $0.reduce(0, +) } }
      lua.method("both") { (column, call: LuaCall, other: LuaColumn) in call.iterator(over: column, other) }
      lua.metamethod(.add) { (a: LuaColumn, b: Double) in
        LuaColumn(count: a.count, of: Double.self) { out in
          a.withNumbers { numbers in
            for (i, x) in numbers.enumerated() { out.initializeElement(at: i, to: x + b) }
          }
        }
      }
    }
    return state
  }

  @Test(
    "cells are read by index",
    arguments: [
      ("doubles()[1]", "1.5"), ("doubles()[3]", "3.5"), ("doubles()[4]", "nil"), ("doubles()[0]", "nil"),
      ("doubles()[-1]", "nil"), ("doubles()[2.0]", "2.5"), ("doubles()[1.5]", "nil"), ("doubles().x", "nil"),
      ("longs()[1] ~= longs()[1]", "true"), ("longs()[3] == math.maxinteger", "true"),
      ("ints()[1]", "-2147483648"), ("ints()[3]", "2147483647"), ("ids()[3]", "4294967295"),
      ("#doubles()", "3"), ("#empty()", "0"), ("empty()[1]", "nil"), ("doubles():sum()", "7.5"),
      ("ids():sum()", "4294967302.0"), ("(doubles() + 1)[1]", "2.5"), ("#doubles():totable()", "3"),
      ("table.concat(ids():totable(), ' ')", "0 7 4294967295"), ("tostring(doubles())", "column"),
      ("table.concat(ids(), ' ')", "0 7 4294967295"), ("select('#', table.unpack(ids()))", "3"),
    ])
  func cells(expression: String, expected: String) throws {
    #expect(try state().first("return tostring(\(expression))") == .string(expected))
  }

  @Test(
    "columns are gone through one by one or side by side",
    arguments: [
      "doubles():iter(ids())", "doubles():both(ids())",
    ])
  func iteration(iterator: String) throws {
    let text = try state().first(
      "local s = '' for i, a, b in \(iterator) do s = s .. i .. ':' .. a .. ',' .. b .. ' ' end return s")
    #expect(text == .string("1:1.5,0 2:2.5,7 3:3.5,4294967295 "))
  }

  @Test("pairs and ipairs work")
  func pairs() throws {
    for name in ["pairs", "ipairs"] {
      #expect(
        try state().first("local n = 0 for i, v in \(name)(doubles()) do n = n + i * v end return n")
          == .number(17))
    }
  }

  @Test(
    "mistakes are errors",
    arguments: [
      ("doubles()[1] = 2", "columns cannot be changed"),
      ("doubles():iter(1)", "bad argument #1 to 'iter' (column expected, got number)"),
      ("doubles().iter()", nil), ("doubles():totable(1, 2)", ""),
      ("doubles():iter(table.unpack({}, 1, 100))", nil),
    ] as [(String, String?)])
  func mistakes(code: String, message: String?) throws {
    if message == "" {
      try state().run(code)
    } else {
      let error = try state().failure(code)
      if let message { #expect(error.message == message) }
    }
  }

  @Test("a column that is closed on the way ends the loop")
  func closing() throws {
    let count = try state().first(
      """
      local n, column = 0, doubles()
      for i in column:iter() do
        n = n + 1
        do local c <close> = column end
      end
      return n, #column, column[1]
      """)
    #expect(count == .integer(1))
  }

  @Test("its memory counts")
  func bytes() throws {
    let state = try state()
    state.collectGarbage()
    let before = state.memoryUsed
    state.setGlobal("big", to: LuaColumn([Double](repeating: 0, count: 100_000)))
    #expect(state.memoryUsed >= before + 800_000)
    try state.run("big = nil")
    state.collectGarbage()
    #expect(state.memoryUsed < before + 1000)
  }
}
