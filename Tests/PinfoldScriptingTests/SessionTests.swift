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
