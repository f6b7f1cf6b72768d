public import CLua

/// A type that a Swift function may return to Lua.
public protocol LuaReturnable {
  /// Pushes the results and returns their number; throws where they exceed the memory limit of the state.
  func pushResults(to call: LuaCall) throws -> Int32
}

/// A type whose values can be given to Lua.
public protocol LuaPushable: LuaReturnable {
  /// Pushes one value.
  func push(to call: LuaCall)
}

extension LuaPushable {
  @inlinable
  public func pushResults(to call: LuaCall) -> Int32 {
    push(to: call)
    return 1
  }
}

/// A type whose values can be taken from Lua.
public protocol LuaReadable {
  /// Reads the value at a stack index, or throws a ``LuaTypeError``.
  static func read(from call: LuaCall, at index: Int32) throws -> Self
  /// Takes an argument and moves on to the next, or throws a ``LuaArgumentError``.
  static func take(from call: LuaCall, at index: inout Int32) throws -> Self
}

extension LuaReadable {
  @inlinable
  public static func take(from call: LuaCall, at index: inout Int32) throws -> Self {
    do {
      let value = try read(from: call, at: index)
      index += 1
      return value
    } catch let error as LuaTypeError {
      throw LuaArgumentError(Int(index), error.description)
    }
  }
}

/// A type that converts in both directions between Swift and Lua.
public typealias LuaConvertible = LuaPushable & LuaReadable

extension LuaCall: LuaReadable {
  @inlinable
  public static func read(from call: LuaCall, at index: Int32) -> LuaCall { call }

  @inlinable
  public static func take(from call: LuaCall, at index: inout Int32) -> LuaCall { call }
}

extension LuaCall {
  @usableFromInline
  func mismatch(_ expected: String, at index: Int32) -> LuaTypeError {
    LuaTypeError(expected: expected, got: typeName(at: index))
  }
}

// MARK: Scalars

extension Double: LuaConvertible {
  @inlinable
  public func push(to call: LuaCall) { unsafe lua_pushnumber(call.lua, self) }

  @inlinable
  public static func read(from call: LuaCall, at index: Int32) throws -> Double {
    var isNumber: Int32 = 0
    let value = unsafe lua_tonumberx(call.lua, index, &isNumber)
    if isNumber == 0 { throw call.mismatch("number", at: index) }
    return value
  }
}

extension Int: LuaConvertible {
  @inlinable
  public func push(to call: LuaCall) { unsafe lua_pushinteger(call.lua, lua_Integer(self)) }

  @inlinable
  public static func read(from call: LuaCall, at index: Int32) throws -> Int {
    var isInteger: Int32 = 0
    let value = unsafe lua_tointegerx(call.lua, index, &isInteger)
    if isInteger != 0 { return Int(value) }
    guard unsafe lua_isnumber(call.lua, index) != 0 else { throw call.mismatch("number", at: index) }
    throw LuaTypeError("number has no integer representation")
  }
}

extension Bool: LuaConvertible {
  @inlinable
  public func push(to call: LuaCall) { unsafe lua_pushboolean(call.lua, self ? 1 : 0) }

  @inlinable
  public static func read(from call: LuaCall, at index: Int32) throws -> Bool {
    if unsafe lua_type(call.lua, index) != LUA_TBOOLEAN { throw call.mismatch("boolean", at: index) }
    return unsafe lua_toboolean(call.lua, index) != 0
  }
}

/// Lua strings are bytes; sequences that are not UTF-8 are replaced.
extension String: LuaConvertible {
  public func push(to call: LuaCall) {
    var copy = self
    copy.withUTF8 { bytes in
      _ = unsafe bytes.withMemoryRebound(to: CChar.self) {
        unsafe lua_pushlstring(call.lua, $0.baseAddress, $0.count)
      }
    }
  }

  @inlinable
  public static func read(from call: LuaCall, at index: Int32) throws -> String {
    guard let value = call.string(at: index) else { throw call.mismatch("string", at: index) }
    // Different bytes that are no UTF-8 would become one text.
    guard !value.utf8.contains(0xEF) || !value.unicodeScalars.contains("\u{FFFD}") || call.isUTF8(at: index)
    else {
      throw LuaTypeError("string in UTF-8 expected, got '\(value)'")
    }
    return value
  }
}
