import TestSupport
import Testing

@Suite("help texts")
struct HelpTests {
  @Test(
    "help is as recorded, and fits 80 columns",
    arguments: [
      "", "info", "serve", "cluster", "tiles", "aggregate", "merge", "plot", "diff", "compare", "score",
      "bench", "list", "explain",
      "plugin", "plugin new", "plugin check", "plugin test", "plugin list", "plugin install", "plugin types",
      "run",
      "shell", "study", "study run", "study status", "study score",
    ])
  func snapshot(subcommand: String) throws {
    let arguments = subcommand.split(separator: " ").map(String.init) + ["--help"]
    let outcome = try Tool().run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let name = subcommand.isEmpty ? "pinfold" : "pinfold-\(subcommand.replacing(" ", with: "-"))"
    #expect(try Snapshot.difference(of: outcome.output, from: "Help/\(name).txt") == nil)
  }

  @Test("'help cluster' says the same as 'cluster --help'")
  func helpCommand() throws {
    let tool = try Tool()
    #expect(try tool("help", "cluster").output == tool("cluster", "--help").output)
  }

  @Test("the version is a line")
  func version() throws {
    let outcome = try Tool()("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output.wholeMatch(of: /pinfold \d+\.\d+\.\d+\n/) != nil)
  }
}
