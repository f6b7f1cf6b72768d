import Foundation
import Pinfold
import PinfoldDefinitions
import Synchronization
import TestSupport
import Testing

@testable import PinfoldScripting

@Suite("Plugins that have the name of a built-in")
struct PluginReplacementTests {
  /// A plugin of each kind, with the name of a built-in.
  private static let plugins = [
    ("strategy", "grid", "cluster = function(points) return { groups = (points.x * 0):floor():group() } end"),
    ("representative", "central", "select = function() return 1 end"),
    ("metric", "overlap", "measure = function() return 1 end"),
    ("diff", "membership", "transition = function() return {} end"),
    ("camera", "pan", "views = function() return {} end"),
    ("generator", "cities", "generate = function() return {} end"),
  ]

  private func file(_ plugin: (kind: String, name: String, function: String), _ more: String = "") -> String {
    "return { api = 1, kind = '\(plugin.kind)', name = '\(plugin.name)', summary = 'x', \(more) \(plugin.function) }"
  }

  @Test("are refused, unless they say that they replace it", arguments: plugins)
  func refused(plugin: (String, String, String)) throws {
    let fixture = PluginFixture()
    var workbench = Workbench()
    let advice =
      "the built-in \(plugin.0) is called '\(plugin.1)' too; choose another name, or write replace = true"
    #expect { try workbench.addPlugin(at: fixture.file(file(plugin))) } throws: { "\($0)".contains(advice) }
    try workbench.addPlugin(at: fixture.file(file(plugin, "replace = true,")))
    #expect(workbench.plugins.count == 1)
  }

  @Test("are refused in a folder, in a package and as a table of a script; the built-in stays")
  func everywhere() throws {
    let folder = TemporaryFolder()
    _ = folder.write("grid.lua", file(Self.plugins[0]))
    var workbench = Workbench()
    #expect(workbench.addPlugins(in: folder.path).count == 1)
    #expect(try workbench.registry.find("grid", kind: .strategy).origin == .builtIn)
    _ = folder.write("pinfold.json", #"{ "name": "mine", "version": "1.0.0" }"#)
    #expect(throws: PluginError.self) {
      try PackageInstaller(into: "\(folder.path)/home").install(folder.path)
    }
    let session = try RecordedSession()
    #expect(
      session.answer(
        "plugin { kind = 'metric', name = 'overlap', summary = 'x', measure = function() return 1 end }"
      )
      .contains("write replace = true"))
  }

  @Test("are noted at each use where they replace it, and marked in labels")
  func noted() throws {
    let fixture = PluginFixture()
    var workbench = Workbench()
    let path = fixture.file(file(Self.plugins[0], "replace = true,"))
    let notes = Mutex<[String]>([])
    workbench.note = { note in notes.withLock { $0.append(note) } }
    try workbench.addPlugin(at: path)
    let node = Node(.text("grid"), place: "--strategy")
    let definition = try ClustererDefinition.one(node, in: workbench.registry)
    #expect(definition.label == "grid (plugin)")
    #expect(
      notes.withLock { $0 } == ["strategy 'grid' is the plugin \(path), which replaces the built-in one"])
    _ = try ClustererDefinition.one(Node(.text("radius"), place: ""), in: workbench.registry)
    #expect(notes.withLock { $0.count } == 1)
  }

  @Test("cannot replace what is not there")
  func nothing() throws {
    let fixture = PluginFixture()
    var workbench = Workbench()
    let plugin = ("strategy", "gird", Self.plugins[0].2)
    #expect { try workbench.addPlugin(at: fixture.file(file(plugin, "replace = true,"))) } throws: {
      "\($0)".contains("there is no built-in strategy 'gird' to replace")
    }
  }
}

@Suite("Modules beside plugins")
struct PluginModuleTests {
  private static let plugin = """
    local helper = require("helper")
    return { api = 1, kind = "strategy", name = "one", summary = "x",
      cluster = function(points) return { groups = (helper.half(points.x) * 0):floor():group() } end }
    """

  @Test("are no plugins that are left out, before and after changes")
  func modules() throws {
    let folder = TemporaryFolder()
    _ = folder.write("helper.lua", "return { half = function(x) return x / 2 end }")
    _ = folder.write("other.lua", "return {}")
    var workbench = Workbench()
    // Alone it may be a plugin that lacks everything.
    #expect(workbench.addPlugins(in: folder.path).count == 2)
    _ = folder.write("one.lua", Self.plugin)
    #expect(workbench.reloadPlugins().contains { $0.hasPrefix("new: ") })
    #expect(workbench.plugins.map { URL(filePath: $0.path).lastPathComponent } == ["one.lua", "other.lua"])
    #expect(workbench.reloadPlugins() == [])

    var fresh = Workbench()
    #expect(
      fresh.addPlugins(in: folder.path).map { URL(filePath: $0.path).lastPathComponent } == ["other.lua"])
    _ = folder.write("helper.lua", "return { half = function(x) return x / 3 end }")
    #expect(fresh.reloadPlugins().count == 1)
    #expect(fresh.plugins.map { URL(filePath: $0.path).lastPathComponent } == ["one.lua", "other.lua"])
  }

  @Test("may begin with the mark of UTF-8, as plugins may")
  func marks() throws {
    let folder = TemporaryFolder()
    _ = folder.write("helper.lua", "\u{FEFF}return { half = function(x) return x / 2 end }")
    _ = folder.write("one.lua", "\u{FEFF}" + Self.plugin)
    var workbench = Workbench()
    #expect(workbench.addPlugins(in: folder.path).isEmpty)
    #expect(try workbench.registry.find("one", kind: .strategy).name == "one")
  }
}
