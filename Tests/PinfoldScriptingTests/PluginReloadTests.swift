import Foundation
import Lua
import Pinfold
import TestSupport
import Testing

@testable import PinfoldScripting

@Suite("Plugins are read again when their files change")
struct PluginReloadTests {
  private let folder = TemporaryFolder()

  private func write(_ name: String, _ text: String) { _ = folder.write(name, text) }

  /// A strategy whose cells have this width, or whatever else is in the place of the number.
  private func cells(_ width: String, name: String = "cells") -> String {
    """
    return {
      api = 1, kind = "strategy", name = "\(name)", summary = "Cells.",
      cluster = function(points) return { groups = points:grid(\(width)):group() } end,
    }
    """
  }

  private func remove(_ name: String) {
    try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
  }

  /// How many clusters four points make: 1 of wide cells, 3 of narrow ones.
  private func count(_ workbench: Workbench, _ name: String = "cells") throws -> Int {
    let strategy = try workbench.registry.find(name, kind: .strategy)()
    return try Clusterer(strategy).build(PluginFixture.points()).frame(for: PluginFixture.view).count
  }

  private func plain(_ lines: [String]) -> [String] { lines.map { $0.replacing(folder.path, with: "~") } }

  @Test("what changed is in use, and said once")
  func changed() throws {
    write("cells.lua", cells("4000"))
    var workbench = Workbench()
    #expect(workbench.addPlugins(in: folder.path).isEmpty)
    #expect(try count(workbench) == 1)
    #expect(workbench.reloadPlugins().isEmpty)
    write("cells.lua", cells("0020"))
    #expect(plain(workbench.reloadPlugins()) == ["read again: strategy 'cells' (~/cells.lua)"])
    #expect(try count(workbench) == 3)
    #expect(workbench.reloadPlugins().isEmpty)
    // Written anew with what was in it.
    write("cells.lua", cells("0020"))
    #expect(workbench.reloadPlugins().isEmpty)
  }

  @Test("a change is seen though neither the length nor the time of the file tells")
  func sameStatus() throws {
    // So far ahead that the system's clock cannot tell two writes apart.
    let time = Date(timeIntervalSinceNow: 3600)
    func write(_ width: String) throws {
      let path = folder.write("cells.lua", cells(width))
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    }
    try write("4000")
    var workbench = Workbench()
    _ = workbench.addPlugins(in: folder.path)
    #expect(workbench.reloadPlugins().isEmpty)
    try write("0020")
    #expect(workbench.reloadPlugins().count == 1)
    #expect(try count(workbench) == 3)
  }

  @Test("what was made of a version before keeps it, required modules too")
  func versions() throws {
    write("cells.lua", cells("require('size').width"))
    write("size.lua", "return { width = 4000 }")
    remove("size.lua")
    write("size.lua", "return { width = 4000 }")
    var workbench = Workbench()
    _ = workbench.addPlugins(in: folder.path)
    let strategy = try workbench.registry.find("cells", kind: .strategy)()
    let map = try Clusterer(strategy).build(PluginFixture.points())
    #expect(try map.frame(for: PluginFixture.view).count == 1)
    write("size.lua", "return { width = 20 }")
    // The module is no plugin, and says so as it changes.
    #expect(workbench.reloadPlugins().contains { $0.contains("read again: strategy 'cells'") })
    #expect(try count(workbench) == 3)
    #expect(try map.frame(for: PluginFixture.view).count == 1)
    remove("size.lua")
    #expect(try map.frame(for: PluginFixture.view).count == 1)
  }

  @Test("modules that a text names are read with the plugin, and others are refused later")
  func lateModules() throws {
    write("cells.lua", cells("require('lib.late').width"))
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/lib", withIntermediateDirectories: true)
    write("lib/late.lua", "return { width = require \"lib.later\" }")
    write("lib/later.lua", "return 4000")
    write("computed.lua", cells("require('lib.' .. 'other')", name: "computed"))
    write("lib/other.lua", "return 4000")
    var workbench = Workbench()
    #expect(workbench.addPlugins(in: folder.path).isEmpty)
    let plugin = try #require(workbench.plugins.compactMap(\.plugin).first { $0.name == "cells" })
    #expect(plugin.modules.read.map(\.requiredName) == ["lib.late", "lib.later"])
    remove("lib/late.lua")
    remove("lib/later.lua")
    #expect(try count(workbench) == 1)
    #expect {
      try count(workbench, "computed")
    } throws: {
      "\($0)".contains("module 'lib.other' was not read with the code that requires it")
    }
  }

  @Test("a broken file leaves the version before, says why once, and is taken up when it is whole")
  func broken() throws {
    write("cells.lua", cells("4000"))
    var workbench = Workbench()
    _ = workbench.addPlugins(in: folder.path)
    for (text, reason) in [
      ("return {", "~/cells.lua:1: unexpected symbol near <eof>"),
      (
        cells("20").replacing("api = 1", with: "api = 2"),
        "~/cells.lua:2: written for plugin API 2; this is 1, so another version of Pinfold or of the plugin is needed"
      ),
      (
        cells("20").replacing("summary", with: "capabilities = { nestd = true }, summary"),
        "~/cells.lua:2: unknown capability 'nestd' (did you mean 'nested'?)"
      ),
    ] {
      write("cells.lua", text)
      #expect(plain(workbench.reloadPlugins()) == ["\(reason); the version before stays"])
      #expect(workbench.reloadPlugins().isEmpty)
      #expect(try count(workbench) == 1)
      #expect(workbench.plugins.map { $0.plugin?.name } == ["cells"])
      #expect(workbench.plugins[0].error != nil)
    }
    write("cells.lua", cells("20"))
    #expect(workbench.reloadPlugins().count == 1)
    #expect(try count(workbench) == 3)
    #expect(workbench.plugins[0].error == nil)
  }

  @Test("a module that was missing or broken is taken up when it is whole")
  func modules() throws {
    write("cells.lua", "local size = require 'size.wide'\n" + cells("size"))
    var workbench = Workbench()
    #expect(workbench.addPlugins(in: folder.path)[0].description.contains("module 'size.wide' not found"))
    #expect(workbench.reloadPlugins().isEmpty)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/size", withIntermediateDirectories: true)
    write("size/wide.lua", "return = 4000")
    let lines = workbench.reloadPlugins()
    #expect(lines.count == 1 && lines[0].contains("size/wide.lua:1:"), "\(lines)")
    write("size/wide.lua", "return 4000")
    #expect(plain(workbench.reloadPlugins()) == ["read again: strategy 'cells' (~/cells.lua)"])
    #expect(try count(workbench) == 1)
  }

  @Test("new files are found, gone ones are dropped, and the first of a name counts all the while")
  func comingAndGoing() throws {
    var workbench = Workbench()
    #expect(workbench.addPlugins(in: "\(folder.path)/none").isEmpty)
    #expect(workbench.addPlugins(in: folder.path).isEmpty)
    write("b.lua", cells("20"))
    #expect(plain(workbench.reloadPlugins()) == ["new: strategy 'cells' (~/b.lua)"])
    #expect(try count(workbench) == 3)
    write("a.lua", cells("4000"))
    #expect(plain(workbench.reloadPlugins()) == ["new: strategy 'cells' (~/a.lua)"])
    #expect(try count(workbench) == 1)
    #expect(workbench.plugins.map { $0.shadowedBy.map { plain([$0])[0] } } == [nil, "~/a.lua"])
    remove("a.lua")
    #expect(plain(workbench.reloadPlugins()) == ["gone: strategy 'cells' (~/a.lua)"])
    #expect(try count(workbench) == 3)
    remove("b.lua")
    #expect(plain(workbench.reloadPlugins()) == ["gone: strategy 'cells' (~/b.lua)"])
    #expect(throws: RegistryError.self) { try count(workbench) }
    // A folder that comes later is searched, too.
    try FileManager.default.createDirectory(atPath: "\(folder.path)/none", withIntermediateDirectories: true)
    write("none/c.lua", cells("20", name: "grid").replacing("api = 1", with: "api = 1, replace = true"))
    #expect(plain(workbench.reloadPlugins()) == ["new: strategy 'grid' (~/none/c.lua)"])
    remove("none/c.lua")
    #expect(workbench.reloadPlugins().count == 1)
    // The built-in of that name is back.
    #expect(try workbench.registry.find("grid", kind: .strategy).origin == .builtIn)
  }

  @Test("a pipe or a folder by the name of a plugin is refused, and nobody waits for it")
  func pipe() throws {
    try #require(mkfifo("\(folder.path)/pipe.lua", 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/folder.lua", withIntermediateDirectories: true)
    var workbench = Workbench()
    let errors = plain(workbench.addPlugins(in: folder.path).map(\.description))
    #expect(
      errors == ["folder", "pipe"].map { "~/\($0).lua: cannot read '~/\($0).lua': not a regular file" })
    #expect(workbench.reloadPlugins().isEmpty)
  }

  @Test("in a session, where 'plugin' reads at once")
  func session() throws {
    write("cells.lua", cells("4000"))
    let shell = try RecordedSession(unsafe: true)
    _ = shell.answer("data = points { lon = { 2.30, 2.3001, 2.5 }, lat = { 48.85, 48.85, 48.9 } }")
    _ = shell.answer("place = view { lon = 2.5, lat = 48.8, zoom = 10 }")
    #expect(shell.answer("plugin '\(folder.path)/cells.lua'") == "\"cells\"\t\"strategy\"\n")
    #expect(shell.answer("map = strategy('cells'):build(data)") == "")
    #expect(shell.answer("#map:frame(place)") == "1\n")
    write("cells.lua", cells("20"))
    #expect(plain(shell.session.reloadPlugins()) == ["read again: strategy 'cells' (~/cells.lua)"])
    #expect(shell.answer("#map:frame(place), #strategy('cells'):frame(data, place)") == "1\t2\n")
    write("cells.lua", cells("4000"))
    #expect(shell.answer("plugin '\(folder.path)/cells.lua'") == "\"cells\"\t\"strategy\"\n")
    #expect(shell.answer("#strategy('cells'):frame(data, place)") == "1\n")
    #expect(shell.session.reloadPlugins().isEmpty)
    write("cells.lua", "return 3")
    #expect(shell.answer("plugin '\(folder.path)/cells.lua'").contains("a plugin's file returns a table"))
    #expect(shell.answer("#strategy('cells'):frame(data, place)") == "1\n")
    #expect(shell.session.workbench.plugins.count == 1)
  }
}
