import Lua
import Pinfold

/// Messages about unknown names, most of which are typos.
enum UnknownName {
  static func message(_ owner: String, _ name: String, _ known: [String]) -> String {
    "\(owner) has no '\(name)'" + Suggestion.clause(for: name, among: known)
  }

  /// What is wrong with a key that an object does not have; nil for an index past the end of a list, at which
  /// Lua's loops end.
  static func message(_ object: LuaUserdata, _ key: LuaValue) -> String? {
    let owner = object.className
    if let name = key.string { return message(owner, name, object.knownMembers) }
    guard object.hasElements else {
      return
        "a value of type \(owner) has no [\(shown(key))]; it has: \(object.members.joined(separator: ", "))"
    }
    if let index = key.integer, index >= 1 { return nil }
    let advice = key.userdata == nil ? "" : "; filter(mask) and take(indices) choose several"
    return "[\(shown(key))] of a value of type \(owner): an index is a whole number from 1\(advice)"
  }

  private static func shown(_ key: LuaValue) -> String {
    key.number.map { "\(ParameterValue.number($0))" } ?? key.boolean.map { "\($0)" } ?? key.typeName
  }

  static func message(variable name: String, _ known: [String]) -> String {
    let near = Suggestion.closest(to: name, among: known)
    return "unknown variable '\(name)'" + (near.map { " (did you mean '\($0)'?)" } ?? "")
  }
}

extension LuaUserdata {
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
