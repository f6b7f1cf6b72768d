public import CLuaBridge

/// A final class whose instances Lua code can hold and use.
///
/// The class is registered with a state when its first instance is pushed. Lua owns a reference to the
/// instance until it collects the userdata, or until a variable declared `<close>` that holds it goes out of
/// scope.
public protocol LuaObject: AnyObject, LuaConvertible {
  /// The name of the type in messages.
  static var luaName: String { get }
  /// Adds the methods, getters and metamethods.
  static func describe(_ lua: LuaClass<Self>)
  /// The memory of the instance to report to the collector, beyond a few bytes.
  var luaNativeBytes: Int { get }
  /// The memory that the instance keeps and others may keep too: it counts once, however many objects in a
  /// state share it. Read when the instance is first given to Lua.
  var luaParts: [LuaMemoryPart] { get }
  /// Whether instances have cells: then `object[i]`, `#object`, `object:iter()`, `object:totable()` and
  /// `pairs(object)` read these, without calling Swift.
  static var luaHasCells: Bool { get }
  /// The cells; read once, when the instance is given to Lua. They must not move or change.
  var luaCells: LuaCells { get }
}

/// Memory that several objects may share.
public struct LuaMemoryPart: LuaPushable {
  let owner: AnyObject
  let address: UInt
  let bytes: Int

  /// Describes memory at an address that `owner` keeps.
  public init(owner: AnyObject, address: UInt, bytes: Int) {
    (self.owner, self.address, self.bytes) = (owner, address, bytes)
  }

  public func push(to call: LuaCall) {
    unsafe plua_push_part(
      call.lua, Unmanaged.passRetained(owner).toOpaque(), UnsafeRawPointer(bitPattern: address), bytes)
  }
}

extension LuaObject {
  public var luaNativeBytes: Int { 0 }
  public var luaParts: [LuaMemoryPart] { [] }
  public static var luaHasCells: Bool { false }
  public var luaCells: LuaCells { .none }

  /// The class and its members, listed without a state.
  public static var luaEntry: LuaEntry { LuaClass.entry(describe) }

  @inlinable
  static var luaKey: UnsafeRawPointer {
    unsafe unsafeBitCast(Self.self as AnyClass, to: UnsafeRawPointer.self)
  }

  public func push(to call: LuaCall) {
    let cells = Self.luaHasCells ? luaCells : .none
    let bytes = luaNativeBytes
    let object = unsafe Unmanaged.passRetained(self).toOpaque()
    if unsafe !plua_push_object(call.lua, object, Self.luaKey, cells.cells, bytes) {
      LuaClass<Self>.push(to: call)
      unsafe plua_pop(call.lua, 1)
      _ = unsafe plua_push_object(call.lua, object, Self.luaKey, cells.cells, bytes)
    }
    // Large objects alone have parts, and their userdata is known when they are given again.
    guard bytes > 0, unsafe plua_lacks_parts(call.lua) else { return }
    let parts = luaParts
    if parts.isEmpty { return }
    parts.push(to: call)
    unsafe plua_set_parts(call.lua)
  }

  @inlinable
  public static func read(from call: LuaCall, at index: Int32) throws -> Self {
    guard let object = unsafe plua_object(call.lua, index, luaKey) else { throw noObject(call, at: index) }
    return unsafe Unmanaged<Self>.fromOpaque(object).takeUnretainedValue()
  }

  @usableFromInline
  static func noObject(_ call: LuaCall, at index: Int32) -> LuaTypeError {
    if unsafe plua_is_closed(call.lua, index, luaKey) { return LuaTypeError("\(luaName) is closed") }
    return call.mismatch(luaName, at: index)
  }
}
