import Foundation
import Testing

@testable import PinfoldCommand

/// The commands that begin with a dot, and the shell without a terminal.
@Suite("the shell's commands", .timeLimit(.minutes(2)))
struct ShellCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func shell(_ environment: [String: String] = [:]) throws -> ShellTerminal {
    let shell = try ShellTerminal(in: tool.folder, environment: environment)
    try shell.waitForPrompt()
    return shell
  }

  private func content(_ name: String) throws -> String {
    try String(contentsOf: tool.folder.appending(path: name), encoding: .utf8)
  }

  @Test(".save writes what worked, .run runs it")
  func save() throws {
    let first = try shell()
    try first.enter("x = 20")
    try first.enter("error('oh')")
    try first.enter("function twice(n)")
    try first.enter("return 2 * n end")
    #expect(try first.enter(".save mine.lua") == "2 inputs in mine.lua; pinfold run mine.lua runs it")
    #expect(try content("mine.lua") == "x = 20\nfunction twice(n)\nreturn 2 * n end\n")
    let second = try shell()
    try second.enter(".run mine.lua")
    #expect(try second.enter("twice(x) + 2") == "42")
    #expect(try second.enter(".run no.lua").contains("cannot open 'no.lua'"))
    #expect(try second.enter(".save no/such.lua").contains("cannot write"))
  }

  @Test(".save writes a script that runs by itself and prints what the shell showed")
  func savedScript() throws {
    _ = try tool.write("lon,lat,fuel,mw\n1,2,gas,3\n3,4,gas,5\n5,6,coal,1\n", to: "plants.csv")
    _ = try tool.write("scale = 10\n", to: "scale.lua")
    let shell = try ShellTerminal(["plants.csv"], in: tool.folder)
    try shell.waitForPrompt()
    try shell.enter(".timing off")
    let inputs = [
      "#d", "g = d:group('fuel', 'mw:sum')", "g:sort('mw_sum', { descending = true }) -- the largest",
      "local a, b = 2, 3", "a * b", "d.mw:sum();", "for i = 1, 2 do print(i) end", "print(a)",
      "f = strategy('grid'):frame(d, d:fit());", "#f", "x = 7 return x", "d:nothing()", ".run scale.lua",
      "scale * a",
    ]
    let shown = try inputs.map { try shell.enter($0) }.filter { !$0.contains("nothing") && !$0.isEmpty }
    #expect(try shell.enter(".save steps.lua").contains("14 inputs"))
    #expect(try content("steps.lua").hasPrefix("d = dataset(\"plants.csv\")\nprint(#d)\n"))
    let outcome = try tool("run", "steps.lua")
    #expect(
      outcome.status == 0 && outcome.output == shown.joined(separator: "\n").replacing("\"", with: "") + "\n",
      "\(outcome)")
    // The last answer is kept where an input uses it.
    try shell.enter("_ + 1")
    try shell.enter(".save steps.lua")
    #expect(try tool("run", "steps.lua").output == outcome.output + "21\n")
  }

  @Test(".save and .output leave files alone that the shell did not write, unless they are told to")
  func overwriting() throws {
    let data = "lon,lat\n1,2\n"
    for name in ["victim.csv", "other.lua"] { _ = try tool.write(data, to: name) }
    let shell = try shell()
    try shell.enter("x = 1")
    for command in ["save", "output"] {
      for name in ["victim.csv", "other.lua"] {
        #expect(
          try shell.enter(".\(command) \(name)") == "\(name) exists; .\(command)! \(name) overwrites it")
        #expect(try content(name) == data)
      }
    }
    try shell.enter(".save mine.lua")
    #expect(try shell.enter(".save mine.lua").contains("1 input in mine.lua"))
    #expect(try shell.enter(".save! other.lua").contains("1 input in other.lua"))
    #expect(try content("other.lua") == "x = 1\n")
    #expect(try shell.enter(".save!") == ".save takes a file")
  }

  @Test("the screen has its own mode again after a file whose name chose another")
  func outputMode() throws {
    let shell = try shell()
    try shell.enter(".mode md")
    #expect(try shell.enter(".output a.csv").contains("written as .mode csv"))
    try shell.enter("list('diffs')")
    try shell.enter(".output b.json")
    try shell.enter(".output")
    #expect(try shell.enter(".mode") == "md")
    try shell.enter(".output! b.json")
    try shell.enter(".mode box")
    try shell.enter(".output")
    #expect(try shell.enter(".mode") == "box")
    #expect(try content("a.csv").hasPrefix("name,"))
  }

  @Test(".save keeps an input that set a variable before an error as a comment, and says so")
  func unfinished() throws {
    let shell = try shell()
    try shell.enter("x = 20; error('oh')")
    try shell.enter("y = nothing.at_all")
    try shell.enter("x + 1")
    #expect(try shell.enter(".save mine.lua").contains("1 input that may have set variables"))
    #expect(
      try content("mine.lua")
        == "-- did not end, and may have set variables:\n-- x = 20; error('oh')\nprint(x + 1)\n")
  }

  @Test("rows and their CSV are written into files")
  func outputs() throws {
    let shell = try shell()
    try shell.enter(
      "d = points { lon = { 1, 2, 3 }, lat = { 1, 2, 3 }, fuel = { 'gas', 'coal', 'gas' }, mw = { 1, 2, 3 } }"
    )
    try shell.enter(".output fuels.csv")
    try shell.enter("d:group('fuel', 'mw:sum'):sort('mw_sum')")
    #expect(try content("fuels.csv") == "fuel,count,mw_sum\ncoal,1,2\ngas,2,4\n")
    try shell.enter(".output again.csv")
    try shell.enter("csv(d:group('fuel', 'mw:sum'):sort('mw_sum'))")
    #expect(try content("again.csv") == (try content("fuels.csv")))
    try shell.enter(".output")
    #expect(try shell.enter("csv(d:head(1))") == "id,lon,lat,fuel,mw\n0,1,1,gas,1")
  }

  @Test(
    "commands of other shells are answered with what to type",
    arguments: [
      (".tables", "a dataset is a variable"), (".schema", "d.columns"), (".import x.csv", "dataset("),
      (".exit", ".quit"),
    ])
  func habits(command: String, expected: String) throws {
    #expect(try shell().enter(command).contains(expected))
  }

  @Test(".edit opens the last block, or a file, and runs what was saved")
  func edit() throws {
    let script = "#!/bin/sh\nsed -i.bak s/40/41/ \"$1\"\n"
    let editor = try tool.write(script, to: "editor.sh")
    let shell = try shell(["EDITOR": "sh \(editor.path)"])
    try shell.enter("40 + 1")
    #expect(try shell.enter(".edit") == "41 + 1\n42")
    _ = try tool.write("print(40)\n", to: "file.lua")
    #expect(try shell.enter(".edit file.lua") == "print(41)\n41")
    let broken = try self.shell(["EDITOR": "false"])
    let complaint = try broken.enter(".edit")
    #expect(complaint.contains("the editor 'false' failed"), "\(complaint)")
  }

  @Test(".bench tells median, spread and count")
  func bench() throws {
    let shell = try shell()
    let pattern = /^[\d.]+ (ns|us|ms|s) \(median; .+ to .+ in \d+ samples? of \d+ runs?\)$/
    let text = try shell.enter(".bench 1 + 1")
    #expect(text.wholeMatch(of: pattern) != nil, "\(text)")
    #expect(try shell.enter(".bench local t = {} t[1] = 2").wholeMatch(of: pattern) != nil)
    #expect(try shell.enter(".bench 1 +").contains("bench:1:"))
    #expect(try shell.enter(".bench").contains("takes code"))
  }

  @Test(".doctor says what is there and what would bring the rest")
  func doctor() throws {
    let bin = tool.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let chafa = try tool.write("", to: "bin/chafa")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: chafa.path)
    let text = try shell(["PATH": bin.path, "LC_ALL": "C"]).enter(".doctor")
    #expect(text.contains("chafa: \(bin.path)/chafa") || text.contains("chafa\n  \(bin.path)/chafa"))
    #expect(text.contains("apt install librsvg2-bin"))
    #expect(text.contains("apt install") && text.contains("gdal-bin"))
    #expect(text.contains("not UTF-8"))
    #expect(text.contains("80 x 24"))
  }

  @Test("tells the time of what took long, unless told not to")
  func timing() throws {
    let shell = try shell()
    try shell.enter("d = generate('uniform', { count = 5000 })")
    try shell.enter("function slow() local t = os.clock() while os.clock() - t < 0.15 do end return d end")
    #expect(try shell.enter("slow();").contains(" of CPU, "))
    #expect(shell.screen.text.contains("points/s"))
    try shell.enter(".timing off")
    #expect(try shell.enter("slow();") == "")
    #expect(try shell.enter("1 + 1") == "2", "\(shell.screen.text)")
  }

  @Test("without a terminal: a text, a file or standard input, and errors are exit codes")
  func batch() throws {
    let text = try tool("-e", "print(6 * 7)")
    #expect(text.output == "42\n" && text.status == 0)
    let broken = try tool("-e", "error('oh')")
    #expect(broken.status == 1 && broken.errors.contains("-e:1: oh"))
    #expect(try tool(input: "print(1)\n").output == "1\n")
    #expect(try tool(input: "local x = = 1\n").status == 1)
    _ = try tool.write("print(#arg, arg[1])", to: "it.lua")
    #expect(try tool("run", "it.lua", "a").output == "1\ta\n")
  }
}

@Suite("the shell's history")
struct HistoryTests {
  private let tool: Tool
  private var path: String { tool.folder.appending(path: "history").path }

  init() throws { tool = try Tool() }

  @Test("blocks come back as they were", arguments: ["a", "a\nb", "a\\nb", "\\\n\\\\n", "é\n\t東"])
  func escaping(block: String) {
    #expect(!History.line(block).contains("\n"))
    #expect(History.block(History.line(block)) == block)
    var history = History(path: path)
    history.add(block)
    #expect(History(path: path).blocks == [block])
  }

  @Test("neither blanks nor the same twice; two shells add to one file")
  func adding() {
    var (one, other) = (History(path: path), History(path: path))
    one.add("a")
    one.add(" \n")
    one.add("a")
    other.add("b")
    one.add("c")
    #expect(History(path: path).blocks == ["a", "b", "c"])
  }

  @Test("a file that grew too long is cut to its end")
  func bound() {
    var history = History(path: path)
    for number in 0..<25 { history.add("\(number)") }
    #expect(History(path: path, most: 20).blocks == (5..<25).map { "\($0)" })
    #expect(History(path: path, most: 10).blocks == (15..<25).map { "\($0)" })
    // More than twice as many, so the file itself was cut.
    #expect(History(path: path, most: 100).blocks == (15..<25).map { "\($0)" })
  }

  @Test("walking shows what begins as typed, newest first, and comes back")
  func walking() {
    let blocks = ["ab", "x", "ac", "ac"]
    var walk = HistoryWalk()
    #expect(walk.previous(from: "a", in: blocks) == "ac")
    #expect(walk.previous(from: "ac", in: blocks) == "ab")
    #expect(walk.previous(from: "ab", in: blocks) == nil)
    #expect(walk.next(from: "ab", in: blocks) == "ac")
    #expect(walk.next(from: "ac", in: blocks) == "a")
    #expect(walk.next(from: "a", in: blocks) == nil)
    // A changed line begins a new walk.
    #expect(walk.previous(from: "x", in: blocks) == nil)
    #expect(walk.previous(from: "", in: blocks) == "ac")
  }
}
