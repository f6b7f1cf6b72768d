import Lua
import Pinfold

extension LuaTable {
  /// Throws for a field that is none of those known: a misspelt one would silently have no effect.
  ///
  /// - Parameter owner: the beginning of the message: "'cluster' returned".
  func refuseFields(butFor known: [String], _ owner: String) throws {
    for case .string(let field) in try keys where !known.contains(field) {
      throw LuaError("\(owner) the unknown field '\(field)'" + Suggestion.clause(for: field, among: known))
    }
  }
}
