import Foundation
import TestSupport
import Testing

@Suite("pinfold plugin types")
struct PluginTypesTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: tool.folder.appending(path: name), encoding: .utf8)
  }

  @Test("writes definitions with every parameter of the registry, plugins' among them")
  func definitions() throws {
    try tool.write(
      """
      return {
        api = 1, kind = "strategy", name = "mine", summary = "Mine.", cluster = print,
        parameters = { shape = { type = "choice", choices = { "a", "b" }, default = "b", doc = "Its shape." } },
      }
      """, to: "mine.lua")
    let outcome = try tool("plugin", "types", "--output", "lab", "--plugin", "mine.lua")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "lab/pinfold.lua\nlab/.luarc.json\nlab/.luacheckrc\n")
    let types = try text("lab/pinfold.lua")
    for line in [
      "---@class pinfold.strategy.mine: pinfold.StrategyOptions",
      #"---@field shape? "a"|"b" Its shape. Takes one of a, b; b unless given."#,
      #"---@overload fun(name: "mine", parameters?: pinfold.strategy.mine): pinfold.strategy"#,
      "function frame:plot(options) end", "---@param options? pinfold.ReadOptions",
      "---@operator len: integer",
      "---@field [integer] pinfold.Cluster A cluster, counted from 1.",
      "---@operator add(number|pinfold.column): pinfold.column",
      "---@field cluster? (fun(points: pinfold.points, parameters: table, view: pinfold.PluginView, index: any, "
        + "previous?: pinfold.frame, state: any): pinfold.ClusterAnswer) Assigns the points it gets to clusters: those "
        + "in the view and up to `reach` around it, or all points without `reach`.",
    ] {
      #expect(types.contains("\(line)\n"), "\(line)")
    }
    #expect(try json(text("lab/.luarc.json"))["runtime.version"] as? String == "Lua 5.4")
    // The definitions are Lua, and define what the shell has.
    try tool.write(types + "\nprint(type(dataset), type(plot))", to: "types.lua")
    #expect(try tool("run", "types.lua").output == "function\tfunction\n")
  }

  @Test("writes its own files anew, leaves others alone, and is no plugin")
  func again() throws {
    try tool.write("-- mine\n", to: ".luacheckrc")
    try tool.write("---@meta pinfold\nold\n", to: "pinfold.lua")
    let outcome = try tool("plugin", "types")
    #expect(outcome.status == 0)
    #expect(outcome.output == "pinfold.lua\n.luarc.json\n")
    #expect(outcome.errors == "pinfold: note: .luacheckrc is left as it is; delete it to have it written\n")
    #expect(try text(".luacheckrc") == "-- mine\n")
    #expect(try !text("pinfold.lua").contains("\nold\n"))
    let list = try tool("list", "plugins", "--plugins", ".")
    #expect(list.output == "  none\n" && list.errors.isEmpty, "\(list)")
  }

  @Test(
    "luacheck finds nothing in what ships, and something in what is wrong", .enabled(if: Luacheck.isThere))
  func luacheck() throws {
    for folder in ["Plugins", "Scripts"] {
      try FileManager.default.copyItem(
        at: Folders.package.appending(path: folder), to: tool.folder.appending(path: folder))
    }
    for kind in PluginNewTests.kinds { #expect(try tool("plugin", "new", kind, "--kind", kind).status == 0) }
    #expect(try tool("plugin", "types").status == 0)
    let clean = try Luacheck.run(["Plugins", "Scripts"], in: tool.folder)
    #expect(clean.status == 0, "\(clean.output)")
    // A plugin has no files, and nothing has 'datset'.
    try tool.write("return { api = io.open('x') }\n", to: "Plugins/wrong.lua")
    try tool.write("print(datset)\n", to: "Scripts/wrong.lua")
    let wrong = try Luacheck.run(["Plugins/wrong.lua", "Scripts/wrong.lua"], in: tool.folder)
    #expect(wrong.output.contains("accessing undefined variable 'io'"), "\(wrong.output)")
    #expect(wrong.output.contains("accessing undefined variable 'datset'"), "\(wrong.output)")
  }
}

/// The checker of Lua code; `make setup` installs it.
enum Luacheck {
  static let isThere: Bool = {
    let isThere = (try? run(["--version"], in: URL(filePath: "/")))?.status == 0
    if !isThere { print("luacheck is missing, so Lua files go unchecked; 'make setup' installs it") }
    return isThere
  }()

  static func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["luacheck", "--no-color"] + arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
