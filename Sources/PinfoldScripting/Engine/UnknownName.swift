import Lua
import Pinfold

/// What scripts and plugins read of a name that is not there, and most often is a slip of the fingers.
enum UnknownName {
  static func message(_ owner: String, _ name: String, _ known: [String]) -> String {
    "\(owner) has no '\(name)'" + Suggestion.clause(for: name, among: known)
  }

  static func message(variable name: String, _ known: [String]) -> String {
    let near = Suggestion.closest(to: name, among: known)
    return "unknown variable '\(name)'" + (near.map { " (did you mean '\($0)'?)" } ?? "")
  }
}

extension LuaState {
  /// A table of fields as plugins get it: any other name is an error.
  func makeRecord(_ owner: String, _ fields: [String: LuaValue]) throws -> LuaTable {
    let table = makeTable()
    for (name, value) in fields { try table.set(name, value) }
    try table.refuseUnknownNames { UnknownName.message(owner, $0, $1) }
    return table
  }
}
