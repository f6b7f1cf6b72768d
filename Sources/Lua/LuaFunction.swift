import CLua
import CLuaBridge

/// A function in a ``LuaState``.
public struct LuaFunction: LuaReferenceType {
  public let reference: LuaReference

  init(reference: LuaReference) { self.reference = reference }

  public static func read(from call: LuaCall, at index: Int32) throws -> LuaFunction {
    guard case .function(let function) = LuaValue(call, at: index) else {
      throw call.mismatch("function", at: index)
    }
    return function
  }

  /// Calls the function and returns all its results.
  @discardableResult
  public func callAsFunction<each A: LuaPushable>(_ arguments: repeat each A) throws -> [LuaValue] {
    try perform(repeat each arguments, results: LUA_MULTRET) { call, first in
      let top = unsafe lua_gettop(call.lua)
      return top < first ? [] : (first...top).map { LuaValue(call, at: $0) }
    }
  }

  /// Calls the function and returns its first result.
  public func call<each A: LuaPushable, R: LuaReadable>(
    _ arguments: repeat each A, returning type: R.Type = R.self
  ) throws -> R {
    try perform(repeat each arguments, results: 1) { call, first in
      do {
        return try R.read(from: call, at: first)
      } catch let error as LuaTypeError {
        throw LuaError(error.inside("result").description)
      }
    }
  }

  /// Calls the function with arguments whose number is not known beforehand.
  @discardableResult
  public func call(with arguments: [LuaValue]) throws -> [LuaValue] {
    try reference.withValue { call in
      try call.reserve(arguments.count)
      let first = unsafe lua_gettop(call.lua)
      for argument in arguments { argument.push(to: call) }
      unsafe try call.check(plua_call(call.lua, Int32(arguments.count), LUA_MULTRET))
      let top = unsafe lua_gettop(call.lua)
      return top < first ? [] : (first...top).map { LuaValue(call, at: $0) }
    }
  }

  private func perform<each A: LuaPushable, R>(
    _ arguments: repeat each A, results: Int32, _ body: (LuaCall, Int32) throws -> R
  ) throws -> R {
    try reference.withValue { call in
      let first = unsafe lua_gettop(call.lua)
      unsafe try call.check(plua_call(call.lua, call.push(repeat each arguments), results))
      return try body(call, first)
    }
  }
}
