import PinfoldScripting
import TestSupport
import Testing

@Suite("A session")
struct SessionTests {
  @Test("echoes expressions, runs statements, and asks for more where input is unfinished")
  func evaluation() throws {
    let shell = try RecordedSession()
    #expect(shell.answer("1 + 1") == "2\n")
    #expect(shell.answer("'a\\n\"b\"', nil, true") == #""a\n\"b\"""# + "\tnil\ttrue\n")
    #expect(shell.answer("x = 7") == "")
    #expect(shell.answer("x") == "7\n")
    #expect(shell.answer("print(x, 'y')") == "7\ty\n")
    #expect(shell.answer("for i = 1, 2 do") == "…")
    #expect(shell.answer("for i = 1, 2 do\nprint(i) end") == "1\n2\n")
    #expect(shell.answer("{ 1, 2, name = 'n', { 3 } }") == "{ 1, 2, { 3 }, name = \"n\" }\n")
    #expect(shell.answer("{}") == "{}\n")
  }

  @Test("print shows one object or table as the shell does, and several values in a line")
  func printing() throws {
    let shell = try RecordedSession()
    _ = shell.answer("d = points { lon = { 0, 10.25 }, lat = { 0, 5 }, title = { 'a', 'b' } }")
    _ = shell.answer("f = strategy('none'):frame(d, view(5, 2, 3))")
    #expect(
      shell.answer("print(f)") == """
        frame: 2 clusters of 2 points at zoom 3
        cluster  count  name    lon  lat         x         y  stack
              1      1  b     10.25    5  669.8667  382.8995  true
              2      1  a      0.00    0  611.5556  411.3801  true

        """)
    #expect(shell.answer("print({ 1, { a = 'x' } })") == "{ 1, { a = \"x\" } }\n")
    #expect(shell.answer("print({ { n = 1, s = 'é' }, { n = 22.5 } })") == "   n  s\n 1.0  é\n22.5\n")
    #expect(shell.answer("print(f, 1)") == "frame: 2 clusters of 2 points at zoom 3\t1\n")
    #expect(shell.answer("print(setmetatable({}, { __tostring = function() return 'own' end }))") == "own\n")
    #expect(shell.answer("print('<svg>')") == "<svg>\n")
  }

  @Test("a view is three numbers too")
  func views() throws {
    let shell = try RecordedSession()
    #expect(shell.answer("view(-73.9, 40.7, 12)") == "view: -73.9, 40.7 at zoom 12, 1280 × 800\n")
    #expect(
      shell.answer("view(1, 2, 3, { width = 400, bearing = 30 })")
        == "view: 1, 2 at zoom 3, 400 × 800, bearing 30\n")
    #expect(shell.answer("view(1, 2)").contains("longitude, latitude and zoom, as in view(2.35, 48.86, 6)"))
    #expect(shell.answer("view(1, 2, 99)").contains("'zoom' is 99; it takes a number in"))
    #expect(shell.answer("view(1, 2, 3, { heigth = 4 })").contains("did you mean 'height'?"))
  }

  @Test("top sorts rows and clusters, the greatest first and equal ones as they were")
  func top() throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      "rows = { { n = 1, s = 'x' }, { n = 5, s = 'b' }, { s = 'c' }, { n = 5, s = 'a' }, { n = 0/0 } }")
    #expect(shell.answer("for _, r in ipairs(top(rows, 3, 'n')) do print(r.s) end") == "b\na\nx\n")
    #expect(shell.answer("for _, r in ipairs(top(rows, nil, 's')) do print(r.s) end") == "a\nb\nc\nx\nnil\n")
    #expect(shell.answer("#top(rows, 0, 'n'), #top({}, 3, 'n'), #top(rows, -1, 'n')") == "0\t0\t0\n")
    #expect(shell.answer("top(rows, 2, 'm')").contains("the list has no 'm' (did you mean 'n'?)"))
    #expect(shell.answer("top(rows, 2)").contains("the name of a column expected"))
    #expect(shell.answer("top(5)").contains("a list of tables, a dataset or a frame expected, got number"))
    _ = shell.answer(
      "f = strategy('grid'):frame(points { lon = { 0, 50, 50.1 }, lat = { 0, 5, 5 } }, view(0, 0, 2))")
    #expect(shell.answer("top(f, 1)[1].count, #top(f), top(f, 1, 'lon')[1].count") == "2\t2\t2\n")
    #expect(shell.answer("top(f, 1, 'contu')").contains("did you mean 'count'?"))
  }

  @Test("plot takes one frame or a list")
  func plots() throws {
    let shell = try RecordedSession()
    _ = shell.answer("f = strategy('none'):frame(points { lon = { 0 }, lat = { 0 } }, view(0, 0, 2))")
    #expect(shell.answer("plot(f) == plot { f }") == "true\n")
    #expect(shell.answer("plot(3)").contains("a frame or a list of frames expected, got a number"))
    #expect(shell.answer("plot { f, 3 }").contains("a frame or a list of frames expected, got a number"))
  }

  @Test("names of other tools lead on, and messages name the options of scripts")
  func leads() throws {
    let shell = try RecordedSession(unsafe: true)
    #expect(shell.answer("load('x.csv')").hasSuffix("did you mean dataset(\"x.csv\")?\n"))
    #expect(!shell.answer("load('return 1 +')").contains("did you mean"))
    #expect(shell.answer("read_csv('x.csv')").contains(#"did you mean dataset("stations.csv")?"#))
    #expect(
      shell.answer("dataset('\(packageRoot)/Package.swift')").contains("name them with 'lon' and 'lat'"))
    _ = shell.answer("f = strategy('none'):frame(points { lon = { 0 }, lat = { 0 } }, view(0, 0, 2))")
    #expect(shell.answer("metric('churn'):measure(f).undefined.share") == "\"needs-frames\"\n")
    #expect(
      shell.answer("metric('churn'):measure(f).why")
        == "\"The metric looks at more frames than there are. Give it a list, as in measure { old, new }.\"\n"
    )
  }

  @Test("says where an error is, shows the line, and lives on")
  func errors() throws {
    let shell = try RecordedSession()
    #expect(
      shell.answer("local t = nil\nreturn t.x") == """
        error: input 1:2: attempt to index a nil value (global 't')
          | return t.x
          |        ^
        """)
    #expect(shell.answer("x ==").hasPrefix("…"))
    #expect(shell.answer("x = = 1").contains("input 2:1: unexpected symbol near '='"))
    #expect(shell.answer("strategy('gird')").contains("unknown strategy 'gird' (did you mean 'grid'?)"))
    #expect(shell.answer("strategy('grid', { cellSize = -1 })").contains("it takes a number in 1…4096"))
    #expect(shell.answer("view { lon = 0, lat = 91, zoom = 3 }").contains("the view's latitude is 91"))
    #expect(
      shell.answer("view { lon = 0, lat = 0, zom = 3 }").contains(
        "a view has no 'zom' (did you mean 'zoom'?)"))
    #expect(
      shell.answer("dataset('no/such.csv')").contains("cannot read no/such.csv: no such file or directory"))
    #expect(shell.answer("generate('uniform', { cont = 3 })").contains("did you mean 'count'?"))
    #expect(shell.answer("1 + 1") == "2\n")
  }

  @Test("stops an endless chunk from another thread and keeps everything")
  func interrupt() throws {
    let shell = try RecordedSession()
    _ = shell.answer("kept = 42")
    for endless in ["while true do end", "while true do pcall(function() while true do end end) end"] {
      let interrupter = shell.session.interrupter
      let repeating = Repeating { interrupter.interrupt() }
      #expect(shell.answer(endless).contains("interrupted"))
      repeating.stop()
    }
    #expect(shell.settled("kept") == "42\n")
  }

  @Test("stops a long native call from another thread")
  func interruptNative() throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      "d = generate('uniform', { count = 20000 }) s = strategy('kmeans', { k = 2000, tolerance = 0 })")
    let interrupter = shell.session.interrupter
    let repeating = Repeating { interrupter.interrupt() }
    let answer = shell.answer("for i = 1, 1000 do s:frame(d, d:fit()) end")
    repeating.stop()
    #expect(answer.contains("interrupted") || answer.contains("cancelled"), "\(answer)")
    #expect(shell.settled("#d") == "20000\n")
  }

  @Test("finds its arguments, and modules beside the script")
  func files() throws {
    let folder = TemporaryFolder()
    _ = folder.write("helper.lua", "return { twice = function(x) return 2 * x end }")
    let script = folder.write(
      "main.lua", "#!/usr/bin/env pinfold run\nprint(require('helper').twice(tonumber(arg[1])))")
    let run = try RecordedSession(arguments: ["21"])
    try run.session.run(file: script)
    #expect(run.output == "42\n")
  }

  @Test("an unknown variable of a script, or of a module that it requires, is an error with its line")
  func unknownVariables() throws {
    let folder = TemporaryFolder()
    _ = folder.write("helper.lua", "known = 1\nreturn function() return known, unknwn end")
    let run = try RecordedSession()
    for (code, expected) in [
      ("print(1)\nprint(threshold)", "main.lua:2: unknown variable 'threshold' (a text needs quotes:"),
      ("local f = require('helper')\nf()", "helper.lua:2: unknown variable 'unknwn'"),
    ] {
      let script = folder.write("main.lua", code)
      let error = #expect(throws: ScriptError.self) { try run.session.run(file: script) }
      #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
    }
  }

  @Test("names file and line where a script fails, and who called")
  func scriptErrors() throws {
    let folder = TemporaryFolder()
    let script = folder.write(
      "broken.lua",
      """
      local function inner() error("no luck") end
      local function outer() inner() return 1 end
      outer()
      """)
    let run = try RecordedSession()
    let error = #expect(throws: ScriptError.self) { try run.session.run(file: script) }
    let text = error?.description ?? ""
    #expect(text.contains("broken.lua:1: no luck"))
    #expect(text.contains("| local function inner()"))
    #expect(text.contains("called from"))
    #expect(throws: ScriptError.self) { try run.session.run(file: "no/such.lua") }
  }
}
