import CLua
import CLuaBridge

/// Global functions, or methods of tables, with their descriptions: defined in a state, or only listed.
public struct LuaLibrary {
  /// The state that gets the functions; nil where they are only listed.
  public let state: LuaState?

  private let list: LuaEntryList?
  private let methods: LuaTable?

  @usableFromInline let kind: LuaEntry.Kind

  /// Defines functions in a state.
  public init(in state: LuaState) { (self.state, list, methods, kind) = (state, nil, nil, .function) }

  /// Defines functions in a table, as methods whose first argument is not in their types.
  public init(methods: LuaTable) { (state, list, self.methods, kind) = (nil, nil, methods, .method) }

  /// Lists the functions that `open` defines, without a state.
  public static func entries(_ open: (LuaLibrary) -> Void) -> [LuaEntry] {
    entries(of: .function, open)
  }

  /// Lists the methods that `open` defines, without a state.
  public static func methods(_ open: (LuaLibrary) -> Void) -> [LuaEntry] { entries(of: .method, open) }

  private static func entries(of kind: LuaEntry.Kind, _ open: (LuaLibrary) -> Void) -> [LuaEntry] {
    let list = LuaEntryList()
    open(LuaLibrary(listing: list, kind))
    return list.entries
  }

  private init(listing list: LuaEntryList, _ kind: LuaEntry.Kind) {
    (state, self.list, methods, self.kind) = (nil, list, nil, kind)
  }

  /// Defines a global function: `lua.define("sum", "(a: number, b: number): number", "Adds numbers.") { … }`.
  @inlinable
  public func define<each A: LuaReadable, R: LuaReturnable>(
    _ name: String, _ type: String, _ summary: String, example: String? = nil,
    _ body: @escaping (repeat each A) throws -> R
  ) {
    add(LuaEntry(kind, name, type, summary, example: example)) {
      LuaClosure(refusingMore: true, typed: body)
    }
  }

  /// Defines a global function without results.
  @inlinable
  public func define<each A: LuaReadable>(
    _ name: String, _ type: String, _ summary: String, example: String? = nil,
    _ body: @escaping (repeat each A) throws -> Void
  ) {
    add(LuaEntry(kind, name, type, summary, example: example)) {
      LuaClosure(refusingMore: true, typed: body)
    }
  }

  @usableFromInline
  func add(_ entry: LuaEntry, _ closure: () -> LuaClosure) {
    list?.add(entry)
    state?.setGlobal(entry.name, to: closure())
    methods?.setRaw(entry.name, closure())
  }
}

extension LuaState {
  /// Makes a Lua function of a Swift one. Arguments and results are converted; a wrong argument is reported
  /// as Lua would.
  @inlinable
  public func makeFunction<each A: LuaReadable, R: LuaReturnable>(
    _ body: @escaping (repeat each A) throws -> R
  ) -> LuaFunction {
    makeFunction(of: LuaClosure(typed: body))
  }

  /// Makes a Lua function, without results, of a Swift one.
  @inlinable
  public func makeFunction<each A: LuaReadable>(
    _ body: @escaping (repeat each A) throws -> Void
  ) -> LuaFunction {
    makeFunction(of: LuaClosure(typed: body))
  }

  @usableFromInline
  func makeFunction(of closure: LuaClosure) -> LuaFunction {
    closure.push(to: stack)
    return stack.popFunction()
  }

  /// Makes an empty table.
  public func makeTable() -> LuaTable { stack.makeTable() }

  /// Defines a global function: `state.define("add") { (a: Double, b: Double) in a + b }`.
  @inlinable
  public func define<each A: LuaReadable, R: LuaReturnable>(
    _ name: String, _ body: @escaping (repeat each A) throws -> R
  ) {
    setGlobal(name, to: LuaClosure(typed: body))
  }

  /// Defines a global function without results.
  @inlinable
  public func define<each A: LuaReadable>(_ name: String, _ body: @escaping (repeat each A) throws -> Void) {
    setGlobal(name, to: LuaClosure(typed: body))
  }

  /// Sets a global variable. Raw, so that no metatable of the globals can raise.
  public func setGlobal(_ name: String, to value: some LuaPushable) {
    let call = stack
    unsafe plua_push_globals(call.lua)
    name.push(to: call)
    value.push(to: call)
    unsafe lua_rawset(call.lua, -3)
    unsafe plua_pop(call.lua, 1)
  }

  /// The value of a global variable.
  public func global(_ name: String) -> LuaValue { stack.global(name) }

  /// The table of global variables.
  public var globals: LuaTable {
    unsafe plua_push_globals(stack.lua)
    return LuaTable(reference: LuaReference(taking: stack))
  }
}

extension LuaCall {
  /// Makes a table.
  public func makeTable(_ fields: LuaFields = [:]) -> LuaTable {
    fields.push(to: self)
    return LuaTable(reference: LuaReference(taking: self))
  }
}
