import CLua
import CLuaBridge

/// A Swift object, or a C library's, as Lua sees it.
public struct LuaUserdata: LuaReferenceType {
  public let reference: LuaReference

  init(reference: LuaReference) { self.reference = reference }

  public static func read(from call: LuaCall, at index: Int32) throws -> LuaUserdata {
    guard case .userdata(let userdata) = LuaValue(call, at: index) else {
      throw call.mismatch("userdata", at: index)
    }
    return userdata
  }

  /// The Swift object, if it is one of that class and not closed.
  public func object<T: LuaObject>(as type: T.Type = T.self) -> T? {
    try? reference.withValue { try T.read(from: $0, at: -1) }
  }

  /// The name of the object's class.
  public var className: String {
    (try? reference.withValue { $0.typeName(at: -1) }) ?? "userdata"
  }

  /// Whether the object has elements by number.
  public var hasElements: Bool {
    (try? reference.withValue { unsafe plua_has_elements($0.lua, -1) }) ?? false
  }

  /// The names of the object's methods and getters, sorted; for completion and help.
  public var members: [String] {
    let names: [String]? = try? reference.withValue { call in
      unsafe plua_members(call.lua, -1)
      return try [String]?.read(from: call, at: -1) ?? []
    }
    return (names ?? []).sorted()
  }
}

// A misspelled name reads as nil in Lua, without an error. Hosts can report it.

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
      throw LuaError(message)
    }
    refuse.push(to: stack)
    unsafe plua_set_unknown(stack.lua)
  }

  /// A metatable of tables in which reading a name that they do not have raises an error; other keys are nil
  /// as ever.
  ///
  /// - Parameters:
  ///   - declared: tables whose keys are names that read as nil too.
  ///   - message: the error's text for the name and those that the table has, in order.
  public func makeRefusal(
    except declared: [LuaTable] = [], _ message: @escaping (_ name: String, _ known: [String]) -> String
  ) throws -> LuaTable {
    let refusal = makeTable()
    try refusal.set(
      "__index",
      makeFunction { (table: LuaTable, key: LuaValue) throws -> LuaValue in
        guard let name = key.string, declared.allSatisfy({ $0.raw(name).isNil }) else { return .nil }
        throw LuaError(message(name, try table.keys.compactMap(\.string)))
      })
    return refusal
  }
}

extension LuaTable {
  /// Gives the table a metatable.
  public func setMetatable(_ metatable: LuaTable) throws {
    try reference.withValue { call in
      metatable.push(to: call)
      unsafe lua_setmetatable(call.lua, -2)
    }
  }
}
