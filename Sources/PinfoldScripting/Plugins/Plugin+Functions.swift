import Lua
import Pinfold

extension Plugin {
  /// Makes a plugin of a table that a script holds in place of a file.
  init(_ fields: [(name: String, value: LuaValue)], by writer: PluginWriter, limits: PluginLimits) throws {
    var writer = writer
    let hasAPI = fields.contains { $0.name == "api" }
    let (text, chunk) = try writer.file((hasAPI ? [] : [("api", .integer(Plugin.api))]) + fields)
    try self.init(
      path: chunk.map { "function of \($0)" } ?? "table of the script", source: Array(text.utf8),
      modules: LuaModules(folder: "."), limits: limits)
  }

  /// Makes a plugin of its kind's function alone.
  ///
  /// - Parameter options: fields of the plugin, among options that are none.
  init(
    _ function: LuaFunction, kind: PluginKind, options: LuaTable?, by writer: PluginWriter,
    limits: PluginLimits
  ) throws {
    let given = try options?.entries.compactMap { entry in
      entry.key.string.flatMap { kind.fields.contains($0) ? (name: $0, value: entry.value) : nil }
    }
    let name = writer.name(of: function).flatMap { PluginManifest.isName($0) ? $0 : nil } ?? "function"
    let usual: [(name: String, value: LuaValue)] = [
      ("kind", .string(kind.rawValue)), ("name", .string(name)),
      ("summary", .string("A function of a script.")),
      (kind.requiredFunction, .function(function)),
    ]
    try self.init(
      usual.filter { field in given?.contains { $0.name == field.name } != true } + (given ?? []),
      by: writer, limits: limits)
  }
}
