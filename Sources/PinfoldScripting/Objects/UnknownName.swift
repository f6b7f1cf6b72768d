import Lua
import Pinfold

/// What scripts and plugins read of a name that is not there, and most often is a slip of the fingers.
enum UnknownName {
  static func message(_ owner: String, _ name: String, _ known: [String]) -> String {
    "\(owner) has no '\(name)'" + Suggestion.clause(for: name, among: known)
  }

  static func message(_ object: LuaUserdata, _ name: String) -> String {
    message(object.className, name, object.knownMembers)
  }

  static func message(variable name: String, _ known: [String]) -> String {
    let near = Suggestion.closest(to: name, among: known)
    return "unknown variable '\(name)'" + (near.map { " (did you mean '\($0)'?)" } ?? "")
  }
}

extension LuaUserdata {
  /// The names of methods, getters, and columns of data.
  var knownMembers: [String] { members + (object(as: DatasetObject.self)?.columnNames ?? []) }
}

/// Makes tables of fields as plugins get them: any other name is an error. What tells so is made once.
struct RecordMaker {
  private let lua: LuaState
  private let refusal: LuaTable

  /// Makes records in a state; messages call them by a name.
  init(_ owner: String, in lua: LuaState) throws {
    self.lua = lua
    refusal = try lua.makeRefusal { UnknownName.message(owner, $0, $1) }
  }

  func callAsFunction(_ fields: [String: some LuaPushable]) throws -> LuaTable {
    let table = lua.makeTable()
    for (name, value) in fields { try table.set(name, value) }
    try table.setMetatable(refusal)
    return table
  }
}
