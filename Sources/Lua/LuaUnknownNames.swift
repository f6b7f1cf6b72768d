import CLua
import CLuaBridge

// A misspelt name reads as nil in Lua, which then goes its way. Hosts that know better say so.

extension LuaState {
  /// Has reading a key that no member of an object has raise an error.
  ///
  /// - Parameter message: the error's text for the object and the key that is unknown; nil for a key that
  ///   reads as nil.
  public func refuseUnknownMembers(
    _ message: @escaping (_ object: LuaUserdata, _ key: LuaValue) -> String?
  ) {
    let refuse = makeFunction { (object: LuaUserdata, key: LuaValue) throws -> LuaValue in
      guard let message = message(object, key) else { return .nil }
      throw LuaError(.runtime, message)
    }
    refuse.push(to: stack)
    plua_set_unknown(stack.lua)
  }

  /// A metatable of tables in which reading a name that they do not have raises an error; other keys are nil
  /// as ever.
  ///
  /// - Parameter message: the error's text for the name and those that the table has, in order.
  public func makeRefusal(
    _ message: @escaping (_ name: String, _ known: [String]) -> String
  ) throws -> LuaTable {
    let refusal = makeTable()
    try refusal.set(
      "__index",
      makeFunction { (table: LuaTable, key: LuaValue) throws -> LuaValue in
        guard let name = key.string else { return .nil }
        throw LuaError(.runtime, message(name, try table.keys.compactMap(\.string)))
      })
    return refusal
  }
}

extension LuaTable {
  /// Gives the table a metatable.
  public func setMetatable(_ metatable: LuaTable) throws {
    try reference.withValue { call in
      metatable.push(to: call)
      lua_setmetatable(call.lua, -2)
    }
  }
}
