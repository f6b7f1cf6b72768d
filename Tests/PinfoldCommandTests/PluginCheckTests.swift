import Foundation
import TestSupport
import Testing

@Suite("pinfold plugin check")
struct PluginCheckTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let broken = Folders.package.appending(path: "Tests/Fixtures/BrokenPlugins")

  static let names = [
    "counts-twice", "drops-a-point", "drops-if-asked", "exceeds-its-budget", "ignores-groups", "input-order",
    "lies-about-nesting", "not-finite", "unstable-ids",
  ]

  @Test("tells what a broken plugin breaks, with a few points", arguments: names)
  func broken(name: String) throws {
    try tool.write(Data(contentsOf: Self.broken.appending(path: "\(name).lua")), to: "\(name).lua")
    let outcome = try tool("plugin", "check", "\(name).lua")
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    #expect(try Snapshot.difference(of: outcome.output, from: "Contract/\(name).txt") == nil)
  }

  @Test("every broken plugin is tried")
  func all() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.broken.path).filter {
      $0.hasSuffix(".lua")
    }
    #expect(files.sorted() == Self.names.map { "\($0).lua" })
  }

  @Test("plugins that ship keep their contract", arguments: ["hexgrid", "heaviest"])
  func shipped(name: String) throws {
    let file = Folders.package.appending(path: "Plugins/\(name).lua")
    let outcome = try tool("plugin", "check", file.path)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("permutationInvariant  held"))
  }

  @Test("takes the name of anything that has a contract, and settings")
  func named() throws {
    let outcome = try tool("plugin", "check", "grid(cellSize=4000)", "--seed", "7")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.hasPrefix("strategy 'grid', cellSize=4000: tried on "))
    // Nothing built in is tried on so many points.
    #expect(outcome.output.contains("\ngrowth                not tried "), "\(outcome.output)")
    for (name, kind) in [("centroid", "representative"), ("overlap", "metric"), ("identity", "diff")] {
      let outcome = try tool("plugin", "check", name)
      #expect(outcome.status == 0 && outcome.output.hasPrefix("\(kind) '\(name)': "), "\(outcome.output)")
    }
  }

  @Test("writes JSON with the points that break a rule")
  func asJSON() throws {
    try tool.write(
      """
      return {
        api = 1, kind = "strategy", name = "forgetful", summary = "All points but the last ones.",
        parameters = { last = { type = "integer", default = 0, min = 0, max = 9, doc = "How many." } },
        cluster = function(points, parameters)
          local clusters = {}
          for i = 1, #points - parameters.last do clusters[i] = { i } end
          return { clusters = clusters }
        end,
      }
      """, to: "forgetful.lua")
    let outcome = try tool("plugin", "check", "forgetful.lua(last=1)", "--format", "json")
    #expect(outcome.status == 1)
    let document = try json(outcome.output)
    #expect(document["name"] as? String == "strategy 'forgetful'")
    #expect(document["settings"] as? [String] == ["last=1"])
    let findings = try #require(document["findings"] as? [[String: Any]])
    let broken = try #require(findings.first { $0["verdict"] as? String == "broken" })
    #expect(broken["rule"] as? String == "conservation")
    #expect((broken["seen"] as? String)?.hasSuffix("point '0' is in view but in no cluster") == true)
    #expect(broken["expected"] as? String == "each point in one cluster, each marker somewhere")
    #expect((broken["points"] as? [[String: Any]])?.count == 1)
    #expect((broken["views"] as? [[String: Any]])?.count == 1)
  }

  @Test("refuses what it cannot check, with what would be right")
  func badInput() throws {
    try tool.write("return { api = 1, kind = 'strategy' }", to: "half.lua")
    try tool.write(
      """
      return { api = 1, kind = "strategy", name = "whole", summary = "All in one.",
        cluster = function(points) return { groups = (points.x * 0):group() } end }
      """, to: "whole.lua")
    for (arguments, status, message) in [
      (
        ["gird"], 64,
        "unknown strategy, representative, metric, diff, camera or generator 'gird' (did you mean 'grid'?)"
      ),
      (["grid(cellsize=3)"], 64, "<plugin>: strategy 'grid' has no 'cellsize'"),
      (["grid(cellSize=0)"], 64, "<plugin>: parameter 'cellSize' of strategy 'grid' is '0'"),
      (["half.lua"], 1, "half.lua: field 'name' is missing"),
      (["missing.lua"], 1, "missing.lua: cannot open 'missing.lua'"),
      (["grid", "--kind", "metric"], 64, "unknown metric 'grid'"),
      (["whole.lua", "--kind", "metric"], 64, "--kind metric: whole.lua is a strategy"),
      (["grid", "--budget", "0"], 64, "--budget '0'"),
    ] as [([String], Int32, String)] {
      let outcome = try tool.run(["plugin", "check"] + arguments)
      #expect(outcome.status == status, "\(outcome.complaint)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.complaint.hasPrefix("pinfold: \(message)"), "\(outcome.complaint)")
    }
  }
}
