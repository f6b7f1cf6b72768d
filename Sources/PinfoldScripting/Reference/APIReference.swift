import Pinfold

/// Everything that scripts, the shell and plugins find in Lua, as data: help, completion, editor types and
/// the reference are made of it, and a test compares it with the running Lua.
package enum APIReference {
  /// Global functions of scripts and the shell.
  package static let functions = scriptFunctions + plainFunctions

  /// Global functions of plugins, beside Lua's own.
  package static let pluginFunctions = plainFunctions + pluginOnlyFunctions

  /// Global functions that plugins alone have.
  package static let pluginOnlyFunctions: [APIEntry] = [
    .function(
      "group", "(points: points, strategy: string, parameters?: table): groups",
      "In a plugin: folds points into groups by another strategy, a built-in or a plugin that uses those alone.",
      example: #"group(points, "radius", { radius = 40 }):mean(points.weight)"#),
    .function(
      "log", "(...: any)",
      "In a plugin: writes a line to standard error, with its place in the file; each line once."),
  ]

  /// Kinds of values with fields and methods.
  package static let objects = dataObjects + frameObjects + columnObjects + testObjects

  /// Tables with known fields: options, rows, and the tables of plugins.
  package static let tables = optionTables + rowTables + pluginTables

  /// An entry, and the name of the object or table that it belongs to.
  package struct Match: Hashable, Sendable {
    /// The entry found.
    package let entry: APIEntry

    /// The object or table that has it; nil for those themselves and for functions.
    package let owner: String?

    /// The notation of the entry.
    package var signature: String { entry.signature(of: owner) }
  }

  /// The entries that a name may mean: "dataset", "frame", "frame:plot", "frame.plot", or only "plot". In the
  /// order of functions, objects, tables and members; empty for an unknown name.
  package static func find(_ name: String) -> [Match] {
    let all = functions + pluginOnlyFunctions + objects + tables
    guard let mark = name.lastIndex(where: { $0 == "." || $0 == ":" }) else {
      return all.filter { $0.name == name }.map { Match(entry: $0, owner: nil) }
        + all.flatMap { members(of: $0, named: name) }
    }
    let (owner, member) = (String(name[..<mark]), String(name[name.index(after: mark)...]))
    return all.filter { $0.name == owner }.flatMap { members(of: $0, named: member) }
  }

  /// The known name nearest to an unknown one, if one is near enough to be a slip of the fingers.
  package static func suggestion(for name: String) -> String? {
    let all = functions + pluginOnlyFunctions + objects + tables
    let isMember = name.contains { $0 == "." || $0 == ":" }
    let names =
      isMember
      ? all.flatMap { owner in owner.members.map { "\(owner.name).\($0.name)" } } : all.map(\.name)
    return Suggestion.closest(to: name, among: names)
  }

  private static func members(of owner: APIEntry, named name: String) -> [Match] {
    owner.members.filter { $0.name == name }.map { Match(entry: $0, owner: owner.name) }
  }
}
