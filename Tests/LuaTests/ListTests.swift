import Lua
import Testing

@Suite("Lists from Lua are read as they are")
struct ListTests {
  @Test(
    "whatever their length is said to be",
    arguments: [
      "math.maxinteger", "math.mininteger", "-1", "1 << 53", "1 << 62", "1e18 // 1 | 0", "1e9 // 1 | 0",
      "2.5", "'9'",
      "nil", "error('asked')",
    ])
  func falseLengths(length: String) throws {
    let state = try sandbox(LuaLimits(seconds: 5))
    let table = try #require(
      try state.first(
        """
        return setmetatable({ 1, 2 }, {
          __len = function() return \(length) end, __index = function() return 1.5 end })
        """
      ).table)
    #expect(try table.elements(as: Double.self) == [1, 2])
    #expect(try table[3].isNil)
    state.define("count") { (list: [Double]) in list.count }
    state.setGlobal("list", to: table)
    #expect(try state.first("return count(list)") == .integer(2))
  }

  @Test("and metamethods are not called")
  func untouched() throws {
    let state = try sandbox()
    let table = try #require(
      try state.first(
        "local function fail() error('called') end return setmetatable({ 7 }, { __index = fail, __len = fail })"
      ).table)
    #expect(try table.elements() == [LuaValue.integer(7)])
    #expect(try table["x"].isNil)
    #expect(try table.entries.map(\.value) == [.integer(7)])
  }

  @Test(
    "up to the first hole, which is an error, however long the table says that it is",
    arguments: [
      "local t = {} for i = 0, 62 do t[1 << i] = 1.5 end return t",
      "local t = {} for i = 0, 62 do t[1 << i] = 1.5 end t[math.maxinteger] = 1 return t",
      "return { nil, nil, 3 }", "return { 1, nil, 3 }",
    ])
  func holes(source: String) throws {
    let state = try sandbox(LuaLimits(seconds: 5))
    let table = try #require(try state.first(source).table)
    let any = #expect(throws: LuaError.self) { try table.elements(as: LuaValue.self, of: "'sizes'") }
    #expect(any?.message.hasPrefix("'sizes': element ") == true)
    #expect(any?.message.hasSuffix(": value expected, got nil") == true)
    let number = #expect(throws: LuaError.self) { try table.elements(as: Double.self) }
    #expect(number?.message.hasSuffix(": number expected, got nil") == true)
  }

  @Test("until the code that gave them is to stop")
  func stops() throws {
    let state = try sandbox()
    let interrupt = state.interrupt
    state.define("read") { (table: LuaTable) in
      interrupt.interrupt()
      return try table.elements(as: LuaValue.self).count
    }
    #expect(try state.failure("read({ 1, 2, 3 })").kind == .interrupted)
    #expect(try state.first("return 1") == .integer(1))
  }

  @Test("within the memory limit")
  func memory() throws {
    let state = try sandbox()
    let table = try #require(try state.first("local t = {} for i = 1, 2e5 do t[i] = i end return t").table)
    state.limits.memory = state.memoryUsed + 100_000
    let error = #expect(throws: LuaError.self) { try table.elements(as: LuaValue.self) }
    #expect(error?.kind == .memory)
    state.limits.memory = state.memoryUsed + (64 << 20)
    #expect(try table.elements(as: Int.self).last == 200_000)
  }

  @Test("also where the last run was stopped")
  func afterStop() throws {
    let state = try sandbox()
    let table = try #require(try state.first("return { 1, 2 }").table)
    state.limits.instructions = 1000
    #expect(try state.failure("while true do end").kind == .instructionLimit)
    #expect(try table.elements() == [1, 2])
  }
}
