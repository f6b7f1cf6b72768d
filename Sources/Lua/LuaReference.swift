import CLua
import CLuaBridge

/// Keeps a Lua value alive for Swift.
///
/// A reference does not keep its state alive, so that an object inside the state may hold one. It may be
/// released on any thread, but used only where its state is.
@safe public final class LuaReference: @unchecked Sendable {
  let state: OpaquePointer
  private let number: Int32

  init(taking call: LuaCall) {
    unsafe state = plua_state_of(call.lua)
    number = unsafe plua_reference(call.lua)
    unsafe plua_retain(state)
  }

  deinit {
    unsafe plua_drop_reference(state, number)
    unsafe plua_forget(state)
  }

  func push(to call: LuaCall) {
    unsafe precondition(plua_state_of(call.lua) == state, "A Lua value was given to another Lua state")
    unsafe plua_push_reference(call.lua, number)
  }

  /// Calls `body` with the value on top of the stack, and clears the stack.
  func withValue<R>(_ body: (LuaCall) throws -> R) throws -> R {
    guard let lua = unsafe plua_current(state) else { throw LuaError.closed }
    let call = unsafe LuaCall(lua)
    try call.reserve(4)
    let top = unsafe lua_gettop(lua)
    defer { unsafe lua_settop(lua, top) }
    push(to: call)
    return try body(call)
  }

  func isSame(as other: LuaReference) -> Bool {
    guard unsafe state == other.state else { return false }
    let same = try? withValue { call in
      other.push(to: call)
      return unsafe lua_rawequal(call.lua, -1, -2) != 0
    }
    return same ?? (self === other)
  }
}

/// The common part of tables, functions and userdata.
public protocol LuaReferenceType: LuaConvertible, Equatable {
  /// The reference that keeps the value alive.
  var reference: LuaReference { get }
}

extension LuaReferenceType {
  public func push(to call: LuaCall) { reference.push(to: call) }

  /// Whether both are the same Lua object.
  public static func == (a: Self, b: Self) -> Bool { a.reference.isSame(as: b.reference) }
}
