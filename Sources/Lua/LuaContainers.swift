public import CLua
import CLuaBridge

extension Optional: LuaReturnable where Wrapped: LuaPushable {}

extension Optional: LuaPushable where Wrapped: LuaPushable {
  @inlinable
  public func push(to call: LuaCall) {
    if let value = self { value.push(to: call) } else { unsafe lua_pushnil(call.lua) }
  }
}

/// `nil` and a missing argument are no value.
extension Optional: LuaReadable where Wrapped: LuaReadable {
  @inlinable
  public static func read(from call: LuaCall, at index: Int32) throws -> Wrapped? {
    unsafe lua_type(call.lua, index) <= LUA_TNIL ? nil : try Wrapped.read(from: call, at: index)
  }
}

extension Array: LuaReturnable where Element: LuaPushable {
  public func pushResults(to call: LuaCall) throws -> Int32 { try call.push(list: self, limited: true) }
}

extension Array: LuaPushable where Element: LuaPushable {
  public func push(to call: LuaCall) { _ = try? call.push(list: self, limited: false) }
}

/// A list of which each element is made when it is pushed.
extension LazyMapSequence: LuaReturnable where Base: RandomAccessCollection, Element: LuaPushable {
  public func pushResults(to call: LuaCall) throws -> Int32 { try call.push(list: self, limited: true) }
}

extension LuaCall {
  /// Pushes a list; if `limited`, no more of it than the memory limit allows, and throws then.
  fileprivate func push<Element: LuaPushable>(
    list: some RandomAccessCollection<Element>, limited: Bool
  ) throws -> Int32 {
    let elementsOfPart = 64
    if limited { try reserve(bytes: list.count * MemoryLayout<Int>.stride * 2) }
    unsafe lua_createtable(lua, Int32(clamping: list.count), 0)
    for (index, element) in list.enumerated() {
      if limited, index % elementsOfPart == elementsOfPart - 1 { try reserve(bytes: 0) }
      element.push(to: self)
      unsafe lua_rawseti(lua, -2, lua_Integer(index + 1))
    }
    return 1
  }
}

/// The elements of a list, from 1 to the table's raw length; none may be nil.
///
/// Metamethods are not called, since a `__len` may return any length. The raw length is not trusted either:
/// that of a table with holes may be any integer, so the first hole is an error.
extension Array: LuaReadable where Element: LuaReadable {
  public static func read(from call: LuaCall, at index: Int32) throws -> [Element] {
    guard unsafe lua_type(call.lua, index) == LUA_TTABLE else { throw call.mismatch("table", at: index) }
    let count = unsafe Int(clamping: lua_rawlen(call.lua, index))
    let table = unsafe lua_absindex(call.lua, index)
    try call.reserve(1)
    var result: [Element] = []
    try call.forEachPart(of: count) { part in
      try call.reserve(bytes: result.count * MemoryLayout<Element>.stride)
      for position in part {
        let type = unsafe lua_rawgeti(call.lua, table, lua_Integer(position + 1))
        defer { unsafe plua_pop(call.lua, 1) }
        do {
          result.append(try Element.read(from: call, at: -1))
          if type == LUA_TNIL { throw call.mismatch("value", at: -1) }
        } catch let error as LuaTypeError {
          throw error.inside("element \(position + 1)")
        }
      }
    }
    return result
  }
}

extension Dictionary: LuaReturnable where Key == String, Value: LuaPushable {}

extension Dictionary: LuaPushable where Key == String, Value: LuaPushable {
  public func push(to call: LuaCall) {
    unsafe lua_createtable(call.lua, 0, Int32(clamping: count))
    for (key, value) in self {
      key.push(to: call)
      value.push(to: call)
      unsafe lua_rawset(call.lua, -3)
    }
  }
}

/// Named fields that go to Lua as a table; those that are nil are left out.
public struct LuaFields: LuaPushable, ExpressibleByDictionaryLiteral {
  private var fields: [(name: String, value: any LuaPushable)]

  public init(dictionaryLiteral fields: (String, any LuaPushable)...) {
    self.fields = fields.map { (name: $0, value: $1) }
  }

  /// Names that come with values.
  public init(_ fields: some Sequence<(String, LuaValue)>) {
    self.fields = fields.map { (name: $0, value: $1) }
  }

  /// Sets a field.
  public mutating func set(_ name: String, _ value: some LuaPushable) { fields.append((name, value)) }

  public func push(to call: LuaCall) {
    unsafe lua_createtable(call.lua, 0, Int32(clamping: fields.count))
    for (name, value) in fields {
      name.push(to: call)
      value.push(to: call)
      unsafe lua_rawset(call.lua, -3)
    }
  }
}

/// A value of one of several types, for functions that return one or another.
package struct LuaAny: LuaPushable {
  private let value: any LuaPushable

  package init(_ value: any LuaPushable) { self.value = value }

  package func push(to call: LuaCall) { value.push(to: call) }
}

extension LuaCall {
  /// Pushes a list with some fields, and with the metatable that the state keeps by a name, if it keeps one.
  ///
  /// - Throws: ``LuaError`` where the memory limit allows no more elements.
  public func push(
    _ list: some RandomAccessCollection<some LuaPushable>, fields: [String: some LuaPushable],
    metatable: String
  ) throws -> Int32 {
    let count = try push(list: list, limited: true)
    for (name, value) in fields {
      name.push(to: self)
      value.push(to: self)
      unsafe lua_rawset(lua, -3)
    }
    unsafe plua_push_metatable(lua, metatable)
    unsafe lua_setmetatable(lua, -2)
    return count
  }
}

extension LuaState {
  /// Keeps a metatable by a name, out of reach of scripts.
  public func keepMetatable(_ metatable: LuaTable, as name: String) {
    metatable.push(to: stack)
    unsafe plua_keep_metatable(stack.lua, name)
  }
}

extension LuaTable {
  /// Whether the table has the metatable that the state keeps by a name.
  public func hasMetatable(_ name: String) -> Bool {
    let same = try? reference.withValue { call in
      guard unsafe lua_getmetatable(call.lua, -1) != 0 else { return false }
      unsafe plua_push_metatable(call.lua, name)
      return unsafe lua_rawequal(call.lua, -1, -2) != 0
    }
    return same ?? false
  }
}

/// All remaining arguments, as the last parameter of a function.
public struct LuaRest: LuaReadable {
  public var values: [LuaValue]

  public static func read(from call: LuaCall, at index: Int32) -> LuaRest {
    LuaRest(values: [LuaValue(call, at: index)])
  }

  public static func take(from call: LuaCall, at index: inout Int32) -> LuaRest {
    let count = unsafe lua_gettop(call.lua)
    guard index <= count else { return LuaRest(values: []) }
    defer { index = count + 1 }
    return LuaRest(values: (index...count).map { LuaValue(call, at: $0) })
  }
}
