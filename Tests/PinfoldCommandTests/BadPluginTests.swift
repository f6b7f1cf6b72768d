import Foundation
import Testing

@Suite("bad plugins: one clear message with its place, exit code 1, no file")
struct BadPluginTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write("id,lon,lat\na,2.35,48.86\nb,2.36,48.87\n", to: "good.csv")
  }

  static let failures = [
    ("error('no luck')", "bad.lua:2: no luck"),
    ("return nil + 1", "bad.lua:2: attempt to perform arithmetic on a nil value"),
    ("while true do end", "the time limit was exceeded"),
    ("return ('x'):rep(1 << 40)", "memory"),
    ("local t = {} while true do t[#t + 1] = ('x'):rep(1 << 23) .. #t end", "memory"),
    ("return { clusters = {{1, 2}, {2}} }", "point 'a' is in two clusters"),
    ("return { clusters = {{1}} }", "point 'a' is in view but in no cluster"),
    ("return { clusters = {{1, 2, 3}} }", "cluster 1 has the member 3, which is no point"),
    ("return { clusters = {{1, 2}}, x = {0/0}, y = {1} }", "cluster 1 stands at"),
  ]

  @Test("what they print goes to standard error with their name, and results are not disturbed")
  func prints() throws {
    try tool.write(
      """
      return { api = 1, kind = "strategy", name = "loud", summary = "s", cluster = function(points)
        print("hello", #points, "\\27[31m")
        return { groups = points:grid(60):group() }
      end }
      """, to: "loud.lua")
    let outcome = try tool(
      "cluster", "good.csv", "--plugin", "loud.lua", "--strategy", "loud", "--format", "json")
    #expect(outcome.status == 0)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) }
    #expect(outcome.errors.contains("plugin loud.lua: hello\t2\t\\27[31m"), "\(outcome.errors)")
  }

  @Test("what they log goes to standard error once, with its place in the file")
  func logs() throws {
    try tool.write(
      """
      return { api = 1, kind = "strategy", name = "loud", summary = "s", cluster = function(points)
        for round = 1, 3 do log("round", round // 2) end
        return { groups = points:grid(60):group() }
      end }
      """, to: "loud.lua")
    let outcome = try tool("cluster", "good.csv", "--plugin", "loud.lua", "--strategy", "loud")
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("plugin ") }
    #expect(lines == ["plugin loud.lua:2: round\t0", "plugin loud.lua:2: round\t1"], "\(outcome.errors)")
  }

  @Test("limits name themselves and the option that raises them")
  func limits() throws {
    func complaint(_ body: String, _ option: String, _ value: String) throws -> String {
      try tool.write(
        "return { api = 1, kind = 'strategy', name = 'bad', summary = 's', cluster = function(points)\n\(body) end }",
        to: "bad.lua")
      return try tool("cluster", "good.csv", "--plugin", "bad.lua", "--strategy", "bad", option, value)
        .complaint
    }
    #expect(
      try complaint("while true do end", "--plugin-time", "0.2")
        .hasSuffix(
          "time limit exceeded: 'cluster' may take 0.2 s of processor time; --plugin-time gives more"))
    #expect(
      try complaint(
        "local t = {} while true do t[#t + 1] = ('x'):rep(1 << 20) .. #t end", "--plugin-memory", "16"
      )
      .hasSuffix("not enough memory: a plugin may hold 16 MB; --plugin-memory gives more"))
    for body in [
      "\n\nlocal c = arange(1, 1e12)",
      "local t = {}\n\nfor i = 1, 1e7 do t[i % 100 + 1] = arange(1, 1e5) end",
    ] {
      let told = try complaint(body + "\nreturn { groups = c:group() }", "--plugin-memory", "16")
      #expect(told.contains("bad.lua:4: not enough memory"), "the line that fails: \(told)")
    }
    #expect(try complaint("", "--plugin-time", "0").contains("a positive number of seconds expected"))
  }

  @Test("that fail or answer nonsense", arguments: failures)
  func answers(body: String, message: String) throws {
    try tool.write(
      "return { api = 1, kind = 'strategy', name = 'bad', summary = 's', cluster = function(points)\n\(body) end }",
      to: "bad.lua")
    // Who fills memory may take long on a slow machine.
    let patience = message.contains("time") ? "3" : "300"
    let outcome = try tool(
      "cluster", "good.csv", "--plugin", "bad.lua", "--plugin-time", "300", "--strategy", "bad", "--timeout",
      patience, "--output", "result.json")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.complaint.hasPrefix("pinfold: ") && outcome.complaint.contains(message), "\(outcome.complaint)")
    #expect(!outcome.complaint.contains("\n"), "\(outcome.complaint)")
    #expect(try !tool.files.contains { $0.hasPrefix("result") })
  }

  @Test("that cannot be loaded")
  func loading() throws {
    try tool.write("return { api = 7 }", to: "later.lua")
    try tool.write("return {", to: "broken.lua")
    for (file, message) in [
      (
        "later.lua",
        "later.lua:1: written for plugin API 7; this is 1, so another version of Pinfold or of the plugin is needed"
      ),
      ("broken.lua", "broken.lua:1: unexpected symbol near <eof>"),
      ("none.lua", "none.lua: cannot open 'none.lua': No such file or directory"),
    ] {
      let outcome = try tool("cluster", "good.csv", "--plugin", file)
      #expect(outcome.status == 1)
      #expect(outcome.complaint == "pinfold: \(message)")
    }
  }

  @Test("in a comparison are recorded, and stop no other strategy")
  func comparison() throws {
    try tool.write(
      "return { api = 1, kind = 'strategy', name = 'bad', summary = 's', cluster = function() error('no luck') end }",
      to: "bad.lua")
    let outcome = try tool(
      "compare", "good.csv", "--plugin", "bad.lua", "--strategy", "grid,bad", "--zooms", "3")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("grid") && outcome.errors.contains("no luck"), "\(outcome.errors)")
  }
}
