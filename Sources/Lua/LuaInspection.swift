import CLua
import CLuaBridge

// Inspection of values without running any of their code: for completion and help, which must not change what
// they look at.

extension LuaTable {
  /// The value of a key; nil also if the state is closed.
  public func raw(_ key: some LuaPushable) -> LuaValue { (try? get(key)) ?? .nil }

  /// Sets the value of a key, without metamethods.
  public func setRaw(_ key: some LuaPushable, _ value: some LuaPushable) {
    try? reference.withValue { call in
      key.push(to: call)
      value.push(to: call)
      unsafe lua_rawset(call.lua, -3)
    }
  }

  /// The table in which the metatable has missing keys looked up, if it names one.
  public var inherited: LuaTable? {
    try? reference.withValue { call in
      guard unsafe lua_getmetatable(call.lua, -1) != 0 else { return nil }
      "__index".push(to: call)
      unsafe lua_rawget(call.lua, -2)
      return LuaValue(call, at: -1).table
    }
  }
}

/// The position of a Lua function in its source.
public struct LuaDefinition: Hashable, Sendable {
  /// The name that its chunk was compiled with, "=" or "@" included.
  public var chunkName: String

  /// Its lines, from 1.
  public var lines: ClosedRange<Int>

  /// The number of its parameters, a method's own object among them, `...` not.
  public var parameterCount: Int
}

extension LuaFunction {
  /// The position of the function; nil for one that is not written in Lua.
  public var definition: LuaDefinition? {
    try? reference.withValue { call in
      var info = unsafe lua_Debug()
      unsafe lua_pushvalue(call.lua, -1)
      guard unsafe lua_getinfo(call.lua, ">Su", &info) != 0, unsafe info.linedefined >= 0,
        let source = unsafe info.source
      else {
        return nil
      }
      let first = unsafe max(1, Int(info.linedefined))
      return unsafe LuaDefinition(
        chunkName: String(cString: source), lines: first...max(first, Int(info.lastlinedefined)),
        parameterCount: Int(info.nparams))
    }
  }

  /// The variables of its surroundings that the function sees, in order; its globals are in `_ENV`.
  public var upvalues: [(name: String, value: LuaValue)] {
    let found = try? reference.withValue { call in
      var values: [(name: String, value: LuaValue)] = []
      while let name = unsafe lua_getupvalue(call.lua, -1, Int32(values.count + 1)) {
        unsafe values.append((String(cString: name), LuaValue(call, at: -1)))
        unsafe plua_pop(call.lua, 1)
      }
      return values
    }
    return found ?? []
  }

  /// Makes a table hold the global variables of a compiled chunk.
  public func setEnvironment(_ environment: LuaTable) {
    try? reference.withValue { call in
      environment.push(to: call)
      // The only upvalue of a chunk is its environment.
      if unsafe lua_setupvalue(call.lua, -2, 1) == nil { unsafe plua_pop(call.lua, 1) }
    }
  }
}

extension LuaUserdata {
  /// A field or method of one of our objects; getters run, which change nothing.
  public func member(_ name: String) -> LuaValue {
    let value = try? reference.withValue { call in
      name.push(to: call)
      unsafe try call.check(plua_get(call.lua, -2))
      return LuaValue(call, at: -1)
    }
    return value ?? .nil
  }
}
