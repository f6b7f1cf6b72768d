import TestSupport
import Testing

@Suite("help texts")
struct HelpTests {
  static let subcommands = [
    "", "info", "serve", "cluster", "tiles", "index", "aggregate", "merge", "plot", "diff", "compare",
    "score",
    "bench",
    "list", "explain", "plugin", "plugin new", "plugin lab", "plugin check", "plugin test", "plugin list",
    "plugin install", "plugin update", "plugin uninstall",
    "plugin types", "run", "shell", "study", "study register", "study export", "study run", "study status",
    "study score",
  ]

  private static func help(_ subcommand: String) throws -> Tool.Outcome {
    try Tool().run(subcommand.split(separator: " ").map(String.init) + ["--help"])
  }

  @Test("help is as recorded, and fits 80 columns", arguments: subcommands)
  func snapshot(subcommand: String) throws {
    let outcome = try Self.help(subcommand)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let name = subcommand.isEmpty ? "pinfold" : "pinfold-\(subcommand.replacing(" ", with: "-"))"
    #expect(try Snapshot.difference(of: outcome.output, from: "Help/\(name).txt") == nil)
  }

  // Of two options with one name, the parser gives the value to one alone, and says so in debug builds only.
  @Test("no two options of a command have the same name", arguments: subcommands)
  func uniqueNames(subcommand: String) throws {
    let listed = try Self.help(subcommand).output.matches(of: /(?m)^ {2}(?:-\w, )?(--[\w-]+)/).map(\.1)
    #expect(Set(listed).count == listed.count)
    #expect(subcommand == "" || listed.contains("--help"))
  }

  @Test("'help cluster' says the same as 'cluster --help'")
  func helpCommand() throws {
    let tool = try Tool()
    #expect(try tool("help", "cluster").output == tool("cluster", "--help").output)
  }

  @Test("short help leaves out the options that many commands share, and says so; the rest is equal")
  func short() throws {
    let tool = try Tool()
    let (short, long) = (try tool("cluster", "-h").output, try tool("cluster", "--help").output)
    #expect(short.contains("--help also shows the options for"))
    #expect(!short.contains("--lon") && !short.contains("--plugin "))
    let lines = Set(long.split(separator: "\n"))
    #expect(short.split(separator: "\n").count { !lines.contains($0) } == 2)
    #expect(try tool("study", "status", "-h").output == tool("study", "status", "--help").output)
  }

  @Test("the version is a line")
  func version() throws {
    let outcome = try Tool()("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output.wholeMatch(of: /pinfold \d+\.\d+\.\d+( \([0-9a-f]{40}(, changed)?\))?\n/) != nil)
  }
}
