import Foundation
import TestSupport
import Testing

@Suite("Plugins in studies")
struct StudyPluginTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test("a module of a plugin is part of it: another text is another plan, and the manifest carries it")
  func modules() throws {
    try tool.write(
      """
      local size = require "lib.size"
      return { api = 1, kind = "strategy", name = "mine", summary = "s",
        cluster = function(points) return { groups = points:grid(size * require("lib.late").factor):group() } end }
      """, to: "mine.lua")
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "lib"), withIntermediateDirectories: true)
    try tool.write("return require('lib.base') + 20", to: "lib/size.lua")
    try tool.write("return 40", to: "lib/base.lua")
    try tool.write("return { factor = 1 }", to: "lib/late.lua")
    try tool.write(
      #"{ "datasets": [{ "generate": "cities", "count": 40 }], "strategies": ["mine"], "cameras": ["pan(steps=2)", "still"],"#
        + #" "metrics": ["markers"] }"#, to: "study.json")
    func run(_ rest: String...) throws -> Tool.Outcome {
      try tool.run(["study", "run", "study.json", "--plugin", "mine.lua", "--results"] + rest)
    }
    #expect(try run("r", "--part", "1/2").status == 0)
    // Those that it requires, that these require, and that it will require only as it runs.
    for module in ["size", "base", "late"] {
      let path = tool.folder.appending(path: "lib/\(module).lua")
      let text = try String(contentsOf: path, encoding: .utf8)
      try tool.write(text + " -- another", to: "lib/\(module).lua")
      let other = try run("r")
      #expect(
        other.status == 1 && other.complaint.contains("contains a study with a different plan"),
        "\(other.errors)")
      #expect(other.errors.contains("plugin mine.lua has changed since the study ran: version 0.0.0 with"))
      try tool.write(text, to: "lib/\(module).lua")
    }
    #expect(try run("r").status == 0)
    let report = ["study", "report", "r", "--format", "csv", "--plugin", "mine.lua"]
    #expect(try tool.run(report).errors.isEmpty)
    try tool.write("return { factor = 2 }", to: "lib/late.lua")
    let changed = try tool.run(report)
    #expect(changed.status == 0 && changed.errors.contains("plugin mine.lua has changed since the study ran"))
    for name in ["mine.lua", "lib"] {
      try FileManager.default.removeItem(at: tool.folder.appending(path: name))
    }
    let again = try tool("study", "run", "--from", "r/manifest.json", "--results", "again")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try tool.frames("again") == tool.frames("r"))
    // Neither does it need the plugin's file to prove what the plugin made.
    let verified = try tool("study", "verify", "r", "--rerun", "2")
    #expect(verified.status == 0 && verified.errors.contains("2 runs run again"), "\(verified.errors)")
  }

  @Test("the methods of a study state the formula and the source that its plugins declare")
  func methods() throws {
    try tool.write(
      """
      return { api = 1, kind = "metric", name = "half", version = "1.0.0", summary = "Half.", formula = "1 / 2 of it",
        source = "A. Author, \\"Halves\\", 2026.", better = "lower", range = { 0, 1 },
        measure = function(frame) return #frame / 1000 end }
      """, to: "half.lua")
    try tool.write(
      """
      return { api = 1, kind = "strategy", name = "mine", summary = "s", source = "B. Author, 2025.",
        cluster = function(points) return { groups = points:grid(60):group() } end }
      """, to: "mine.lua")
    try tool.write(
      #"{ "datasets": [{ "generate": "cities", "count": 40 }], "strategies": ["mine", "grid"], "metrics": ["half"],"#
        + #" "primary": ["half.value"] }"#, to: "study.json")
    let plugins = ["--plugin", "half.lua", "--plugin", "mine.lua"]
    #expect(try tool.run(["study", "run", "study.json", "--results", "r"] + plugins).status == 0)
    #expect(try tool.run(["study", "export", "r", "--output", "paper"] + plugins).status == 0)
    let methods = try String(contentsOf: tool.folder.appending(path: "paper/methods.md"), encoding: .utf8)
    #expect(methods.contains("0 to 1; lower is better. Formula: 1 / 2 of it\n"), "\(methods)")
    #expect(methods.contains("): A. Author, \"Halves\", 2026.\n"), "\(methods)")
    #expect(
      methods.contains("mine (version 0.0.0): B. Author, 2025. Its plugin has the SHA-256 "), "\(methods)")
    #expect(try tool("study", "verify", "r").status == 0)
  }

  @Test("a plugin that another calls by its name is part of the study, and the manifest carries it")
  func calledPlugins() throws {
    func plugin(_ name: String, _ groups: String) -> String {
      """
      return { api = 1, kind = "strategy", name = "\(name)", summary = "s",
        cluster = function(points) return { groups = \(groups) } end }
      """
    }
    let inner = plugin("inner", "points:grid(60):group()")
    try tool.write(inner, to: "inner.lua")
    try tool.write(plugin("outer", "group(points, 'inner')"), to: "outer.lua")
    try tool.write(
      #"{ "datasets": [{ "generate": "cities", "count": 40 }], "strategies": ["outer"], "cameras": ["pan(steps=2)", "still"],"#
        + #" "metrics": ["markers"] }"#, to: "study.json")
    func run(_ rest: String...) throws -> Tool.Outcome {
      try tool.run(
        ["study", "run", "study.json", "--plugin", "inner.lua", "--plugin", "outer.lua", "--results"] + rest)
    }
    #expect(try run("r", "--part", "1/2").status == 0)
    try tool.write(inner.replacing("60", with: "90"), to: "inner.lua")
    let other = try run("r")
    #expect(
      other.status == 1 && other.complaint.contains("contains a study with a different plan"),
      "\(other.errors)")
    #expect(try run("changed").status == 0)
    try tool.write(inner, to: "inner.lua")
    #expect(try run("r").status == 0)
    for name in ["inner.lua", "outer.lua"] {
      try FileManager.default.removeItem(at: tool.folder.appending(path: name))
    }
    let again = try tool("study", "run", "--from", "r/manifest.json", "--results", "again")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try tool.frames("again") == tool.frames("r"))
    let verified = try tool("study", "verify", "r", "--rerun", "2")
    #expect(verified.status == 0 && verified.errors.contains("2 runs run again"), "\(verified.errors)")
    // With the plugin of the other study the manifest is sound, and the study is not the one that was run.
    func manifest(_ name: String) throws -> String {
      try String(contentsOf: tool.folder.appending(path: "\(name)/manifest.json"), encoding: .utf8)
    }
    func digest(_ text: String) throws -> String {
      let start = try #require(text.firstRange(of: "inner.lua"))
      let sha = try #require(text[start.upperBound...].firstMatch(of: /[0-9a-f]{64}/))
      return String(sha.output)
    }
    let (mine, changed) = (try manifest("r"), try manifest("changed"))
    #expect(try digest(mine) != digest(changed))
    try tool.write(
      mine.replacing(try digest(mine), with: try digest(changed)).replacing("grid(60)", with: "grid(90)"),
      to: "r/manifest.json")
    let forged = try tool("study", "verify", "r", "--rerun", "2")
    #expect(forged.status != 0, "\(forged.output)\(forged.errors)")
  }
}
