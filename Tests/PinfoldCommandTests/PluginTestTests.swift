import Foundation
import TestSupport
import Testing

@Suite("pinfold plugin test")
struct PluginTestTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      """
      local calls = 0
      return {
        api = 1, kind = "strategy", name = "cells", summary = "Cells.",
        parameters = { size = { type = "number", default = 60, min = 1, max = 100 } },
        cluster = function(points, parameters)
          if parameters.size == 7 then error("seven!") end
          return { groups = points:grid(parameters.size):group() }
        end,
        tests = {
          ["counts what is there"] = function(test)
            local frame = test:cluster(test:points { x = { 0, 1, 500 }, y = { 0, 0, 0 } })
            test:expect(#frame, 3, "clusters")
          end,
          ["every test begins afresh"] = function(test)
            calls = calls + 1
            test:expect(calls, 1)
          end,
          ["every test begins afresh, this one too"] = function(test)
            calls = calls + 1
            test:expect({ calls, n = column { 1, 2 } }, { 1, n = column { 1, 2 } })
          end,
          ["an error is a failure"] = function(test)
            test:cluster(test:points { x = { 0 }, y = { 0 } }, { size = 7 })
          end,
          ["a parameter out of range is one"] = function(test)
            test:cluster(test:points { x = { 0 }, y = { 0 } }, { size = 0 })
          end,
          ["which can be expected"] = function(test)
            local points = test:points { x = { 0 }, y = { 0 } }
            test:fails(function() test:cluster(points, { size = 0 }) end, "a number in 1…100")
            test:fails(function() error("oh") end, "ah")
          end,
          ["tables and columns tell what differs"] = function(test)
            test:expect({ 1, { 2 } }, { 1, { 3 } })
          end,
          ["numbers may be near"] = function(test)
            test:near(0.1 + 0.2, 0.3)
            test:near(2, 2.5, 0.25, "halves")
          end,
          ["other kinds are not tested here"] = function(test)
            test:measure(test:frame(test:points { x = {}, y = {} }))
          end,
        },
      }
      """, to: "cells.lua")
  }

  @Test("tells every failure with its place and line, and exits with 1")
  func failures() throws {
    let outcome = try tool("plugin", "test", "cells.lua")
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(try Snapshot.difference(of: outcome.output, from: "Plugins/failing-tests.txt") == nil)
  }

  @Test("writes JSON")
  func asJSON() throws {
    let outcome = try tool("plugin", "test", "cells.lua", "--format", "json")
    #expect(outcome.status == 1)
    let plugins = try #require(try json(outcome.output)["plugins"] as? [[String: Any]])
    #expect(plugins.count == 1 && plugins[0]["name"] as? String == "cells")
    let tests = try #require(plugins[0]["tests"] as? [[String: Any]])
    #expect(tests.count == 9)
    #expect(tests.filter { $0["passed"] as? Bool == true }.count == 2)
    let failed = try #require(tests.first { $0["name"] as? String == "counts what is there" })
    #expect(failed["message"] as? String == "clusters: expected 3, found 2")
    #expect(failed["place"] as? String == "cells.lua:12" || failed["place"] as? String == "cells.lua:13")
    #expect(failed["line"] as? String == #"test:expect(#frame, 3, "clusters")"#)
  }

  @Test("takes folders, goes on after a broken file, and wants at least one test")
  func folders() throws {
    try tool.write("return { api = 1, kind = 'strategy' }", to: "broken.lua")
    let both = try tool("plugin", "test", ".")
    #expect(both.status == 1)
    #expect(both.output.hasPrefix("strategy 'cells' (./cells.lua)\n"))
    #expect(both.complaint == "pinfold: ./broken.lua: field 'name' is missing; it must be a text")
    try tool.write(
      "return { api = 1, kind = 'metric', name = 'm', summary = 's', measure = print }", to: "bare.lua")
    let bare = try tool("plugin", "test", "bare.lua")
    #expect(bare.status == 1)
    #expect(bare.output == "metric 'm' (bare.lua)\n  no tests\n\n0 tests, none failed\n")
    #expect(bare.complaint == "pinfold: no tests in bare.lua")
    let missing = try tool("plugin", "test", "nosuch.lua")
    #expect(missing.status == 1)
    #expect(missing.complaint.hasPrefix("pinfold: nosuch.lua: cannot open 'nosuch.lua'"))
  }

  @Test("a plugin is found by its name, as by 'plugin check'")
  func byName() throws {
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "Plugins"), withIntermediateDirectories: true)
    try tool.write(
      """
      return { api = 1, kind = "strategy", name = "named", summary = "s",
        cluster = function(points) return { groups = points:grid(60):group() } end,
        tests = { ["one"] = function(test) test:expect(1, 1) end } }
      """, to: "Plugins/other.lua")
    let outcome = try tool("plugin", "test", "named")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains("strategy 'named' (Plugins/other.lua)\n  passed  one"), "\(outcome.output)")
    let unknown = try tool("plugin", "test", "nmaed")
    #expect(unknown.status == 64)
    #expect(
      unknown.complaint.contains("'nmaed', and no plugin of that name (did you mean 'named'?)"),
      "\(unknown.complaint)")
  }

  @Test("plugins that ship pass theirs")
  func shipped() throws {
    let outcome = try tool("plugin", "test", Folders.package.appending(path: "Plugins").path)
    #expect(outcome.errors.isEmpty || outcome.complaint.contains("no tests in"), "\(outcome.errors)")
    #expect(!outcome.output.contains("failed  "), "\(outcome.output)")
  }
}
