import CLuaBridge

/// The members that a ``LuaObject`` offers to Lua code; ``LuaObject/describe(_:)`` adds them.
///
/// A member is added with its type and a sentence about it, and is listed in ``LuaObject/luaEntry``. Members
/// without a sentence are not listed.
public struct LuaClass<T: LuaObject> {
  /// The class's metatable is on top of this stack while members are added; nil where they are only listed.
  private let call: LuaCall?
  private let list: LuaEntryList?

  init(_ call: LuaCall) { (self.call, list) = (call, nil) }

  private init(listing list: LuaEntryList) { (call, self.list) = (nil, list) }

  static func push(to call: LuaCall) {
    if unsafe plua_push_class(call.lua, T.luaKey, T.luaName, T.luaHasCells) { T.describe(LuaClass(call)) }
  }

  /// Lists the members that `describe` adds, without a state: operations, fields, then methods.
  public static func entry(_ describe: (LuaClass) -> Void) -> LuaEntry {
    let list = LuaEntryList()
    describe(LuaClass(listing: list))
    let about = list.entries.first { $0.kind == .object }
    let kinds: [LuaEntry.Kind] = [.operation, .field, .method]
    return LuaEntry(
      .object, T.luaName, "", about?.summary ?? "", example: about?.example,
      members: kinds.flatMap { kind in list.entries.filter { $0.kind == kind } })
  }

  /// Describes the class.
  public func about(_ summary: String, example: String? = nil) {
    list?.add(LuaEntry(.object, T.luaName, "", summary, example: example))
  }

  /// Describes a member that every object with cells or elements has.
  public func builtIn(
    _ kind: LuaEntry.Kind, _ name: String, _ type: String, _ summary: String, example: String? = nil
  ) {
    list?.add(LuaEntry(kind, name, type, summary, example: example))
  }

  /// Adds a method:
  /// `lua.method("scaled", "(factor: number): column", "Multiplies all.") { (column, factor: Double) in … }`.
  @inlinable
  public func method<each A: LuaReadable, R: LuaReturnable>(
    _ name: String, _ type: String = "", _ summary: String = "", example: String? = nil,
    _ body: @escaping (T, repeat each A) throws -> R
  ) {
    add(LuaEntry(.method, name, type, summary, example: example)) {
      LuaClosure(refusingMore: true, typed: body)
    }
  }

  /// Adds a method without results.
  @inlinable
  public func method<each A: LuaReadable>(
    _ name: String, _ type: String = "", _ summary: String = "", example: String? = nil,
    _ body: @escaping (T, repeat each A) throws -> Void
  ) {
    add(LuaEntry(.method, name, type, summary, example: example)) {
      LuaClosure(refusingMore: true, typed: body)
    }
  }

  /// Adds a value that is computed whenever `object.name` is read.
  @inlinable
  public func getter<R: LuaPushable>(
    _ name: String, _ type: String = "", _ summary: String = "", example: String? = nil,
    _ body: @escaping (T) throws -> R
  ) {
    add(LuaEntry(.field, name, type, summary, example: example)) {
      LuaClosure { call in try body(T.read(from: call, at: 1)).pushResults(to: call) }
    }
  }

  /// The same for values that take long to compute: the call tells whether to stop.
  @inlinable
  public func getter<R: LuaPushable>(
    _ name: String, _ type: String = "", _ summary: String = "", example: String? = nil,
    _ body: @escaping (T, LuaCall) throws -> R
  ) {
    add(LuaEntry(.field, name, type, summary, example: example)) {
      LuaClosure { call in try body(T.read(from: call, at: 1), call).pushResults(to: call) }
    }
  }

  /// Sets the value of `object[key]` where no method, getter or cell has that key; nil for none. Its
  /// description is that of `object[i]`.
  public func fallback<R: LuaReturnable>(
    _ type: String = "", _ summary: String = "", _ body: @escaping (T, LuaCall, LuaValue) throws -> R
  ) {
    list?.add(LuaEntry(.operation, "[i]", type, summary))
    push(LuaClosure(typed: { (call: LuaCall, object: T, key: LuaValue) in try body(object, call, key) })) {
      unsafe plua_add_fallback($0.lua)
    }
  }

  /// Sets a getter that is tried before all members; nil falls through to them. An object returned for the
  /// name of a method acts as that method when it is called.
  public func preference<R: LuaReturnable>(_ body: @escaping (T, LuaCall, String) throws -> R) {
    push(LuaClosure(typed: { (call: LuaCall, object: T, name: String) in try body(object, call, name) })) {
      unsafe plua_add_preference($0.lua)
    }
  }

  /// Adds an operator. Its operands are what Lua gives: in `2 * object` the object is the second.
  @inlinable
  public func metamethod<each A: LuaReadable, R: LuaReturnable>(
    _ metamethod: LuaMetamethod, _ type: String = "", _ summary: String = "",
    _ body: @escaping (repeat each A) throws -> R
  ) {
    add(metamethod, type, summary) { LuaClosure(typed: body) }
  }

  /// Adds an operator without results.
  @inlinable
  public func metamethod<each A: LuaReadable>(
    _ metamethod: LuaMetamethod, _ type: String = "", _ summary: String = "",
    _ body: @escaping (repeat each A) throws -> Void
  ) {
    add(metamethod, type, summary) { LuaClosure(typed: body) }
  }

  @usableFromInline
  func add(_ entry: LuaEntry, _ closure: () -> LuaClosure) {
    list?.add(entry)
    push(closure()) { call in
      if entry.kind == .method {
        unsafe plua_add_method(call.lua, entry.name)
      } else {
        unsafe plua_add_getter(call.lua, entry.name)
      }
    }
  }

  @usableFromInline
  func add(_ metamethod: LuaMetamethod, _ type: String, _ summary: String, _ closure: () -> LuaClosure) {
    list?.add(LuaEntry(.operation, metamethod.sign, type, summary))
    push(closure()) { unsafe plua_add_metamethod($0.lua, metamethod.rawValue) }
  }

  private func push(_ closure: @autoclosure () -> LuaClosure, _ add: (LuaCall) -> Void) {
    guard let call else { return }
    call.push(member: closure())
    add(call)
  }
}

/// The operators that a class can define. Reading `object[key]` is not among them: for that see
/// ``LuaClass/method(_:_:_:example:_:)``, ``LuaClass/getter(_:_:_:example:_:)`` and
/// ``LuaClass/fallback(_:_:_:)``.
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
  case not = "__bnot"
  case call = "__call"
  case toString = "__tostring"
  case pairs = "__pairs"

  var sign: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .floorDivide: "//"
    case .modulo: "%"
    case .power: "^"
    case .and: "&"
    case .or: "|"
    case .not: "~"
    case .length: "#"
    default: rawValue
    }
  }
}

extension LuaState {
  /// Adds to the members of a class in this state.
  public func extend<T: LuaObject>(_ type: T.Type, _ body: (LuaClass<T>) -> Void) {
    LuaClass<T>.push(to: stack)
    body(LuaClass(stack))
    unsafe plua_pop(stack.lua, 1)
  }
}
