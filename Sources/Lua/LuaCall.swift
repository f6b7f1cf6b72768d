public import CLua
public import CLuaBridge

/// A Swift function's view of the Lua code that called it.
///
/// As the first parameter of a function it takes no argument from the caller. It is valid only until that
/// function returns.
@safe public struct LuaCall {
  @usableFromInline let lua: OpaquePointer

  @inlinable
  init(_ lua: OpaquePointer) { unsafe self.lua = lua }

  /// The number of arguments.
  @inlinable
  public var count: Int { unsafe Int(lua_gettop(lua)) }

  /// The argument at `index`, from 1.
  public func argument<T: LuaReadable>(_ index: Int, as type: T.Type = T.self) throws -> T {
    var index = Int32(index)
    return try T.take(from: self, at: &index)
  }

  /// Returns several values to Lua: `return call.results(row, column)`.
  @inlinable
  public func results<each V: LuaPushable>(_ values: repeat each V) throws -> LuaResults {
    LuaResults(count: push(repeat each values))
  }

  /// Pushes values, and returns their number.
  @inlinable
  func push<each V: LuaPushable>(_ values: repeat each V) -> Int32 {
    var count: Int32 = 0
    for value in repeat each values {
      value.push(to: self)
      count += 1
    }
    return count
  }

  /// Returns as many values as the array has.
  public func results(of values: [LuaValue]) throws -> LuaResults {
    try reserve(values.count)
    for value in values { value.push(to: self) }
    return LuaResults(count: Int32(values.count))
  }

  /// Returns the iterator of `for i, a, b in` over the cells of columns side by side, which does not call
  /// Swift again.
  public func iterator<each C: LuaObject>(over columns: repeat each C) -> LuaResults {
    unsafe plua_push_iterator(lua, push(repeat each columns))
    return LuaResults(count: 3)
  }

  /// Throws if the calling script should stop. Call it in long native operations, about every millisecond.
  @inlinable
  public func checkStop() throws {
    if shouldStop { throw LuaError(.interrupted, "stopped") }
  }

  /// Whether the calling script should stop.
  @inlinable
  public var shouldStop: Bool { unsafe plua_should_stop(plua_state_of(lua)) }

  /// The seconds until the run under way is out of time; nil where its time has no limit.
  public var secondsLeft: Double? {
    let seconds = unsafe plua_seconds_left(plua_state_of(lua))
    return seconds.isFinite ? seconds : nil
  }

  /// The value of a global variable.
  public func global(_ name: String) -> LuaValue {
    unsafe plua_push_globals(lua)
    name.push(to: self)
    unsafe lua_rawget(lua, -2)
    defer { unsafe plua_pop(lua, 2) }
    return LuaValue(self, at: -1)
  }

  /// A value as `tostring` would print it.
  public func string(of value: LuaValue) throws -> String {
    value.push(to: self)
    defer { unsafe plua_pop(lua, 1) }
    return try string(at: -1, converting: ())
  }

  // MARK: Inside

  /// Makes sure that `count` values can be pushed, and some more for conversions.
  func reserve(_ count: Int) throws {
    guard count < 1_000_000, unsafe lua_checkstack(lua, Int32(count) + 32) != 0 else {
      throw LuaError.stackOverflow
    }
  }

  /// Throws the error on top of the stack unless the status is success.
  func check(_ status: Int32) throws {
    if status != LUA_OK { throw popError(status) }
  }

  func string(at index: Int32, converting: Void) throws -> String {
    unsafe try check(plua_tostring(lua, index))
    defer { unsafe plua_pop(lua, 1) }
    return string(at: -1) ?? ""
  }

  @usableFromInline
  func string(at index: Int32) -> String? {
    var length = 0
    guard let bytes = unsafe lua_tolstring(lua, index, &length) else { return nil }
    return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  @usableFromInline
  func isUTF8(at index: Int32) -> Bool {
    var length = 0
    guard let bytes = unsafe lua_tolstring(lua, index, &length) else { return false }
    return unsafe String(validating: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
      != nil
  }

  /// The type for messages: a class's own name for objects.
  @usableFromInline
  func typeName(at index: Int32) -> String {
    let type = unsafe lua_type(lua, index)
    if type == LUA_TNONE { return "no value" }
    if type == LUA_TUSERDATA, unsafe lua_getmetatable(lua, index) != 0 {
      unsafe lua_pushstring(lua, "__name")
      unsafe lua_rawget(lua, -2)
      defer { unsafe plua_pop(lua, 2) }
      if let name = string(at: -1) { return name }
    }
    return unsafe String(cString: lua_typename(lua, type))
  }
}

/// Values that a Swift function has left for Lua; made by ``LuaCall/results(_:)``.
public struct LuaResults: LuaReturnable {
  @usableFromInline let count: Int32

  @inlinable
  init(count: Int32) { self.count = count }

  @inlinable
  public func pushResults(to call: LuaCall) -> Int32 { count }
}
