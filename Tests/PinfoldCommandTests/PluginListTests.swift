import Foundation
import TestSupport
import Testing

@Suite("pinfold plugin list, and where plugins are found")
struct PluginListTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for folder in ["Plugins", "more", "pinfold/plugins", "installed"] {
      try FileManager.default.createDirectory(
        at: tool.folder.appending(path: folder), withIntermediateDirectories: true)
    }
  }

  /// A strategy that folds all points into one cluster, or each into its own.
  private func strategy(_ name: String, version: String = "1.0.0", size: Int = 60) -> String {
    """
    return {
      api = 1, kind = "strategy", name = "\(name)", version = "\(version)", summary = "From a test.",
      parameters = {
        size = { type = "number", default = \(size), min = 1, max = 100, unit = "screen points", doc = "How large." },
      },
      capabilities = { panInvariant = true },
      cluster = function(points, parameters) return { groups = points:grid(parameters.size):group() } end,
    }
    """
  }

  /// One name in every place that is searched, from the first to the last.
  private func writeEverywhere() throws {
    try tool.write(strategy("one", version: "1.0.0"), to: "one.lua")
    try tool.write(strategy("one", version: "2.0.0"), to: "more/one.lua")
    try tool.write(strategy("one", version: "3.0.0"), to: "Plugins/one.lua")
    try tool.write(strategy("one", version: "4.0.0"), to: "pinfold/plugins/one.lua")
    try tool.write(strategy("one", version: "5.0.0"), to: "installed/one.lua")
    try tool.write("return { api = 2 }", to: "Plugins/later.lua")
    try tool.write(
      "return { api = 1, kind = 'metric', name = 'one', summary = 's', measure = print }",
      to: "Plugins/third.lua")
  }

  private func plain(_ text: String) -> String { text.replacing(tool.folder.path, with: "~") }

  @Test("lists files in the order of search, which are shadowed, and what is wrong with the broken")
  func list() throws {
    try writeEverywhere()
    let outcome = try tool("plugin", "list", "--plugin", "one.lua", "--plugins", "more")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(
      plain(outcome.output) == """
        kind      name  version  api  state     path
        strategy  one     1.0.0    1  used      one.lua
        strategy  one     2.0.0    1  shadowed  more/one.lua
        -         -           -    -  broken    Plugins/later.lua
        strategy  one     3.0.0    1  shadowed  Plugins/one.lua
        metric    one     0.0.0    1  used      Plugins/third.lua
        strategy  one     4.0.0    1  shadowed  ~/pinfold/plugins/one.lua
        strategy  one     5.0.0    1  shadowed  ~/installed/one.lua

        more/one.lua is shadowed by one.lua
        Plugins/later.lua:1: written for plugin API 2; this is 1, so another version of Pinfold or of the plugin is needed
        Plugins/one.lua is shadowed by one.lua
        ~/pinfold/plugins/one.lua is shadowed by one.lua
        ~/installed/one.lua is shadowed by one.lua

        looked in: more, Plugins, ~/pinfold/plugins, ~/installed

        """)
  }

  @Test("the first of the places that has a name gives it")
  func order() throws {
    try writeEverywhere()
    for (arguments, version) in [
      (["--plugin", "one.lua", "--plugins", "more"], "1.0.0"), (["--plugins", "more"], "2.0.0"),
      ([], "3.0.0"), (["", "Plugins"], "4.0.0"), (["", "pinfold"], "5.0.0"),
    ] {
      if arguments.first == "" {
        try FileManager.default.removeItem(at: tool.folder.appending(path: arguments[1]))
      }
      let outcome = try tool.run(
        ["plugin", "list", "--format", "json"] + (arguments.first == "" ? [] : arguments))
      let plugins = try #require(try json(outcome.output)["plugins"] as? [[String: Any]])
      let used = plugins.filter { $0["state"] as? String == "used" && $0["kind"] as? String == "strategy" }
      #expect(used.map { $0["version"] as? String } == [version])
    }
  }

  @Test("a file that is named and lies in a searched folder is there once")
  func once() throws {
    try tool.write(strategy("one"), to: "Plugins/one.lua")
    let outcome = try tool(
      "plugin", "list", "--plugin", "./Plugins/one.lua", "--plugins", "Plugins", "--format", "json")
    let plugins = try #require(try json(outcome.output)["plugins"] as? [[String: Any]])
    #expect(plugins.map { $0["path"] as? String } == ["./Plugins/one.lua"])
  }

  @Test("of a name it tells all, as 'list' does of strategies")
  func details() throws {
    try tool.write(strategy("one"), to: "Plugins/one.lua")
    let outcome = try tool("plugin", "list", "one")
    #expect(
      outcome.output == """
        one
          From a test.
          kind: strategy
          api: 1
          plugin: Plugins/one.lua, version 1.0.0
          promises: panInvariant
          parameters
            size=60 screen points; a number in 1…100
              How large.

        """)
    #expect(try tool("list", "strategies").output.contains("size=60 screen points; a number in 1…100"))
    let wrong = try tool("plugin", "list", "ne")
    #expect(wrong.status == 64)
    #expect(wrong.complaint == "pinfold: unknown plugin 'ne' (did you mean 'one'?)", "\(wrong.complaint)")
  }

  @Test("without any it says where it looked")
  func none() throws {
    let outcome = try tool("plugin", "list")
    #expect(plain(outcome.output) == "looked in: Plugins, ~/pinfold/plugins, ~/installed\n")
  }

  @Test("an executable in a package's build folder finds the package's plugins from anywhere")
  func buildTree() throws {
    let process = Tool.process(["plugin", "list", "--format", "json"], in: tool.folder)
    process.environment?["PINFOLD_PLUGINS"] = nil
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let folders = try #require(try json(String(decoding: output, as: UTF8.self))["folders"] as? [String])
    // Under another scratch path there is no telling.
    let executable = try #require(process.executableURL).resolvingSymlinksInPath().path
    guard executable.contains("/.build/") else { return }
    #expect(folders.last == Folders.package.appending(path: "Plugins").path)
  }
}
