import Foundation
import Pinfold
import TestSupport
import Testing

@testable import PinfoldScripting

@Suite("What is wrong with a plugin's file is told with its line")
struct PluginErrorTests {
  /// A good plugin, in which one line is replaced, or dropped where nothing takes its place.
  private static let good = """
    return {
      api = 1,
      kind = "strategy",
      name = "cells",
      version = "1.0.0",
      summary = "Cells.",
      parameters = {
        size = {
          type = "number",
          default = 60,
          min = 1,
          max = 100,
        },
      },
      capabilities = { panInvariant = true },
      cluster = function(points) return { groups = points:grid(60):group() } end,
      tests = { one = function() end },
    }
    """

  static let changes: [(line: String, change: String)] = [
    ("  api = 1,", ""), ("  api = 1,", "  api = 2,"), ("  api = 1,", #"  api = "one","#),
    (#"  kind = "strategy","#, ""), (#"  kind = "strategy","#, #"  kind = "stratgy","#),
    (#"  kind = "strategy","#, "  kind = 3,"), (#"  name = "cells","#, ""),
    (#"  name = "cells","#, #"  name = "my cells","#), (#"  name = "cells","#, #"  nam = "cells","#),
    (#"  version = "1.0.0","#, #"  version = "one","#), (#"  version = "1.0.0","#, "  version = 1.0,"),
    (#"  version = "1.0.0","#, #"  version = "1.0","#), (#"  summary = "Cells.","#, ""),
    (#"  summary = "Cells.","#, #"  summary = "","#), (#"  summary = "Cells.","#, #"  sumary = "Cells.","#),
    (#"  summary = "Cells.","#, #"  summary = "Cells.", "and more","#),
    ("  parameters = {", "  parameters = { 7,"), ("    size = {", #"    ["my size"] = {"#),
    ("    size = {", "    limits = {"), ("    size = {", "    other = 7, size = {"),
    (#"      type = "number","#, ""), (#"      type = "number","#, #"      type = "numbr","#),
    (#"      type = "number","#, #"      type = 3,"#),
    (#"      type = "number","#, #"      type = "choice","#),
    (#"      type = "number","#, #"      type = "boolean","#), ("      default = 60,", ""),
    ("      default = 60,", "      default = 700,"), ("      default = 60,", #"      default = "wide","#),
    ("      default = 60,", "      default = {},"), ("      min = 1,", "      min = 101,"),
    ("      min = 1,", #"      min = "low","#), ("      min = 1,", "      min = 0/0,"),
    ("      min = 1,", #"      minimum = 1,"#), ("      min = 1,", #"      choices = { "a" },"#),
    ("      min = 1,", #"      markers = "less","#), ("      min = 1,", "      markers = 3,"),
    ("      max = 100,", "      max = 100, doc = 3,"), ("      max = 100,", "      max = 100, unit = true,"),
    ("  capabilities = { panInvariant = true },", "  capabilities = { panInvariants = true },"),
    ("  capabilities = { panInvariant = true },", #"  capabilities = { "panInvariant" },"#),
    ("  capabilities = { panInvariant = true },", #"  capabilities = { panInvariant = "yes" },"#),
    ("  capabilities = { panInvariant = true },", "  capabilities = true,"),
    ("  capabilities = { panInvariant = true },", "  capabilities = { budgeted = true },"),
    ("  capabilities = { panInvariant = true },", "  capabilities = { budgeted = true }, budget = 0,"),
    ("  capabilities = { panInvariant = true },", "  capabilities = function() return nothing.x end,"),
    ("  capabilities = { panInvariant = true },", #"  build = "later","#),
    ("  capabilities = { panInvariant = true },", #"  reach = "far","#),
    ("  cluster = function(points) return { groups = points:grid(60):group() } end,", ""),
    ("  cluster = function(points) return { groups = points:grid(60):group() } end,", "  cluster = 3,"),
    ("  cluster = function(points) return { groups = points:grid(60):group() } end,", "  clustre = print,"),
    ("  tests = { one = function() end },", "  tests = { one = 3 },"),
    ("  tests = { one = function() end },", "  tests = { function() end },"),
    ("  tests = { one = function() end },", "  tests = function() end,"),
    ("  tests = { one = function() end },", "  tests = { one = function() end "),
    ("      min = 1,", #"      holds = "text","#), (#"      type = "number","#, #"      type = "column","#),
    ("  tests = { one = function() end },", #"  attributes = { "year" },"#),
    ("  tests = { one = function() end },", #"  attributes = { year = "numbr" },"#),
    ("  tests = { one = function() end },", "  attributes = { year = true },"),
    ("  tests = { one = function() end },", #"  groups = "al","#),
    ("  tests = { one = function() end },", "  validate = true,"),
    // What comes to light as it is asked.
    ("  tests = { one = function() end },", "  reach = function() return -1 end,"),
    (
      "  cluster = function(points) return { groups = points:grid(60):group() } end,",
      "  cluster = function() return 7 end,"
    ),
    (
      "  cluster = function(points) return { groups = points:grid(60):group() } end,",
      "  cluster = function() return { clusters = { { 1, 1 } } } end,"
    ),
    (
      "  cluster = function(points) return { groups = points:grid(60):group() } end,",
      "  cluster = function(points)\n    return points.z.x end,"
    ),
  ]

  @Test("every mistake is told as recorded")
  func messages() throws {
    let folder = TemporaryFolder()
    var text = ""
    for (line, change) in Self.changes {
      #expect(Self.good.contains("\(line)\n"))
      let path = folder.write(
        "cells.lua", Self.good.replacing("\(line)\n", with: change.isEmpty ? "" : "\(change)\n"))
      text += change.isEmpty ? "without \(line.drop { $0 == " " })\n" : "\(change.drop { $0 == " " })\n"
      text += "  \(Self.message(path).replacing(folder.path + "/", with: ""))\n"
    }
    #expect(try Snapshot.difference(of: text, from: "Plugins/errors.txt") == nil)
    #expect(Self.message(folder.write("cells.lua", Self.good)) == "nothing")
  }

  private static func message(_ path: String) -> String {
    do {
      var workbench = Workbench()
      try workbench.addPlugin(at: path)
      let strategy = try workbench.registry.find("cells", kind: .strategy)()
      _ = try Clusterer(strategy).build(PluginFixture.points()).frame(for: PluginFixture.view)
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "metrics' fields too",
    arguments: [
      (#"better = "more""#, "cells.lua:2: field 'better' is 'more'; there are: higher, lower, descriptive"),
      ("range = { 1, 0 }", "cells.lua:2: field 'range' must be two numbers, the lesser first"),
      ("range = { 'a', 'b' }", "cells.lua:2: field 'range' must be two numbers, the lesser first"),
      ("unit = 3", "cells.lua:2: field 'unit' is a number; it must be a string"),
    ])
  func metrics(field: String, message: String) {
    let folder = TemporaryFolder()
    let path = folder.write(
      "cells.lua",
      "return { api = 1, kind = 'metric', name = 'm', summary = 's', measure = print,\n  \(field) }")
    var workbench = Workbench()
    let error = #expect(throws: PluginError.self) { try workbench.addPlugin(at: path) }
    #expect(error?.description.replacing(folder.path + "/", with: "") == message)
  }

  @Test("lines are found past comments, strings, functions and other tables")
  func lines() {
    let text =
      Array(
        """
        local name = "x" -- name = 1
        local other = { name = 3, parameters = { size = 1 } }
        --[[ name = 2
        ]] local function f(name) if name == 2 then name = 3 elseif name then return { name = 4 } end end
        local text = [==[ return { name = 5
        ]] ]==]
        return {
          first = function() local name = 6 for i = 1, 2 do name = 7 end repeat name = 8 until name return { name = 9 } end,
          ["name"] = "a\\"name = 7", kind = "function", ["end"] = 1,
          parameters = {
            width = { default = 3 },
            size = { type = 'number',
              default = 7 }
          },
        }
        """.utf8)
    func line(of path: [String], in source: [UInt8]? = nil) -> Int? {
      LuaCode().line(of: path, in: source ?? text)
    }
    #expect(line(of: ["name"]) == 9)
    #expect(line(of: ["first"]) == 8)
    #expect(line(of: ["end"]) == 9)
    #expect(line(of: ["parameters", "size", "default"]) == 13)
    #expect(line(of: ["parameters", "width", "default"]) == 11)
    #expect(line(of: ["parameters", "size", "max"]) == 12)
    #expect(line(of: ["parameters", "none"]) == 10)
    #expect(line(of: ["none"]) == nil)
    #expect(line(of: ["name"], in: []) == nil)
    for broken in ["[", "[[", "[==", "--[", "'", "\"\\", "--", "= = =", "end end }", "return", "a ="] {
      #expect(line(of: ["name"], in: Array(broken.utf8)) == nil)
    }
  }

  @Test(
    "a folder for plugins belongs to where the executable lies",
    arguments: [
      ("/usr/local/bin/pinfold", "/usr/local/share/pinfold/plugins"),
      ("/bin/pinfold", "/share/pinfold/plugins"),
      ("/home/me/pinfold/.build/x86_64-unknown-linux-gnu/release/pinfold", "/home/me/pinfold/Plugins"),
      ("/pinfold", nil),
    ] as [(String, String?)])
  func installation(executable: String, folder: String?) {
    #expect(PluginSearch.folder(ofExecutable: executable) == folder)
  }
}
