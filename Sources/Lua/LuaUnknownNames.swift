import CLua
import CLuaBridge

// A misspelt name reads as nil in Lua, which then goes its way. Hosts that know better say so.

extension LuaState {
  /// Has reading a name that no member of an object has raise an error.
  ///
  /// - Parameter message: the error's text for the name of the class, the name that is unknown and those that
  ///   are not.
  public func refuseUnknownMembers(
    _ message: @escaping (_ owner: String, _ name: String, _ known: [String]) -> String
  ) {
    let refuse = makeFunction { (object: LuaUserdata, name: String) throws -> LuaValue in
      throw LuaError(.runtime, message(object.className, name, object.members))
    }
    refuse.push(to: stack)
    plua_set_unknown(stack.lua)
  }
}

extension LuaTable {
  /// Has reading a name that the table does not have raise an error; other keys are nil as ever.
  ///
  /// - Parameter message: the error's text for the name and those that the table has, in order.
  public func refuseUnknownNames(_ message: @escaping (_ name: String, _ known: [String]) -> String) throws {
    try reference.withValue { call in
      let refuse = call.makeFunction { (table: LuaTable, key: LuaValue) throws -> LuaValue in
        guard let name = key.string else { return .nil }
        throw LuaError(.runtime, message(name, try table.keys.compactMap(\.string)))
      }
      lua_createtable(call.lua, 0, 1)
      refuse.push(to: call)
      lua_setfield(call.lua, -2, "__index")
      lua_setmetatable(call.lua, -2)
    }
  }
}
