import Lua
import Pinfold

/// `profile`: the processor time of each line of a plugin while a function runs.
enum ProfileFunction {
  static func open(in lua: LuaLibrary, scope: ScriptScope) {
    lua.define(
      "profile", "(plugin: string, body: function): ProfiledLine[]",
      "Times each line of a plugin while a function runs; the slowest lines come first.",
      example: #"profile("hexgrid", function() strategy("hexgrid"):frame(towns, towns:fit()) end)"#
    ) { (name: String, body: LuaFunction) in
      let plugins = scope.workbench.plugins.compactMap { $0.shadowedBy == nil ? $0.plugin : nil }
      guard let plugin = plugins.first(where: { $0.name == name }) else {
        throw LuaArgumentError(
          1, "no plugin has the name '\(name)'" + Suggestion.clause(for: name, among: plugins.map(\.name)))
      }
      let lines = try plugin.profile.during { _ = try body() }
      return TableList(
        columns: ["line", "ms", "share", "visits", "text"],
        tables: Self.rows(lines, of: plugin))
    }
  }

  private static func rows(_ lines: [LuaProfiledLine], of plugin: Plugin) -> [LuaFields] {
    let total = lines.reduce(0) { $0 + $1.seconds }
    return lines.map { line in
      // The names of chunks of files begin with @.
      let file = line.chunk.hasPrefix("@") ? String(line.chunk.dropFirst()) : line.chunk
      return [
        "file": file, "line": line.line, "ms": line.seconds * 1000,
        "share": total > 0 ? line.seconds / total : 0, "visits": line.visits,
        "text": file == plugin.path ? plugin.line(line.line) : nil,
      ]
    }
  }
}
