import Foundation
import Testing

@Suite("pinfold run, and scripts from standard input")
struct ScriptTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test("a file, code, and standard input are run")
  func sources() throws {
    try tool.write("print(1 + 1)\n", to: "two.lua")
    #expect(try tool("run", "two.lua").output == "2\n")
    #expect(try tool("run", "-e", "print(1 + 2)").output == "3\n")
    #expect(try tool("run", "-", input: "print(2 + 2)\n").output == "4\n")
    #expect(try tool(input: "print(2 + 3)\n").output == "5\n")
  }

  @Test("code on the command line prints the value of an expression, as the shell does")
  func expressions() throws {
    #expect(try tool("run", "-e", "1 + 1").output == "2\n")
    #expect(try tool("-e", "1 + 1, 'a'").output == "2\t\"a\"\n")
    #expect(try tool("-e", "{ { n = 1, s = 'x' } }").output == "n  s\n1  x\n")
    #expect(try tool("-e", "1 + 1;").output == "")
    #expect(try tool("-e", "local x = 2 print(x)").output == "2\n")
    let open = try tool("-e", "for i = 1, 2 do")
    #expect(open.status == 1 && open.complaint.contains("-e:1: 'end' expected near <eof>"))
    let wrong = try tool("-e", "1 + nil")
    #expect(wrong.status == 1 && wrong.complaint.hasPrefix("pinfold: -e:1: attempt to perform arithmetic"))
  }

  @Test("a data file in the place of a subcommand is read as d, by code, standard input and the shell")
  func data() throws {
    try tool.write("lon,lat,name\n1,2,a\n3,4,b\n", to: "places.csv")
    #expect(try tool("places.csv", "-e", "#d").output == "2\n")
    #expect(try tool("towns", "-e", "#d").output == "7343\n")
    #expect(try tool("shell", "places.csv", input: "print(d.name[2])\n").output == "b\n")
    #expect(try tool("places.csv", input: "print(#d)\n").output == "2\n")
    let missing = try tool("plces.csv")
    #expect(
      missing.status == 64 && missing.complaint.contains("there is no file 'plces.csv', and no subcommand"))
    try tool.write("not data", to: "words.bin")
    #expect(try tool("words.bin", "-e", "1").status == 1)
  }

  @Test("an error names its place and exits with 1")
  func errors() throws {
    try tool.write("\nerror('oh')\n", to: "bad.lua")
    let outcome = try tool("run", "bad.lua")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.hasPrefix("pinfold: bad.lua:2: oh"))
    #expect(try tool("run", "nosuch.lua").status == 1)
    #expect(try tool(input: "x = = 2\n").status == 1)
  }

  @Test("scripts read files anywhere, and write below the working directory and to paths that are arguments")
  func files() throws {
    let elsewhere = try Tool()
    let path = try elsewhere.write("lon,lat\n1,2\n", to: "there.csv").path
    #expect(
      try tool("run", "-e", "print(#dataset('\(path)'), io.open('\(path)'):read())").output == "1\tlon,lat\n")
    #expect(try tool(input: "print(#dataset('\(path)'))\n").output == "1\n")
    try tool.write("lon,lat\n1,2\n3,4\n", to: "mine.csv")
    #expect(try tool("-e", "#dataset('~/mine.csv')").output == "2\n", "HOME is the tool's folder")
    let target = elsewhere.folder.appending(path: "out.txt").path
    try tool.write("local f <close> = assert(io.open(arg[1], 'w')) f:write('x')", to: "write.lua")
    #expect(try tool("run", "write.lua", target).status == 0)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "x")
    let other = elsewhere.folder.appending(path: "other.txt").path
    let refused = try tool("run", "-e", "assert(io.open('\(other)', 'w'))")
    #expect(refused.status == 1 && refused.complaint.contains("is outside of"))
    #expect(try tool("run", "--confined", "write.lua", target).status == 1)
    #expect(try tool("-e", "dataset('/dev/zero')").complaint.contains("not a regular file"))
  }

  @Test("a confined script reads files that are given as arguments, wherever they are; others not")
  func givenFiles() throws {
    let elsewhere = try Tool()
    let path = try elsewhere.write("lon,lat\n1,2\n", to: "given.csv").path
    try tool.write("print(#dataset(arg[1]), io.open(arg[1]):read())", to: "count.lua")
    #expect(try tool("run", "--confined", "count.lua", path).output == "1\tlon,lat\n")
    let outcome = try tool("run", "--confined", "-e", "dataset('\(path)')")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("--unsafe opens everything"))
  }

  @Test("help is still help")
  func help() throws { #expect(try tool("run", "--help").output.hasPrefix("OVERVIEW: Run a Lua script.")) }

  @Test("a script keeps to the limits that it is given")
  func limits() throws {
    let cases = [
      (["--memory-limit", "8"], "local t = {} while true do t = { t } end", "not enough memory"),
      (
        ["--memory-limit", "8"], "local t, c = {}, column{1, 2} while true do t[#t + 1] = c + 1 end",
        "not enough memory"
      ),
      (["--time-limit", "0.1"], "while true do end", "time limit exceeded"),
      (["--instruction-limit", "5000"], "while true do end", "instruction limit exceeded"),
    ]
    for (options, code, message) in cases {
      let outcome = try tool.run(["run"] + options + ["-e", code])
      #expect(outcome.status == 1 && outcome.complaint.contains(message), "\(outcome.complaint)")
    }
  }
}
