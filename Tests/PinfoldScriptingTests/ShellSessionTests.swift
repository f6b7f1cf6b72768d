import PinfoldScripting
import TestSupport
import Testing

/// What the shell asks of a session.
@Suite("A shell's session")
struct ShellSessionTests {
  private let shell: RecordedSession

  init() throws { shell = try RecordedSession() }

  @Test("outermost locals live on and hide globals from later inputs only")
  func locals() {
    #expect(shell.answer("local a, b = 1, 2") == "")
    #expect(shell.answer("a + b") == "3\n")
    #expect(shell.answer("_G.a") == "nil\n")
    #expect(shell.answer("local print = 5") == "")
    #expect(shell.answer("print, type(_G.print)") == "5\t\"function\"\n")
    #expect(shell.answer("local b") == "")
    #expect(shell.answer("b") == "nil\n")
    #expect(shell.answer("b = 7; return b, _G.b") == "7\tnil\n")
    #expect(shell.answer("c = 8") == "")
    #expect(shell.answer("_G.c") == "8\n")
    #expect(shell.answer("local k <const>, l = 1, 2 return k + l") == "3\n")
    #expect(shell.answer("local function f(n) return n < 2 and 1 or n * f(n - 1) end") == "")
    #expect(shell.answer("f(5)") == "120\n")
    #expect(shell.answer("local c = c") == "")
    #expect(shell.answer("c") == "8\n")
  }

  @Test("locals inside of blocks stay there")
  func blocks() {
    #expect(shell.answer("do local inner = 1 end if true then local inner = 2 end") == "")
    #expect(shell.answer("for i = 1, 2 do local inner = i end repeat local inner = 3 until inner == 3") == "")
    #expect(shell.answer("inner").contains("unknown variable 'inner'"))
    #expect(shell.answer("local s = 'local x = 1' --[[ local y = 2 ]] local z = [[local w = 3]]") == "")
    #expect(shell.answer("s, rawget(_G, 'x'), z") == "\"local x = 1\"\tnil\t\"local w = 3\"\n")
    for name in ["x", "y", "w"] { #expect(shell.answer(name).contains("unknown variable '\(name)'")) }
    #expect(shell.answer("if false then elseif true then local e = 1 end local o = 2") == "")
    #expect(shell.answer("rawget(_G, 'e'), o") == "nil\t2\n")
    // A variable that is closed at its block's end is a local of its own input.
    #expect(
      shell.answer("local h <close> = setmetatable({}, { __close = function() shut = true end })") == "")
    #expect(shell.answer("rawget(_G, 'h'), shut") == "nil\ttrue\n")
  }

  @Test("a variable that was never set is an error with a hint, one that was set to nil is nil")
  func undefined() {
    _ = shell.answer("d = points { lon = { 1, 2 }, lat = { 3, 4 }, fuel = { 'a', 'b' } }")
    #expect(
      shell.answer("d:group(\"fuel\", sum)") == """
        error: input 2:1: unknown variable 'sum' (a text needs quotes: "sum")
          | d:group("fuel", sum)
          |                 ^
        """)
    for (input, hint) in [
      ("length = 3; print(lenght)", "(did you mean 'length', or the text \"lenght\"?)"),
      ("lenght + 1", "(did you mean 'length'?)"), ("frobnicate", "unknown variable 'frobnicate'"),
      (
        "if frobnicate then print(1) end", "rawget(_G, \"frobnicate\") is nil where there is no such variable"
      ),
      ("limit9 = limit9 or 5", "rawget(_G, \"limit9\")"), ("nil == limit9", "rawget(_G, \"limit9\")"),
      ("_G.frobnicate", "unknown variable 'frobnicate'"),
      ("(function() return frobnicate end)()", "unknown variable 'frobnicate'"),
    ] {
      let answer = shell.answer(input)
      #expect(answer.hasPrefix("error: ") && answer.contains(hint), "\(input) → \(answer)")
    }
    _ = shell.answer("x = nil")
    #expect(shell.answer("x == nil, rawget(_G, 'frobnicate')") == "true\tnil\n")
    _ = shell.answer("x = 1")
    _ = shell.answer("x = nil")
    #expect(shell.answer("x") == "nil\n")
    // Modules of others ask for what other versions of Lua have.
    #expect(shell.answer("unpack or table.unpack, setfenv, _") != "")
    #expect(shell.answer("(unpack or table.unpack)({ 7 })") == "7\n")
  }

  @Test("statements answer with the expression at their end")
  func lastExpressions() throws {
    #expect(shell.answer("a = 5; a") == "5\n")
    #expect(shell.answer("local b = 3\nb + 1") == "4\n")
    #expect(shell.answer("b = 1; f = function(x) return x * 2 end; f(b), a") == "2\t5\n")
    #expect(shell.answer("for i = 1, 2 do b = b + i end; { b, a }") == "{ 4, 5 }\n")
    #expect(shell.answer("b = 2; a + b;") == "")
    #expect(shell.answer("_") == "7\n")
    // What continues in the next line, or may, is no expression of its own.
    #expect(shell.answer("c = a\n- b") == "")
    #expect(shell.answer("c") == "3\n")
    #expect(shell.answer("a = 5; a +") == "…")
    #expect(shell.answer("x = = 1; a").contains("unexpected symbol near '='"))
    let other = try RecordedSession()
    for input in ["a = 5; a", "local b = 3\nb + 1"] { _ = other.answer(input) }
    #expect(other.session.script.text == "a = 5; print(a)\nlocal b = 3\nprint(b + 1)\n")
  }

  @Test("the last answer is _, and a semicolon keeps quiet")
  func lastAnswer() {
    #expect(shell.answer("6 * 7") == "42\n")
    #expect(shell.answer("_ + 1;") == "")
    #expect(shell.answer("_ -- ;") == "43\n")
    #expect(shell.answer("x = 1") == "")
    #expect(shell.answer("_") == "43\n")
    #expect(shell.answer("local _, n = 9, 10") == "")
    #expect(shell.answer("_, n") == "9\t10\n")
    #expect(shell.answer("';'") == "\";\"\n")
  }

  @Test("an error in a function of an earlier input shows that input's line, and where")
  func errors() {
    _ = shell.answer("function f(t)\n  return t.x.y\nend")
    #expect(
      shell.answer("f({})").hasPrefix(
        """
        error: input 1:2: attempt to index a nil value (field 'x')
          | return t.x.y
          |          ^
        """))
    #expect(shell.answer("prnt(1)").contains("unknown variable 'prnt' (did you mean 'print'?)"))
    #expect(shell.answer("grid { cellSize = 3 }").contains("did you mean strategy(\"grid\")?"))
    _ = shell.answer("d = generate('uniform', { count = 3 })")
    #expect(shell.answer("d:fitt()").contains("dataset has no 'fitt' (did you mean 'fit'?)"))
    #expect(shell.answer("d.nam.x").contains("dataset has no 'nam' (did you mean 'name'?)"))
    #expect(
      shell.answer("strategy('gird')").hasSuffix(
        """
          | strategy('gird')
          |           ^
        """))
  }

  @Test("the caret stands under what is unknown")
  func carets() {
    #expect(shell.answer("generate('cities', { cont = 1 })").hasSuffix("\n  |                      ^"))
    #expect(shell.answer("x = = 1").hasSuffix("\n  | x = = 1"))
  }

  @Test("help tells of functions, methods, things with names, parameters and variables")
  func help() throws {
    func help(_ name: String) -> String { shell.session.help(about: name) ?? "" }
    #expect(help("strategy").hasPrefix("strategy(name, parameters) → strategy\n  A clustering strategy"))
    #expect(help("strategy").contains("example: grid = strategy(\"grid\""))
    #expect(help("frame.plot").hasPrefix("frame:plot(options) → string\n"))
    #expect(help("grid").contains("cellSize = 60 screen points; a number in 1…4096"))
    #expect(help("grid").contains("example: strategy(\"grid\", { "))
    #expect(help("grid.cellSize").hasPrefix("cellSize, a parameter of strategy 'grid'"))
    #expect(help("cellSize").contains("strategy 'quadtree'"))
    #expect(help("overlap").contains("metric 'overlap'") && help("overlap").contains("source:"))
    #expect(help("string.format").contains("#pdf-string.format"))
    _ = shell.answer("d = generate('uniform', { count = 3 })")
    #expect(help("d").hasPrefix("d is dataset 'uniform(count=3)': 3 points\ndataset: fields and methods\n"))
    #expect(help("d:fit").contains("dataset:fit(options) → view"))
    #expect(help("build").contains("Returns an index of all points"))
    #expect(help("nested").contains("Clusters at a zoom are unions of clusters"))
    #expect(help("reach").contains("How far around the view, in screen points, points can matter"))
    #expect(help("log").contains("log(...)") && help("log").contains("writes values to standard error"))
    #expect(help("group").contains("groups points by another strategy"))
    #expect(
      shell.session.complete("strategy(function(points) return gro").candidates.map(\.text) == ["group"])
    #expect(help("StrategyPlugin").contains("Assigns the points it gets to clusters"))
    #expect(shell.session.help(about: "nonsense") == nil)
    #expect(shell.session.closestName(to: "gird") == "grid")
    let narrow = try #require(shell.session.help(about: "strategy", width: 40))
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 || $0.contains("example") })
  }

  @Test("the code of what is written in Lua is shown, the place of the rest told")
  func sources() throws {
    _ = shell.answer("x = 1")
    _ = shell.answer("y = 2\nfunction f(a)\n  return a\nend")
    #expect(shell.session.source(of: "f") == "-- input 2, line 2\nfunction f(a)\n  return a\nend\n")
    #expect(
      shell.session.source(of: "dataset")?.hasPrefix("built in, in Swift\ndataset(path, options)") == true)
    #expect(shell.session.source(of: "grid")?.contains("built in") == true)
    #expect(shell.session.source(of: "nonsense") == nil)
    _ = shell.answer("plugin('\(packageRoot)/Plugins/hexgrid.lua')")
    #expect(shell.session.source(of: "hexgrid")?.contains("kind = \"strategy\"") == true)
  }

  @Test("a text of several inputs is taken apart, one with a mistake is not")
  func inputs() {
    #expect(shell.session.inputs(in: "1\n2") == ["1", "2"])
    #expect(shell.session.inputs(in: "x = 1\ny = 2") == ["x = 1\ny = 2"])
    #expect(
      shell.session.inputs(in: "x = 1\nx\nfor i = 1, 2 do\nend\nx") == [
        "x = 1", "x", "for i = 1, 2 do\nend", "x",
      ])
    #expect(shell.session.inputs(in: "for i = 1, 2 do\nx = = 1\nend").count == 1)
    #expect(shell.session.inputs(in: "for i = 1, 2 do\n1").count == 1)
  }

  @Test("rows are shown as a table that fits, or as CSV, JSON or Markdown")
  func presentation() throws {
    shell.session.presentation = Presentation()
    let rows =
      "{ { name = 'a long name, and a longer one', n = 1.23456789, z = true }, { name = 'b|c', n = 2 } }"
    #expect(
      shell.answer(rows) == """
             n  name                           z
        1.2346  a long name, and a longer one  true
        2.0000  b|c

        """)
    shell.session.presentation?.width = 30
    #expect(
      shell.answer(rows) == """
             n  name              z
        1.2346  a long name, an…  true
        2.0000  b|c

        """)
    shell.session.presentation?.mode = .csv
    #expect(shell.answer(rows) == "n,name,z\n1.23456789,\"a long name, and a longer one\",true\n2,b|c,\n")
    shell.session.presentation?.mode = .md
    #expect(shell.answer(rows).hasSuffix("| 2 | b\\|c |  |\n"))
    shell.session.presentation?.mode = .json
    #expect(shell.answer("{ { n = 1 } }") == "[\n  {\n    \"n\": 1\n  }\n]\n")
    shell.session.presentation = Presentation()
    shell.session.presentation?.mostRows = 2
    #expect(
      shell.answer("column { 3, 1.5, 2 }")
        == "column: 3 values\nindex  value\n    1    3.0\n    2    1.5\n… 1 more of 3\n")
    #expect(shell.answer("{ 1, 2 }") == "{ 1, 2 }\n")
    #expect(shell.answer("column {}") == "column: 0 values\n")
    #expect(shell.answer("list('diffs'):where(\"name = 'none'\")").hasPrefix("no rows; columns: name, "))
    #expect(shell.answer("column { 4, 4, 5 }:group()").contains("group  count  first\n"))
  }

  @Test("a picture is drawn where that can be done, else told of")
  func pictures() {
    shell.session.presentation = Presentation()
    #expect(shell.answer("'<svg></svg>'").hasPrefix("an SVG picture, 1 kB; io.open("))
    shell.session.presentation?.picture = { "drawn \($0.count)\n" }
    #expect(shell.answer("'<svg></svg>'") == "drawn 11\n")
    #expect(shell.answer("'svg'") == "\"svg\"\n")
  }

  @Test("bench runs code again and again")
  func bench() throws {
    let benchmark = try shell.session.bench("n = (rawget(_G, 'n') or 0) + 1")
    #expect(benchmark.samples.count >= 3 && benchmark.samples.allSatisfy { $0 > 0 })
    #expect(throws: ScriptError.self) { try shell.session.bench("1 +") }
    #expect(throws: ScriptError.self) { try shell.session.bench("error('oh')") }
  }
}
