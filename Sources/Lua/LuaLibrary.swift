import CLua
import CLuaBridge

/// Global functions with their descriptions: defined in a state, or only listed.
public struct LuaLibrary {
  /// The state that gets the functions; nil where they are only listed.
  public let state: LuaState?

  private let list = LuaEntryList()

  /// Defines functions in a state.
  public init(in state: LuaState) { self.state = state }

  /// Lists the functions that `open` defines, without a state.
  public static func entries(_ open: (LuaLibrary) -> Void) -> [LuaEntry] {
    let library = LuaLibrary()
    open(library)
    return library.list.entries
  }

  private init() { state = nil }

  /// Defines a global function: `lua.define("sum", "(a: number, b: number): number", "Adds numbers.") { … }`.
  @inlinable
  public func define<each A: LuaReadable, R: LuaReturnable>(
    _ name: String, _ type: String, _ summary: String, example: String? = nil,
    _ body: @escaping (repeat each A) throws -> R
  ) {
    add(LuaEntry(.function, name, type, summary, example: example)) { LuaClosure(typed: body) }
  }

  /// Defines a global function without results.
  @inlinable
  public func define<each A: LuaReadable>(
    _ name: String, _ type: String, _ summary: String, example: String? = nil,
    _ body: @escaping (repeat each A) throws -> Void
  ) {
    add(LuaEntry(.function, name, type, summary, example: example)) { LuaClosure(typed: body) }
  }

  @usableFromInline
  func add(_ entry: LuaEntry, _ closure: () -> LuaClosure) {
    list.add(entry)
    if let state { state.setGlobal(entry.name, to: state.stack.makeFunction(of: closure())) }
  }
}

extension LuaState {
  /// Makes a Lua function of a Swift one. Arguments and results are converted; a wrong argument is reported
  /// as Lua would.
  @inlinable
  public func makeFunction<each A: LuaReadable, R: LuaReturnable>(
    _ body: @escaping (repeat each A) throws -> R
  ) -> LuaFunction {
    stack.makeFunction(of: LuaClosure(typed: body))
  }

  /// Makes a Lua function, without results, of a Swift one.
  @inlinable
  public func makeFunction<each A: LuaReadable>(
    _ body: @escaping (repeat each A) throws -> Void
  ) -> LuaFunction {
    stack.makeFunction(of: LuaClosure(typed: body))
  }

  /// Makes an empty table.
  public func makeTable() -> LuaTable { stack.makeTable() }

  /// Defines a global function: `state.define("add") { (a: Double, b: Double) in a + b }`.
  @inlinable
  public func define<each A: LuaReadable, R: LuaReturnable>(
    _ name: String, _ body: @escaping (repeat each A) throws -> R
  ) {
    setGlobal(name, to: stack.makeFunction(of: LuaClosure(typed: body)))
  }

  /// Defines a global function without results.
  @inlinable
  public func define<each A: LuaReadable>(_ name: String, _ body: @escaping (repeat each A) throws -> Void) {
    setGlobal(name, to: stack.makeFunction(of: LuaClosure(typed: body)))
  }

  /// Sets a global variable.
  public func setGlobal(_ name: String, to value: some LuaPushable) {
    value.push(to: stack)
    setGlobal(name)
  }

  /// The value of a global variable.
  public func global(_ name: String) -> LuaValue { stack.global(name) }

  /// The table of global variables.
  public var globals: LuaTable {
    plua_push_globals(stack.lua)
    return LuaTable(reference: LuaReference(taking: stack))
  }

  /// Pops the value on top of the stack. Raw, so that no metatable of the globals can raise.
  private func setGlobal(_ name: String) {
    let call = stack
    plua_push_globals(call.lua)
    plua_insert(call.lua, -2)
    name.push(to: call)
    plua_insert(call.lua, -2)
    lua_rawset(call.lua, -3)
    plua_pop(call.lua, 1)
  }
}

extension LuaCall {
  /// Makes an empty table.
  public func makeTable() -> LuaTable {
    lua_createtable(lua, 0, 0)
    return LuaTable(reference: LuaReference(taking: self))
  }

  /// Makes a Lua function of a Swift one.
  @inlinable
  public func makeFunction<each A: LuaReadable, R: LuaReturnable>(
    _ body: @escaping (repeat each A) throws -> R
  ) -> LuaFunction {
    makeFunction(of: LuaClosure(typed: body))
  }
}

extension LuaTable {
  /// Defines a function in the table.
  @inlinable
  public func define<each A: LuaReadable, R: LuaReturnable>(
    _ name: String, _ body: @escaping (repeat each A) throws -> R
  ) throws {
    try set(name, LuaClosure(typed: body))
  }

  /// Defines a function without results in the table.
  @inlinable
  public func define<each A: LuaReadable>(
    _ name: String, _ body: @escaping (repeat each A) throws -> Void
  ) throws {
    try set(name, LuaClosure(typed: body))
  }
}

extension LuaTable {
  @usableFromInline
  func set(_ name: String, _ closure: LuaClosure) throws {
    try reference.withValue { call in
      name.push(to: call)
      call.push(closure)
      try call.check(plua_set(call.lua, -3))
    }
  }
}
