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

/// An input with its outermost locals turned into assignments.
struct AdoptedInput {
  /// The input as it runs; every word stays in its line.
  private(set) var text: String

  private(set) var names: [String] = []

  /// The input with its last statement as an expression whose value is returned, in each way that may
  /// compile.
  ///
  /// The expression begins behind a semicolon, or a line with a word that cannot continue the line before.
  var answering: [String] {
    Self.lastStatements(of: text).map { place in
      var bytes = Array(text.utf8)
      bytes.insert(contentsOf: Array("return ".utf8), at: place)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  init(_ input: String) {
    let tokens = LuaScanner.words(of: input)
    var edits: [(range: Range<Int>, text: String)] = []
    var depth = 0
    for (place, token) in tokens.enumerated() where token.kind == .keyword {
      switch token.text {
      case "function", "do", "then", "repeat": depth += 1
      case "end", "until", "elseif": depth -= 1
      case "local" where depth == 0:
        guard let declaration = Declaration(tokens[(place + 1)...]) else { continue }
        names += declaration.names
        edits.append((token.range, "     "))
        edits += declaration.attributes.map { ($0, String(repeating: " ", count: $0.count)) }
        if let end = declaration.valuelessEnd { edits.append((end..<end, " = nil")) }
      default: break
      }
    }
    var bytes = Array(input.utf8)
    for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8)) }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The offsets at which the last statement of some code may begin, the last one first.
  static func lastStatements(of code: String) -> [Int] {
    let bytes = Array(code.utf8)
    let words = LuaScanner.words(of: bytes)
    let lines = LuaScanner.lines(of: words, in: bytes)
    var (places, depth): ([Int], Int) = ([], 0)
    for (place, word) in words.enumerated() {
      if depth == 0, place > 0 {
        let begins = word.kind == .name || word.kind == .number || Self.beginnings.contains(word.text)
        if words[place - 1].text == ";" || begins && lines[place] > lines[place - 1] {
          places.append(word.range.lowerBound)
        }
      }
      switch word.text {
      case "function", "do", "then", "repeat", "(", "{", "[": depth += 1
      case "end", "until", "elseif", ")", "}", "]": depth -= 1
      default: break
      }
    }
    return places.suffix(8).reversed()
  }

  /// The words besides names and numbers that begin an expression and never continue one.
  private static let beginnings: Set<String> = ["#", "not", "nil", "true", "false", "function"]
}

private struct Declaration {
  var names: [String] = []
  var attributes: [Range<Int>] = []
  var valuelessEnd: Int?

  /// Reads names up to their end; returns nil where it is no declaration, or one that closes something at its
  /// chunk's end.
  init?(_ tokens: ArraySlice<LuaToken>) {
    var rest = tokens
    if rest.first?.text == "function" {
      guard let name = rest.dropFirst().first, name.kind == .name else { return nil }
      names = [name.text]
      return
    }
    var end = 0
    while let name = rest.first, name.kind == .name {
      names.append(name.text)
      end = name.range.upperBound
      rest = rest.dropFirst()
      if rest.first?.text == "<" {
        let attribute = Array(rest.prefix(3))
        guard attribute.count == 3, attribute[1].text == "const", attribute[2].text == ">" else { return nil }
        attributes.append(attribute[0].range.lowerBound..<attribute[2].range.upperBound)
        end = attribute[2].range.upperBound
        rest = rest.dropFirst(3)
      }
      if rest.first?.text != "," { break }
      rest = rest.dropFirst()
    }
    if names.isEmpty { return nil }
    if rest.first?.text != "=" { valuelessEnd = end }
  }
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
