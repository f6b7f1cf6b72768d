import Foundation
import TestSupport
import Testing

@Suite("pinfold plugin new")
struct PluginNewTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  static let kinds = ["strategy", "representative", "metric", "diff", "camera", "generator"]

  @Test("writes a plugin that keeps its contract and passes its tests", arguments: kinds)
  func fresh(kind: String) throws {
    let outcome = try tool("plugin", "new", "mine", "--kind", kind)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Plugins/mine.lua: a \(kind) to begin with. Next:\n"))
    #expect(try tool("plugin", "check", "Plugins/mine.lua").status == 0)
    let tests = try tool("plugin", "test", "Plugins/mine.lua")
    #expect(tests.status == 0)
    #expect(tests.output.hasSuffix("2 tests, none failed\n"))
  }

  @Test("says how to use it, and that works", arguments: kinds)
  func use(kind: String) throws {
    try tool.write("id,lon,lat\na,2.35,48.86\nb,2.36,48.87\n", to: "good.csv")
    let outcome = try tool("plugin", "new", "mine", "--kind", kind, "--output", "mine.lua")
    let line = try #require(outcome.output.split(separator: "\n").last)
    #expect(line.contains(" --plugin mine.lua "))
    let words = line.replacing("DATA", with: "good.csv").replacing("LON,LAT,ZOOM", with: "2.35,48.86,6")
      .replacing("'", with: "")
      .split(separator: " ").dropFirst()
    let use = try tool.run(words.map(String.init))
    #expect(use.status == 0, "\(use.errors)")
  }

  @Test("overwrites nothing, and refuses what is no name or kind")
  func refusals() throws {
    try tool.write("precious", to: "mine.lua")
    for (arguments, status, message) in [
      (["mine", "--output", "mine.lua"], 1, "mine.lua exists already and was not changed"),
      (["a b"], 64, "'a b': a name is made of letters, digits, - and _"),
      (["../up"], 64, "'../up': a name is made of letters, digits, - and _"),
      (["mine", "--kind", "metrc"], 64, "--kind 'metrc': unknown kind (did you mean 'metric'?)"),
      (["mine", "--output", "mine"], 64, "--output 'mine': expected a file whose name ends in .lua"),
      (["mine", "--output", "no/such/mine.lua"], 1, "cannot write no/such/mine.lua"),
    ] as [([String], Int32, String)] {
      let outcome = try tool.run(["plugin", "new"] + arguments)
      #expect(outcome.status == status, "\(outcome.complaint)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.complaint.hasPrefix("pinfold: \(message)"), "\(outcome.complaint)")
    }
    #expect(try tool.files == ["mine.lua"])
    #expect(
      try String(contentsOf: tool.folder.appending(path: "mine.lua"), encoding: .utf8) == "precious")
  }
}
