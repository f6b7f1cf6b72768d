import Foundation
import TestSupport
import Testing

@Suite("the shell", .timeLimit(.minutes(2)))
struct ShellTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func shell(
    _ arguments: [String] = [], columns: Int = 80, _ environment: [String: String] = [:]
  ) throws -> ShellTerminal {
    let shell = try ShellTerminal(arguments, in: tool.folder, columns: columns, environment: environment)
    try shell.waitForPrompt()
    return shell
  }

  /// What a newcomer might type.
  private static let session = [
    "1 + 1", "for i = 1, 2 do", "print(i)", "end", "local width = 80", "_, width", "width;",
    "d = generate('uniform', { count = 30, seed = 3 })", "s = strategy('grid', { cellSize = width })",
    "f = s:frame(d, d:fit())", "f.counts", ".mode csv", "f.counts:sort():take(column { 1, 2 })", ".mode json",
    "{ { name = 'a', n = 1 } }", ".mode md", "{ { name = 'a|b', n = 1 } }", ".mode table",
    "list('representatives')", "?view", "??width", "?cellSize", "?gird", "function twice(x)", "return 2 * x",
    "end",
    "??twice", "strategy('gird')", "grid(1)", "f:plott()", "twice(nil)", "f:plot()", ".mode tabel", ".sav x",
    ".plugins", ".timing", "print(f)", "top(f, 2)", ".maxrows 3", "f", ".maxrows 0", ".maxrows", ".mode box",
    "top(f, 2)",
    "{ { name = 'é', n = 1 }, { n = 2.5 } }", ".mode table", "list('metrics')", "!echo two words", "!exit 3",
    "!", "help",
  ]

  @Test(
    "answers as it always did",
    arguments: [
      ("wide", 80, [:]), ("narrow", 40, [:]), ("dumb", 80, ["TERM": "dumb"]), ("ascii", 80, ["LC_ALL": "C"]),
    ] as [(String, Int, [String: String])])
  func transcript(name: String, columns: Int, environment: [String: String]) throws {
    let shell = try shell(["--graphics", "none"], columns: columns, environment)
    try shell.enter(".timing off")
    for line in Self.session { try shell.enter(line) }
    let text = shell.screen.text.replacing(/Pinfold \d+\.\d+\.\d+/, with: "Pinfold 0.0.0") + "\n"
    #expect(!text.contains("\u{1B}"))
    let lines = text.split(separator: "\n")
    #expect(columns == 80 || lines.allSatisfy { $0.count <= columns })
    #expect(try Snapshot.difference(of: text, from: "Shell/\(name).txt") == nil)
  }

  @Test("writes answers whole into a file, and long ones to a pager")
  func destinations() throws {
    let shell = try shell([], ["PAGER": "tail -n 2"])
    try shell.enter(".timing off")
    try shell.enter("d = generate('uniform', { count = 50, seed = 3 })")
    try shell.enter(".output answers.txt")
    #expect(try shell.enter("d") == "")
    #expect(try shell.enter("1 + 1") == "")
    #expect(try shell.enter("print('here')") == "here")
    let text = try String(contentsOf: tool.folder.appending(path: "answers.txt"), encoding: .utf8)
    #expect(text.split(separator: "\n").count == 53)
    #expect(text.hasSuffix("\n2\n"))
    try shell.enter(".output")
    #expect(try shell.enter("1 + 1") == "2")
    #expect(try shell.enter(".output no/such.txt").contains("no/such.txt"))
    #expect(try shell.enter("2 + 1") == "3")
    try shell.enter(".pager on")
    #expect(try shell.enter("d").split(separator: "\n").count == 2)
    try shell.enter(".pager off")
    #expect(try shell.enter("d").contains("more of 50"))
  }

  @Test("is left by words of other shells, unless they are variables")
  func words() throws {
    let shell = try shell()
    try shell.enter("exit = 5")
    #expect(try shell.enter("exit") == "5")
    shell.send("quit()\r")
    #expect(try shell.exit() == 0)
  }

  @Test("is left by Ctrl-D and by .quit, with success", arguments: ["\u{4}", ".quit\r"])
  func leaving(keys: String) throws {
    let shell = try shell()
    shell.send(keys)
    #expect(try shell.exit() == 0)
  }

  @Test("Ctrl-C clears what is typed, stops what runs, and keeps the session", arguments: ["xterm", "dumb"])
  func interrupt(term: String) throws {
    let shell = try shell([], ["TERM": term])
    try shell.enter("x = 3")
    try shell.enter("function f(")
    let before = shell.screen.lineCount
    shell.send("y = (\u{3}")
    try shell.waitForPrompt(below: before)
    shell.send("print('on' .. 'going') while true do end\r")
    try shell.wait(for: "ongoing")
    shell.send("\u{3}")
    try shell.wait(for: "interrupted")
    try shell.waitForPrompt(below: shell.screen.lineCount - 1)
    let (known, unknown) = (try shell.enter("x + 1"), try shell.enter("rawget(_G, 'y')"))
    #expect(known == "4" && unknown == "nil", "\(shell.screen.text)")
  }

  @Test("history brings whole blocks back, in the next shell too, and by what they begin with")
  func history() throws {
    let first = try shell()
    try first.enter("for i = 1, 2 do")
    try first.enter("print(i * 21)")
    try first.enter("end")
    try first.enter("a = 1")
    // Nothing that was there before is lost where the process is killed.
    first.killAtOnce()
    let file = tool.folder.appending(path: ".local/state/pinfold/history")
    #expect(try String(contentsOf: file, encoding: .utf8) == "for i = 1, 2 do\\nprint(i * 21)\\nend\na = 1\n")

    let second = try shell()
    second.send("\u{1B}[A")
    try second.wait("the last input") { $0.currentLine == "> a = 1" }
    second.send("\u{1B}[A")
    try second.wait("the block") { $0.text.hasSuffix("> for i = 1, 2 do\nprint(i * 21)\nend") }
    #expect(try second.enter("") == "21\n42")
    try second.enter("a = 1")
    second.send("for\u{1B}[A")
    try second.wait("the block") { $0.text.hasSuffix("> for i = 1, 2 do\nprint(i * 21)\nend") }
    second.send("\u{1B}[B")
    try second.wait("what was typed") { $0.currentLine == "> for" }
    second.send("\u{15}\u{12}21")
    try second.wait("what was searched for") { $0.text.contains("bck:21") }
    #expect(try second.enter("").contains("42"))
  }

  @Test("Tab completes after Ctrl-C at the prompt as before")
  func completionAfterInterrupt() throws {
    let shell = try shell()
    try shell.enter("d = points { lon = { 1 }, lat = { 2 } }")
    let before = shell.screen.lineCount
    shell.send("\u{3}")
    try shell.waitForPrompt(below: before)
    shell.send("d.la\t")
    try shell.wait("the column") { $0.currentLine == "> d.lat" }
  }

  @Test("Tab completes one, lists several with help, and completes paths and commands")
  func completion() throws {
    _ = try tool.write("lon,lat\n1,2\n3,4\n", to: "places.csv")
    let shell = try shell()
    shell.send("d = dataset(\"pl\t")
    try shell.wait("the path") { $0.currentLine == "> d = dataset(\"places.csv\"" }
    try shell.enter(")")
    #expect(try shell.enter("#d") == "2")
    shell.send("d:\t\t")
    try shell.wait("a list") { $0.currentLine == "> d:" && $0.text.contains("fit(options): ") }
    shell.send("\u{15}.tim\t")
    try shell.wait("the command") { $0.currentLine == "> .timing " }
    shell.send("\u{15}")
    #expect(try shell.enter("") == "")
  }

  @Test("Tab completes inside of quotes, columns, rows and files, each once")
  func completionInQuotes() throws {
    _ = try tool.write(Self.plants, to: "plants.csv")
    let shell = try shell(["plants.csv"])
    for (typed, line) in [
      ("d:where(\"fu", "d:where(\"fuel"), ("d:where(\"fuel = 'co", "d:where(\"fuel = 'coal"),
      ("d:group(\"fu", "d:group(\"fuel\""), ("d:group(\"fuel\", \"capa", "d:group(\"fuel\", \"capacity"),
      ("d:group(\"fuel\", \"capacity:su", "d:group(\"fuel\", \"capacity:sum"),
      ("d.capacity:medi", "d.capacity:median"), ("d[1].fu", "d[1].fuel"),
      ("strategy(\"kme", "strategy(\"kmeans\""),
      ("metric(\"overla", "metric(\"overlap\""), ("dataset(\"pla", "dataset(\"plants.csv\""),
      ("top(d, 2, \"capa", "top(d, 2, \"capacity\""),
    ] {
      shell.send(typed + "\t")
      try shell.wait(typed) { $0.currentLine == "> \(line)" || $0.currentLine == "> \(line):" }
      shell.send("\u{15}")
      try shell.wait("an empty line") { $0.currentLine == "> " || $0.currentLine == ">" }
    }
  }

  @Test("a file that is opened is named with its size and what to try", arguments: [80, 60])
  func opening(columns: Int) throws {
    _ = try tool.write(Self.plants, to: "plants.csv")
    let shell = try shell(["plants.csv"], columns: columns)
    let lines = shell.screen.text.split(separator: "\n").dropFirst(2).dropLast()
    // A busy machine takes long, of which a line tells.
    let text = lines.filter { !$0.contains(" of CPU") }.joined(separator: " ")
    #expect(
      text == "d is 'plants': 8 points, 2 columns try d.columns, d:head(5), "
        + "d:group(\"fuel\", \"capacity:sum\") or live(d)")
    #expect(try shell.enter("#d") == "8")
    for line in [
      "d", "d.columns", "d:group('fuel', 'capacity:sum,mean,min,max,median')", "show(d)", "d.fuel",
      "print(d)",
      "o = { datasets = { d }, strategies = { 'grid' } }", "c = compare(o)", "c", "show(c)", "print(c)",
      "d:head(2)",
      "f = strategy('grid'):frame(d, d:fit())", "f", "f:clusters()", "show(f:clusters())", "top(f, 3)",
      "list('metrics')", "show(list())", "bench(d, { strategies = { 'grid' } })",
    ] {
      // The screen would break a line that is too long.
      let before = shell.received.count
      try shell.enter(line)
      let answer = shell.received.dropFirst(before).split(separator: "\r\n").dropFirst()
      #expect(
        answer.allSatisfy { $0.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "").count <= columns },
        "\(line): \(answer)")
    }
  }

  private static let plants =
    "lon,lat,fuel,capacity\n"
    + (1...8).map { "\($0),\($0),\($0 % 2 == 0 ? "gas" : "coal"),\($0 * 10)\n" }.joined()

  @Test("a paste of several lines runs, bracketed or plain")
  func paste() throws {
    let shell = try shell()
    shell.send("\u{1B}[200~local function f(x)\r\treturn 2 * x\rend\r\u{1B}[201~")
    try shell.wait("the text") { $0.text.hasSuffix("end") }
    try shell.enter("")
    #expect(try shell.enter("f(4)") == "8")
    // Lines that are inputs each, but none together.
    shell.send("\u{1B}[200~5 + 1\r7 + 1\u{1B}[201~")
    try shell.wait("the text") { $0.text.hasSuffix("7 + 1") }
    #expect(try shell.enter("") == "6\n8")
    shell.send("y = 3\ny + 6\n")
    try shell.wait(for: "\n9\n")
  }

  @Test("text of other scripts is typed, kept and shown", arguments: ["C.UTF-8", "C"])
  func scripts(locale: String) throws {
    let shell = try shell([], ["LC_ALL": locale])
    #expect(try shell.enter("#'Zürich 東京'") == "14")
    #expect(try shell.enter("'Zürich 東京'") == "\"Zürich 東京\"")
  }

  @Test("a larger or smaller window does not disturb what is typed")
  func resize() throws {
    let shell = try shell()
    shell.send("1 + 2")
    try shell.wait(for: "1 + 2")
    shell.resize(columns: 50)
    shell.send(" + 3")
    try shell.wait(for: "1 + 2 + 3")
    #expect(try shell.enter("") == "6")
  }

  @Test("init.lua runs at the start, its errors are told and passed over, --no-init leaves it out")
  func startFile() throws {
    let folder = tool.folder.appending(path: ".config/pinfold")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("greeting = 'hello'\nerror('no luck')\n".utf8).write(to: folder.appending(path: "init.lua"))
    let first = try shell()
    #expect(first.screen.text.contains("init.lua:2: no luck"))
    #expect(try first.enter("greeting") == "\"hello\"")
    let second = try shell(["--no-init"])
    #expect(try second.enter("rawget(_G, 'greeting')") == "nil")
  }

  @Test("errors are red only where there are colours", arguments: [nil, "NO_COLOR"])
  func colors(variable: String?) throws {
    let shell = try ShellTerminal(in: tool.folder, environment: ["NO_COLOR": variable == nil ? "" : "1"])
    try shell.waitForPrompt()
    try shell.enter("error('oh')")
    #expect(shell.received.contains("\u{1B}[31m") == (variable == nil))
  }

  @Test("pictures are drawn by chafa where it is there")
  func pictures() throws {
    let chafa = try tool.write("#!/bin/sh\ncat > /dev/null\necho drawn\n", to: "chafa")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: chafa.path)
    let shell = try shell([], ["PATH": "\(tool.folder.path):/usr/bin:/bin"])
    #expect(try shell.enter("'<svg></svg>'") == "drawn")
    #expect(try shell.enter("_") == "drawn")
  }

  @Test("a plugin that is saved while the shell runs is taken up, a broken one told of")
  func hotReload() throws {
    let shell = try shell(["--plugins", "mine"])
    let folder = tool.folder.appending(path: "mine")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let plugin = """
      return { api = 1, kind = "strategy", name = "alone", version = "1.0.0", summary = "Every point alone.",
        cluster = function(points) return { clusters = {} } end }
      """
    _ = try tool.write(plugin, to: "mine/alone.lua")
    #expect(try shell.enter("strategy('alone')").contains("strategy alone"))
    _ = try tool.write("return {", to: "mine/alone.lua")
    #expect(try shell.enter("strategy('alone')").contains("alone.lua"))
    #expect(try shell.enter("strategy('alone')") == "strategy alone")
  }
}
