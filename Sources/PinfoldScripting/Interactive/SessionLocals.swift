import Lua

/// Keeps the local variables of a shell from one input to the next.
///
/// A `local` outside of every block becomes an assignment to a variable of the session: `local x = 1` runs as
/// `x = 1`, `local a, b` as `a, b = nil`, in the same line. These variables live in the environment of inputs
/// and hide global ones; `_G.x` is the global.
///
/// Unlike locals of a chunk, a variable that is declared again is seen by functions of earlier inputs, and
/// `<const>` has no effect. A `<close>` variable stays a local of its input.
final class SessionLocals {
  let environment: LuaTable
  private let declared: LuaTable

  init(in lua: LuaState) throws {
    environment = lua.makeTable()
    declared = lua.makeTable()
    let assigned = lua.makeTable()
    let refusal = try lua.makeRefusal(except: [declared, assigned]) { name, _ in UnknownName.variable(name) }
    try lua.load(EmbeddedFile.text("locals"), chunkName: "=shell")(
      lua.globals, environment, declared, assigned, refusal, lua.global("setmetatable"), lua.global("rawset"))
  }

  var names: [String] { (try? environment.keys.compactMap(\.string)) ?? [] }

  /// Makes names variables of the session. Not `_`, which is the shell's own.
  func declare(_ names: [String]) { for name in names where name != "_" { declared.setRaw(name, true) } }
}

/// Looks names up as Lua would, without running anything that a script wrote.
struct Names {
  let lua: LuaState
  let locals: SessionLocals

  /// The names of all variables, those of the session first.
  var variables: [String] {
    var names = locals.names
    for key in (try? lua.globals.keys) ?? [] {
      if let name = key.string, !names.contains(name), name != "_G" || names.isEmpty { names.append(name) }
    }
    return names
  }

  func variable(_ name: String) -> LuaValue {
    let own = locals.environment.raw(name)
    return own.isNil ? lua.global(name) : own
  }

  /// The value of `a.b.c`; nil where it is not known.
  func value(of path: [String]) -> LuaValue? {
    guard let first = path.first else { return nil }
    var value = variable(first)
    for name in path.dropFirst() { value = field(name, of: value) }
    return value.isNil ? nil : value
  }

  /// The names that can follow a dot or a colon behind a value.
  func fields(of value: LuaValue) -> [String] {
    switch value {
    case .table(let table):
      return Self.chain(of: table).flatMap { table in (try? table.keys.compactMap(\.string)) ?? [] }
    case .userdata(let userdata): return userdata.members
    case .string: return fields(of: lua.global("string"))
    default: return []
    }
  }

  func field(_ name: String, of value: LuaValue) -> LuaValue {
    switch value {
    case .table(let table):
      return Self.chain(of: table).lazy.map { $0.raw(name) }.first { !$0.isNil } ?? .nil
    case .userdata(let userdata):
      return userdata.knownMembers.contains(name) ? userdata.member(name) : .nil
    case .string: return field(name, of: lua.global("string"))
    default: return .nil
    }
  }

  /// A table and those that it inherits from; of limited length, because tables may inherit from each other.
  private static func chain(of table: LuaTable) -> [LuaTable] {
    var chain = [table]
    while chain.count < 10, let next = chain.last?.inherited { chain.append(next) }
    return chain
  }
}
