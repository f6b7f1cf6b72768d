import Foundation
import Testing

@Suite("scripts as subcommands")
struct ScriptCommandTests {
  private let tool: Tool

  private static let count = """
    -- Count points. More follows, which no list shows.
    local given = command {
      summary = "Count points",
      about = "It reads a file and counts its points, and this line is long enough to need a second one.",
      arguments = { { name = "data", default = "towns", doc = "The points." } },
      options = {
        { name = "leastWeight", type = "number", min = 0, default = 1, doc = "Least weight." },
        { name = "by", choices = { "rows", "points" }, default = "rows", doc = "What to count." },
        { name = "loud", type = "boolean", doc = "Say it loudly." },
        { name = "fit", type = "boolean", default = true, doc = "Fit." },
      },
      examples = { "pinfold count stations.csv" },
    }
    print(given.data, given.leastWeight, given.by, given.loud, given.fit)
    """

  init() throws {
    tool = try Tool()
    let folder = tool.folder.appending(path: "Scripts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try tool.write(Self.count, to: "Scripts/count.lua")
  }

  @Test("a script runs another one with values by name, which are checked, and gets what it returns")
  func nested() throws {
    func run(_ lua: String) throws -> (status: Int32, output: String, errors: String) {
      let outcome = try tool.run(["run", "-e", lua])
      return (outcome.status, outcome.output, outcome.errors)
    }
    try tool.write(
      "\(Self.count)\nreturn { twice = given.leastWeight * 2, data = given.data }", to: "Scripts/twice.lua")
    try tool.write("return script('loop')", to: "Scripts/loop.lua")
    let call =
      "r = script('twice', { leastWeight = 4, data = { 1, 2 }, loud = true }) print(r.twice, #r.data, #arg)"
    #expect(try run(call).output.hasSuffix("8\t2\t0\n"))
    #expect(try run("print(script('twice').twice)").output == "towns\t1\trows\tnil\ttrue\n2\n")
    for (lua, reason) in [
      ("script('twice', { leastWeight = -1 })", "leastWeight '-1': expected a number from 0 on"),
      ("script('twice', { weight = 1 })", "unknown value 'weight'"),
      ("script('twise')", "did you mean 'twice'?"),
      ("script('../twice')", "no script has the name '../twice'"), ("script('loop')", "overflow"),
    ] {
      let outcome = try run(lua)
      #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
    }
  }

  @Test("options of reading a file that take lists are split as those of built-in commands")
  func lists() throws {
    try tool.write(
      """
      local given = command { summary = "Read", arguments = { { name = "data" } }, reading = true }
      local points = dataset(given.data, given.reading)
      local names = {}
      for _, column in ipairs(points.columns) do if not column.column:match("^l") then names[#names + 1] = column.column end end
      print(#points, table.concat(names, "|"))
      """, to: "Scripts/read.lua")
    try tool.write("id,lon,lat,Ort,PLZ,\"a,b\"\n1,8,47,x,1,\"1,000\"\n2,9,60,y,2,2\n", to: "a.csv")
    for (words, output) in [
      (["--within", "5,40,15,50"], "1\tOrt|PLZ|a,b\n"), (["--within=-10,40,15,50"], "1\tOrt|PLZ|a,b\n"),
      (["--attributes", "Ort,PLZ"], "2\tOrt|PLZ\n"),
      (["--attributes", "Ort", "--attributes", "PLZ"], "2\tOrt|PLZ\n"),
      (["--attributes", "PLZ,\"a,b\""], "2\tPLZ|a,b\n"), (["--attributes", "all"], "2\tOrt|PLZ|a,b\n"),
      (["--attributes", "none"], "2\t\n"),
      (["--attributes", "Ort,PLZ", "--numbers", "PLZ,\"a,b\""], "2\tOrt|PLZ|a,b\n"),
    ] {
      let outcome = try tool.run(["read", "a.csv"] + words)
      #expect(outcome.output == output, "\(words): \(outcome)")
    }
    #expect(
      try tool("read", "a.csv", "--within", "5,40,15").complaint.contains("it takes west, south, east, north")
    )
  }

  @Test("a script of the folder Scripts runs by its name, with flags and arguments in any order")
  func runs() throws {
    #expect(try tool("count").output == "towns\t1\trows\tnil\ttrue\n")
    let given = ["count", "--loud", "a.csv", "--least-weight=2.5", "--by", "points", "--no-fit"]
    #expect(try tool.run(given).output == "a.csv\t2.5\tpoints\ttrue\tfalse\n")
    #expect(try tool("count", "--", "--loud").output == "--loud\t1\trows\tnil\ttrue\n")
    #expect(try tool("run", "Scripts/count.lua", "b.csv").output == "b.csv\t1\trows\tnil\ttrue\n")
  }

  @Test("help shows what the script declares, and the list of commands its first sentence")
  func help() throws {
    let help = try tool("count", "--help").output
    #expect(help.hasPrefix("OVERVIEW: Count points\n\nIt reads a file"))
    #expect(help.contains("USAGE: pinfold count [<options>] [<data>]\n"))
    #expect(help.contains("  --least-weight <number>\n                          Least weight. Default: 1.\n"))
    #expect(help.contains("  --fit/--no-fit          Fit. Default: true.\n"))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try tool("help", "count").output == help)
    let script = try tool("run", "Scripts/count.lua", "-h").output
    #expect(script == help.replacing("pinfold count [", with: "pinfold run Scripts/count.lua ["))
    let all = try tool("--help").output
    #expect(all.contains("\nSCRIPTS:\n") && all.contains("  count                   Count points\n"))
    #expect(all.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(
    "mistakes in a command line end with 64 and say what is taken",
    arguments: [
      (["count", "--least-weight", "x"], "--least-weight 'x': expected a number from 0 on"),
      (["count", "--least-weight", "-1"], "--least-weight '-1': expected a number from 0 on"),
      (["count", "--least-weight", "nan"], "--least-weight 'nan': expected a number from 0 on"),
      (["count", "--least-weight"], "missing value for '--least-weight <number>'"),
      (["count", "--by", "rwos"], "--by 'rwos': expected one of rows, points"),
      (["count", "--lod"], "unknown option '--lod' (did you mean '--loud'?)"),
      (["count", "--loud=yes"], "'--loud' takes no value"),
      (["count", "a", "b"], "unexpected argument 'b'"),
      (["coutn"], "unknown subcommand 'coutn' (did you mean 'count'?)"),
      (["help", "coutn"], "unknown subcommand 'coutn' (did you mean 'count'?)"),
    ])
  func mistakes(words: [String], message: String) throws {
    let outcome = try tool.run(words)
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("pinfold: \(message)"))
  }

  @Test(
    "a wrong declaration is the script's mistake, shown in its line",
    arguments: [
      ("command {}", "a summary is missing"),
      ("command { summary = 'x', option = {} }", "the declaration has an unknown field 'option'"),
      ("command { summary = 'x', options = { { name = '1' } } }", "option 1 needs a name"),
      ("command { summary = 'x', options = { { name = 'a', type = 'int' } } }", "has the type 'int'"),
      (
        "command { summary = 'x', options = { { name = 'a', type = 'number', default = 'b' } } }",
        "'a' has the default b; it must be a number"
      ),
      (
        "command { summary = 'x', arguments = { { name = 'a', many = true }, { name = 'b' } } }",
        "only the last argument may have 'many'"
      ),
      ("command { summary = 'x', options = { { name = 'a' } }, arguments = { { name = 'a' } } }", "twice"),
    ])
  func declarations(code: String, message: String) throws {
    try tool.write("\n\(code)\n", to: "Scripts/wrong.lua")
    let outcome = try tool("wrong")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("pinfold: Scripts/wrong.lua:2: command: "))
    #expect(outcome.errors.contains(message))
  }

  @Test("a subcommand of the program wins over a script of its name, which no list shows")
  func names() throws {
    try tool.write("-- Never run.\nprint('script')\n", to: "Scripts/info.lua")
    #expect(try tool("info", "--help").output.contains("pinfold info"))
    #expect(try !tool("--help").output.contains("Never run"))
    try tool.write("print(1)\n", to: "Scripts/not a name.lua")
    #expect(try tool("not a name").status == 64)
  }
}
