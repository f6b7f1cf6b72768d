public import CLuaBridge

/// The members that a ``LuaObject`` offers to Lua code; ``LuaObject/describe(_:)`` adds them.
public struct LuaClass<T: LuaObject> {
  /// The class's metatable is on top of this stack while it is described.
  @usableFromInline let call: LuaCall

  /// Pushes the class's metatable, made if need be.
  static func push(to call: LuaCall) {
    if plua_push_class(call.lua, T.luaKey, T.luaName, T.luaHasCells) { T.describe(LuaClass(call: call)) }
  }

  /// Adds a method: `lua.method("scaled") { (column, factor: Double) in column.scaled(by: factor) }`.
  @inlinable
  public func method<each A: LuaReadable, R: LuaReturnable>(
    _ name: String, _ body: @escaping (T, repeat each A) throws -> R
  ) {
    call.push(
      member: LuaClosure { call in
        var index: Int32 = 1
        let receiver = try T.take(from: call, at: &index)
        return try body(receiver, repeat (each A).take(from: call, at: &index)).pushResults(to: call)
      })
    plua_add_method(call.lua, name)
  }

  /// Adds a method without results.
  @inlinable
  public func method<each A: LuaReadable>(
    _ name: String, _ body: @escaping (T, repeat each A) throws -> Void
  ) {
    call.push(
      member: LuaClosure { call in
        var index: Int32 = 1
        let receiver = try T.take(from: call, at: &index)
        try body(receiver, repeat (each A).take(from: call, at: &index))
        return 0
      })
    plua_add_method(call.lua, name)
  }

  /// Adds a value that is computed whenever `object.name` is read.
  @inlinable
  public func getter<R: LuaPushable>(_ name: String, _ body: @escaping (T) throws -> R) {
    call.push(member: LuaClosure { call in try body(T.read(from: call, at: 1)).pushResults(to: call) })
    plua_add_getter(call.lua, name)
  }

  /// Likewise for a value that takes long: the call says whether to stop.
  @inlinable
  public func getter<R: LuaPushable>(_ name: String, _ body: @escaping (T, LuaCall) throws -> R) {
    call.push(member: LuaClosure { call in try body(T.read(from: call, at: 1), call).pushResults(to: call) })
    plua_add_getter(call.lua, name)
  }

  /// Sets the value of `object[key]` where no method, getter or cell has that key; nil for none.
  public func fallback<R: LuaReturnable>(_ body: @escaping (T, LuaCall, LuaValue) throws -> R) {
    call.push(
      member: LuaClosure(typed: { (call: LuaCall, object: T, key: LuaValue) in try body(object, call, key) }))
    plua_add_fallback(call.lua)
  }

  /// Sets the value of `object.name` that comes before all members; nil for none. An object for the name of a
  /// method is that method when it is called.
  public func preference<R: LuaReturnable>(_ body: @escaping (T, LuaCall, String) throws -> R) {
    call.push(
      member: LuaClosure(typed: { (call: LuaCall, object: T, name: String) in try body(object, call, name) }))
    plua_add_preference(call.lua)
  }

  /// Adds an operator. Its operands are what Lua gives: in `2 * object` the object is the second.
  @inlinable
  public func metamethod<each A: LuaReadable, R: LuaReturnable>(
    _ metamethod: LuaMetamethod, _ body: @escaping (repeat each A) throws -> R
  ) {
    call.push(member: LuaClosure(typed: body))
    plua_add_metamethod(call.lua, metamethod.rawValue)
  }

  /// Adds an operator without results.
  @inlinable
  public func metamethod<each A: LuaReadable>(
    _ metamethod: LuaMetamethod, _ body: @escaping (repeat each A) throws -> Void
  ) {
    call.push(member: LuaClosure(typed: body))
    plua_add_metamethod(call.lua, metamethod.rawValue)
  }
}

/// The operators that a class can define. Reading `object[key]` is not among them: for that see
/// ``LuaClass/method(_:_:)``, ``LuaClass/getter(_:_:)`` and ``LuaClass/fallback(_:)``.
public enum LuaMetamethod: String, Sendable, CaseIterable {
  case add = "__add"
  case subtract = "__sub"
  case multiply = "__mul"
  case divide = "__div"
  case floorDivide = "__idiv"
  case modulo = "__mod"
  case power = "__pow"
  case negate = "__unm"
  case concat = "__concat"
  case length = "__len"
  case equal = "__eq"
  case less = "__lt"
  case lessOrEqual = "__le"
  case and = "__band"
  case or = "__bor"
  case exclusiveOr = "__bxor"
  case not = "__bnot"
  case shiftLeft = "__shl"
  case shiftRight = "__shr"
  case call = "__call"
  case toString = "__tostring"
  case newIndex = "__newindex"
  case pairs = "__pairs"
}

extension LuaState {
  /// Adds to the members of a class in this state.
  public func extend<T: LuaObject>(_ type: T.Type, _ body: (LuaClass<T>) -> Void) {
    LuaClass<T>.push(to: stack)
    body(LuaClass(call: stack))
    plua_pop(stack.lua, 1)
  }
}
