import Foundation
import TestSupport
import Testing

@testable import PinfoldScripting

@Suite("Operators that take a column as one value")
struct ColumnLintTests {
  private static let data = """
    quakes = points { lon = { 1, 2, 3 }, lat = { 10, 20, 30 }, mag = { 4.5, 6, 2 }, place = { "a", "b", "a" } }

    """

  /// What a session says of a script; empty for one that runs.
  private func error(_ script: String) throws -> String {
    let session = try RecordedSession()
    do {
      try session.session.run(text: Self.data + script, name: "script")
      return ""
    } catch {
      return error.message
    }
  }

  @Test(
    "are refused before the script runs, with what to write",
    arguments: [
      (
        "quakes:filter(quakes.mag:gt(4) and quakes.lat:lt(20))",
        "'and' of two masks is the second one alone; write a & b"
      ),
      ("m = quakes.mag:gt(4) or quakes.lat:lt(20)", "'or' of two masks is the first one alone; write a | b"),
      ("local a, b = quakes.mag:gt(4), quakes.lat:lt(20) local c = a and b", "write a & b"),
      ("function f(d) return d:filter(d.mag:gt(4) and d.lat:lt(20)) end", "write a & b"),
      ("function f(d) return d:filter(not d.mag:gt(4)) end", "write ~mask"),
      ("quakes:filter(not quakes.mag:gt(4))", "write ~mask"),
      ("print(quakes.mag == 6)", "'==' of a column and a number is always false; write column:eq(value)"),
      ("print('a' ~= quakes.place)", "'~=' of a column and a string is always true; write column:ne(value)"),
      ("d = quakes d = d:where('mag > 1') m = d.mag print(m == 6)", "write column:eq(value)"),
      ("print((quakes.mag + 1) == 6)", "write column:eq(value)"),
      ("f = strategy('grid'):frame(quakes, quakes:fit()) print(f.counts == 1)", "write column:eq(value)"),
      ("if quakes.mag:gt(4) then print(1) end", "a mask is true as a condition"),
      ("while quakes.mag:gt(4) & quakes.lat:lt(3) do end", "a mask is true as a condition"),
    ])
  func refused(script: String, advice: String) throws {
    let message = try error("print('ran')\n" + script)
    #expect(message.hasPrefix("script:") && message.contains(advice), "\(message)")
  }

  @Test("are refused at run time where only that can know them")
  func runTime() throws {
    for test in ["false", "true"] {
      #expect(
        try error("local function f(m) return \(test) end quakes:filter(f())")
          .contains(
            "mask expected, got \(test); ==, and, or, not take a column as one value: write column:eq(value)")
      )
      #expect(try error("local m = \(test) quakes.mag:filter(m)").contains("mask expected, got \(test)"))
    }
    #expect(
      try error("local function f(a, b) return a == b end f(quakes.mag, quakes.lat)").contains("a:eq(b)"))
    #expect(try error("local function f(a) return a < 3 end f(quakes.mag)").contains("a:lt(b)"))
  }

  @Test(
    "pass where code may be right",
    arguments: [
      "local m; if #quakes > 5 then m = quakes.mag:gt(4) end print(m and m:sum() or 0)",
      "local w = quakes.weight and quakes.weight:sum() or 1",
      "local w = nil or quakes.mag local v = quakes.mag or quakes.lat",
      "function f(size) if size == 1 then return size end return size and size:sum() end f(1)",
      "local size = 1 if quakes then size = quakes.mag end print(size == 1)",
      "local Set = {} function Set:eq(o) return true end local a = setmetatable({}, { __index = Set }) "
        + "print(a:eq(1) and a:eq(2), not a:eq(1)) if a:eq(3) then end",
      "print(quakes.mag == nil, quakes.mag ~= nil, quakes.mag == quakes.mag)",
      "print(quakes.name == 'points', quakes.mag[1] == 4.5, #quakes == 3, quakes.mag:sum() == 12.5)",
      "local s = 'x' print(s:match('x') and s:match('y'))",
      "print(#quakes:filter(function(i) return quakes.mag[i] == 6 and quakes.lat[i] > 3 end))",
      "print(#quakes:filter(quakes.mag:gt(4) & ~quakes.lat:lt(20) | quakes.place:eq('a')))",
      "goto done do print(quakes.mag:gt(4)) end ::done:: repeat local x = 1 until x == 1",
      "local t = { [1] = quakes.mag, x = quakes.mag:eq(6), quakes } for k, v in pairs(t) do print(k == 1, v == 1) end",
    ])
  func passing(script: String) throws {
    #expect(try error(script) == "")
  }

  @Test("are seen in a shell by the values of its variables")
  func shell() throws {
    let session = try RecordedSession()
    _ = session.answer(Self.data)
    #expect(session.answer("quakes.mag == 6").contains("column:eq(value)"))
    #expect(session.answer("quakes.place == 'a'").contains("column:eq(value)"))
    _ = session.answer("m = quakes.mag")
    #expect(session.answer("m == 6").contains("column:eq(value)"))
    _ = session.answer("function f(m) return m == 6 end")
    #expect(session.answer("f(6)") == "true\n")
  }

  @Test(
    "are in no script or plugin that ships; code that is cut off is read to its end",
    arguments: ["Scripts", "Plugins"])
  func shipped(folder: String) throws {
    let folder = "\(packageRoot)/\(folder)"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".lua") {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      #expect(ColumnLint.finding(in: text) == nil, "\(name)")
      for end in stride(from: 0, to: text.utf8.count, by: 97) {
        _ = ColumnLint.finding(in: String(decoding: text.utf8.prefix(end), as: UTF8.self))
      }
    }
  }
}
