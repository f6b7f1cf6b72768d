import CLua
import CLuaBridge

/// The box in which Lua holds a Swift closure.
@usableFromInline
final class LuaClosure {
  @usableFromInline let body: (LuaCall) throws -> Int32

  @inlinable
  init(_ body: @escaping (LuaCall) throws -> Int32) { self.body = body }
}

// Inlinable, so that they are specialized where the types are known.
extension LuaClosure {
  @inlinable
  convenience init<each A: LuaReadable, R: LuaReturnable>(
    refusingMore: Bool = false, typed body: @escaping (repeat each A) throws -> R
  ) {
    self.init { call in
      var index: Int32 = 1
      let arguments = (repeat try (each A).take(from: call, at: &index))
      if refusingMore { try call.refuseArguments(from: index) }
      return try body(repeat each arguments).pushResults(to: call)
    }
  }

  @inlinable
  convenience init<each A: LuaReadable>(
    refusingMore: Bool = false, typed body: @escaping (repeat each A) throws -> Void
  ) {
    self.init { call in
      var index: Int32 = 1
      let arguments = (repeat try (each A).take(from: call, at: &index))
      if refusingMore { try call.refuseArguments(from: index) }
      try body(repeat each arguments)
      return 0
    }
  }
}

extension LuaClosure: LuaPushable {
  @usableFromInline
  func push(to call: LuaCall) { unsafe plua_push_closure(call.lua, Unmanaged.passRetained(self).toOpaque()) }
}

extension LuaCall {
  /// Throws where there is an argument that a function does not take: Lua would ignore it, and a caller never
  /// learn that it was.
  @usableFromInline
  func refuseArguments(from index: Int32) throws(LuaArgumentError) {
    guard Int(index) <= count else { return }
    for more in Int(index)...count where unsafe lua_type(lua, Int32(more)) > LUA_TNIL {
      throw LuaArgumentError(more, "it takes no further argument")
    }
  }

  /// Pushes the closure of a class's member, which lives as long as the state.
  func push(member closure: LuaClosure) {
    unsafe plua_push_member(lua, Unmanaged.passRetained(closure).toOpaque())
  }

  func popFunction() -> LuaFunction { LuaFunction(reference: LuaReference(taking: self)) }
}

/// The function that C calls for every call of a Swift closure. Any error is returned, and never jumps.
let callClosure: plua_closure_call = { lua, box, argument in
  guard let lua = unsafe lua, let box = unsafe box else { return 0 }
  let call = unsafe LuaCall(lua)
  do {
    return unsafe try Unmanaged<LuaClosure>.fromOpaque(box)._withUnsafeGuaranteedRef { try $0.body(call) }
  } catch let error as LuaArgumentError {
    error.message.push(to: call)
    unsafe argument?.pointee = Int32(error.index)
    return Int32(PLUA_ARGUMENT)
  } catch {
    return call.push(raising: error)
  }
}

let releaseBox: plua_release = { box in
  guard let box = unsafe box else { return }
  unsafe Unmanaged<AnyObject>.fromOpaque(box).release()
}
