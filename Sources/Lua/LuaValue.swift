import CLua
import CLuaBridge

/// Any Lua value. Tables, functions and objects stay in their state and are referred to.
public enum LuaValue {
  case `nil`
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case table(LuaTable)
  case function(LuaFunction)
  case userdata(LuaUserdata)
  /// A coroutine, or a pointer of some C library.
  case other(LuaReference)
}

extension LuaValue: LuaConvertible {
  init(_ call: LuaCall, at index: Int32) {
    let lua = unsafe call.lua
    func reference() -> LuaReference {
      unsafe lua_pushvalue(lua, index)
      return LuaReference(taking: call)
    }
    switch unsafe lua_type(lua, index) {
    case LUA_TNONE, LUA_TNIL: self = .nil
    case LUA_TBOOLEAN: self = unsafe .boolean(lua_toboolean(lua, index) != 0)
    case LUA_TNUMBER where unsafe lua_isinteger(lua, index) != 0:
      self = unsafe .integer(Int(lua_tointegerx(lua, index, nil)))
    case LUA_TNUMBER: self = unsafe .number(lua_tonumberx(lua, index, nil))
    case LUA_TSTRING: self = .string(call.string(at: index) ?? "")
    case LUA_TTABLE: self = .table(LuaTable(reference: reference()))
    case LUA_TFUNCTION: self = .function(LuaFunction(reference: reference()))
    case LUA_TUSERDATA: self = .userdata(LuaUserdata(reference: reference()))
    default: self = .other(reference())
    }
  }

  public static func read(from call: LuaCall, at index: Int32) -> LuaValue { LuaValue(call, at: index) }

  public func push(to call: LuaCall) {
    switch self {
    case .nil: unsafe lua_pushnil(call.lua)
    case .boolean(let value): value.push(to: call)
    case .integer(let value): value.push(to: call)
    case .number(let value): value.push(to: call)
    case .string(let value): value.push(to: call)
    case .table(let value): value.push(to: call)
    case .function(let value): value.push(to: call)
    case .userdata(let value): value.push(to: call)
    case .other(let value): value.push(to: call)
    }
  }
}

extension LuaValue {
  public var isNil: Bool { if case .nil = self { true } else { false } }
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var table: LuaTable? { if case .table(let value) = self { value } else { nil } }
  public var function: LuaFunction? { if case .function(let value) = self { value } else { nil } }
  public var userdata: LuaUserdata? { if case .userdata(let value) = self { value } else { nil } }

  /// An integer, or a number that is one.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// Any number.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The Swift object behind a userdata, if it is one of that class and not closed.
  public func object<T: LuaObject>(as type: T.Type = T.self) -> T? { userdata?.object(as: type) }

  /// The type's name in Lua; for objects their class's.
  public var typeName: String {
    switch self {
    case .nil: "nil"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .table: "table"
    case .function: "function"
    case .userdata(let value): value.className
    case .other: "thread"
    }
  }
}

/// Raw equality: the same object for tables, functions and userdata.
extension LuaValue: Equatable {
  public static func == (a: LuaValue, b: LuaValue) -> Bool {
    switch (a, b) {
    case (.nil, .nil): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(a) == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.table(let a), .table(let b)): a == b
    case (.function(let a), .function(let b)): a == b
    case (.userdata(let a), .userdata(let b)): a == b
    case (.other(let a), .other(let b)): a.isSame(as: b)
    default: false
    }
  }
}
