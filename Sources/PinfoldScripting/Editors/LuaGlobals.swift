import Lua

/// The global names that Lua code finds, taken from states as scripts and plugins get them.
package struct LuaGlobals: Hashable, Sendable {
  /// One global name.
  package struct Name: Hashable, Sendable {
    /// The name.
    package let name: String

    /// The names of its fields, where it is a table.
    package let fields: [String]
  }

  /// The names, in order.
  package let names: [Name]

  /// The globals of scripts and the shell.
  package static func ofScripts() throws -> LuaGlobals {
    LuaGlobals(try ScriptSession(workbench: Workbench(), output: { _ in }).lua)
  }

  /// The globals of plugins.
  package static func ofPlugins() throws -> LuaGlobals {
    let state = try PluginState(
      path: "plugin.lua", source: Array("return {}".utf8), modules: try LuaModules(folder: "."),
      limits: PluginLimits())
    return LuaGlobals(state.lua)
  }

  init(_ lua: LuaState) {
    let entries = (try? lua.globals.entries) ?? []
    names = entries.compactMap { entry in
      guard let name = entry.key.string, name != "_G" else { return nil }
      let keys = (try? entry.value.table?.keys) ?? []
      return Name(name: name, fields: keys.compactMap(\.string))
    }
  }
}
