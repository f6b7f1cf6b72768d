import CLua
import CLuaBridge

/// A table in a ``LuaState``.
///
/// It is read raw, without metamethods: no code runs that could claim another length or take its time.
public struct LuaTable: LuaReferenceType {
  public let reference: LuaReference

  init(reference: LuaReference) { self.reference = reference }

  public static func read(from call: LuaCall, at index: Int32) throws -> LuaTable {
    guard case .table(let table) = LuaValue(call, at: index) else { throw call.mismatch("table", at: index) }
    return table
  }

  /// The value of a key.
  public subscript(key: String) -> LuaValue {
    get throws { try get(key) }
  }

  /// The value of an index, from 1.
  public subscript(index: Int) -> LuaValue {
    get throws { try get(index) }
  }

  /// The value of a key as a Swift type; the error names the field.
  public func get<T: LuaReadable>(_ key: some LuaPushable, as type: T.Type = T.self) throws -> T {
    try reference.withValue { call in
      key.push(to: call)
      unsafe lua_rawget(call.lua, -2)
      do {
        return try T.read(from: call, at: -1)
      } catch let error as LuaTypeError {
        throw LuaError(error.inside("field '\(key)'").description)
      }
    }
  }

  /// Sets the value of a key, metamethods included; `nil` removes it.
  public func set(_ key: some LuaPushable, _ value: some LuaPushable) throws {
    try reference.withValue { call in
      key.push(to: call)
      value.push(to: call)
      unsafe try call.check(plua_set(call.lua, -3))
    }
  }

  /// The elements of a list, from 1 to its end, none of them nil.
  ///
  /// Does not trust the length of the table, and stops when the caller should stop.
  ///
  /// - Parameter owner: the owner of the list, for messages.
  public func elements<T: LuaReadable>(as type: T.Type = T.self, of owner: String? = nil) throws -> [T] {
    try reference.withValue { call in
      do {
        return try [T].read(from: call, at: -1)
      } catch let error as LuaTypeError {
        throw LuaError((owner.map { error.inside($0) } ?? error).description)
      }
    }
  }

  /// All keys: indexes in order, other numbers, strings in order, then the rest.
  public var keys: [LuaValue] {
    get throws {
      try reference.withValue { call in
        unsafe try call.check(plua_keys(call.lua, -1))
        return try [LuaValue].read(from: call, at: -1)
      }
    }
  }

  /// All entries in the order of ``keys``.
  public var entries: [(key: LuaValue, value: LuaValue)] {
    get throws {
      let keys = try keys
      return try reference.withValue { call in
        var entries: [(key: LuaValue, value: LuaValue)] = []
        try call.forEachPart(of: keys.count) { part in
          for key in keys[part] {
            key.push(to: call)
            unsafe lua_rawget(call.lua, -2)
            entries.append((key, LuaValue(call, at: -1)))
            unsafe plua_pop(call.lua, 1)
          }
        }
        return entries
      }
    }
  }
}
