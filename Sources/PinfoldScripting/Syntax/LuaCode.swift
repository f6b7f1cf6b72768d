import Lua

/// Looks at Lua code without running it, even where it is unfinished or invalid: `scanner.lua` splits it into
/// words, `syntax.lua` rewrites it, in a state in which nothing of scripts runs.
final class LuaCode {
  private(set) lazy var lua = Self.makeState()
  private(set) lazy var scanner = module("scanner")
  private lazy var syntax = module("syntax", scanner)

  /// The names that a source requires as strings: `require "shapes.hex"`, with or without parentheses.
  func requiredModules(of source: [UInt8]) -> [String] {
    call(scanner, "requiredModules", Self.text(source)).first.strings
  }

  /// Whether some code has a name that is no field and no method.
  func uses(variable: String, in source: [UInt8]) -> Bool {
    call(scanner, "uses", variable, Self.text(source)).first?.boolean ?? false
  }

  /// The strings in quotes in some code.
  func texts(in source: [UInt8]) -> [String] { call(scanner, "texts", Self.text(source)).first.strings }

  /// The line of a field in the table that a plugin's file returns, by its path, as
  /// `["parameters", "cellSize", "default"]`, or of the innermost table around it that is found.
  func line(of path: [String], in source: [UInt8]) -> Int? {
    call(scanner, "lineOf", path, Self.text(source)).first?.integer
  }

  /// Whether an input ends with a semicolon.
  func isSilent(_ input: String) -> Bool { call(syntax, "isSilent", input).first?.boolean ?? false }

  /// Whether an input that did not end may have set variables: an assignment in one of several statements.
  func mayHaveSet(_ input: String) -> Bool { call(syntax, "mayHaveSet", input).first?.boolean ?? false }

  /// Turns the outermost locals of an input into assignments.
  func adopted(_ input: String) -> AdoptedInput {
    let found = call(syntax, "adopt", input)
    guard found.count == 3, let text = found[0].string else { return AdoptedInput(text: input) }
    return AdoptedInput(text: text, names: found[1].strings, answering: found[2].strings)
  }

  /// An input of a shell as a line of a script that prints what the input showed.
  ///
  /// - Parameters:
  ///   - isShown: whether it had values that were shown.
  ///   - keepsLast: whether another input uses the value of the one before.
  func step(_ input: String, isShown: Bool, keepsLast: Bool) -> String {
    text(syntax, "step", input, isShown, keepsLast) ?? input
  }

  /// The text of a function that was written in Lua, without its name, the names that may be variables in it,
  /// and its name, if it has one.
  func text(
    of definition: LuaDefinition, seeing variables: [String], in source: String
  ) throws(LuaError) -> (text: String, names: [String], name: String?) {
    let lines = definition.lines
    let found = call(
      syntax, "functionText", source, lines.lowerBound, lines.upperBound, definition.parameterCount,
      variables)
    guard found.count == 3, let text = found[0].string else {
      throw LuaError(found.last?.string ?? "the text of a function cannot be read")
    }
    return (text, found[1].strings, found[2].string)
  }

  // MARK: Embedded files

  /// Runs an embedded file, which returns a table of functions.
  func module<each A: LuaPushable>(_ name: String, _ arguments: repeat each A) -> LuaTable {
    let results = try? lua.load(EmbeddedFile.text(name), chunkName: "=\(name)")(repeat each arguments)
    guard let table = results?.first?.table else { preconditionFailure("\(name).lua returns no table") }
    return table
  }

  /// Calls a function of a module; an error, which none of them should raise, has no results.
  func call<each A: LuaPushable>(
    _ module: LuaTable, _ name: String, _ arguments: repeat each A
  ) -> [LuaValue] {
    do {
      return try module[name].function?(repeat each arguments) ?? []
    } catch {
      assertionFailure("\(name): \(error)")
      return []
    }
  }

  /// Calls a function of a module that returns a text or nil.
  func text<each A: LuaPushable>(
    _ module: LuaTable, _ name: String, _ arguments: repeat each A
  ) -> String? {
    call(module, name, repeat each arguments).first?.string
  }

  private static func makeState() -> LuaState {
    let lua = LuaState()
    try? lua.openSandbox()
    return lua
  }

  private static func text(_ source: [UInt8]) -> String { String(decoding: source, as: UTF8.self) }
}

/// An input with its outermost locals turned into assignments.
struct AdoptedInput {
  /// The input as it runs; every word stays in its line.
  var text: String

  /// The names of those locals.
  var names: [String] = []

  /// The input with its last statement as an expression whose value is returned, in each way that may
  /// compile.
  var answering: [String] = []
}

extension LuaValue {
  /// The texts of a list; none of anything else.
  var strings: [String] { (try? table?.elements()) ?? [] }
}

extension LuaValue? {
  fileprivate var strings: [String] { self?.strings ?? [] }
}
