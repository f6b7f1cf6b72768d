package import Lua
import Pinfold
import PinfoldColumns

/// Everything that scripts, the shell and plugins find in Lua, as data: help, completion, editor types and
/// the reference are made of it. Functions and objects describe themselves where they are registered.
package enum APIReference {
  /// Global functions of scripts and the shell.
  package static let functions = ScriptFunctions.entries + plainFunctions

  /// Global functions of plugins, beside Lua's own.
  package static let pluginFunctions = plainFunctions + pluginOnlyFunctions

  /// Global functions that plugins alone have.
  package static let pluginOnlyFunctions = PluginState.functions

  private static let plainFunctions = LuaLibrary.entries(ColumnLibrary.open) + [LuaState.rawpairs]

  /// Kinds of values with fields and methods.
  package static let objects = [
    DatasetObject.luaEntry, TextsObject.luaEntry, ViewObject.luaEntry, StrategyObject.luaEntry,
    MetricObject.luaEntry, CameraObject.luaEntry, StudyObject.luaEntry, DiffObject.luaEntry,
    MapObject.luaEntry, FrameObject.luaEntry, LiveObject.luaEntry, TransitionObject.luaEntry,
    LuaClass.entry(ColumnLibrary.describe), GroupsObject.luaEntry, PointsObject.luaEntry,
    NeighborsObject.luaEntry, TestObject.luaEntry,
  ]

  /// Tables with known fields: options, rows, and the tables of plugins.
  package static let tables = optionTables + EmbeddedFile.tables("rows") + PluginKind.tables

  private static var all: [LuaEntry] { functions + pluginOnlyFunctions + objects + tables }

  /// An entry, and the name of the object or table that it belongs to.
  package struct Match: Hashable, Sendable {
    /// The entry found.
    package let entry: LuaEntry

    /// The object or table that has it; nil for those themselves and for functions.
    package let owner: String?

    /// The notation of the entry.
    package var signature: String { entry.signature(of: owner) }
  }

  /// The entries that a name may mean: "dataset", "frame", "frame:plot", "frame.plot", or only "plot". In the
  /// order of functions, objects, tables and members; empty for an unknown name.
  package static func find(_ name: String) -> [Match] {
    guard let mark = name.lastIndex(where: { $0 == "." || $0 == ":" }) else {
      return all.filter { $0.name == name }.map { Match(entry: $0, owner: nil) }
        + all.flatMap { members(of: $0, named: name) }
    }
    let (owner, member) = (String(name[..<mark]), String(name[name.index(after: mark)...]))
    return all.filter { $0.name == owner }.flatMap { members(of: $0, named: member) }
  }

  /// The known name nearest to an unknown one, if one is near enough to be a typo.
  package static func suggestion(for name: String) -> String? {
    let isMember = name.contains { $0 == "." || $0 == ":" }
    let names =
      isMember
      ? all.flatMap { owner in owner.members.map { "\(owner.name).\($0.name)" } } : all.map(\.name)
    return Suggestion.closest(to: name, among: names)
  }

  private static func members(of owner: LuaEntry, named name: String) -> [Match] {
    owner.members.filter { $0.name == name }.map { Match(entry: $0, owner: owner.name) }
  }

  static func function(_ name: String) -> LuaEntry? { functions.first { $0.name == name } }

  static func pluginOnlyFunction(_ name: String) -> LuaEntry? {
    pluginOnlyFunctions.first { $0.name == name }
  }

  static func members(of object: String) -> [LuaEntry] {
    (objects.first { $0.name == object }?.members ?? []).filter { $0.kind != .operation }
  }

  static func member(_ name: String, of object: String) -> LuaEntry? {
    members(of: object).first { $0.name == name }
  }
}

extension LuaEntry {
  /// One line: how it is written without its owner, and what it does.
  var line: String { kind == .field ? summary : "\(call): \(summary)" }

  /// The kind of object that a call returns; nil where it returns none.
  var resultObject: String? {
    results.first.flatMap { result in APIReference.objects.first { $0.name == result }?.name }
  }
}

/// Reads types in the notation of LuaCATS for completion.
enum TypeNotation {
  static func table(of type: String) -> LuaEntry? {
    let names = type.split { !$0.isLetter }.map(String.init)
    return APIReference.tables.first { names.contains($0.name) }
  }
}

extension String {
  /// The parts of the text that are within quotes.
  func words(in quote: Character) -> [String] {
    split(separator: quote, omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }
}
