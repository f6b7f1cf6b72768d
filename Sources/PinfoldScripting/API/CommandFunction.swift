import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions

/// `command { summary = …, arguments = …, options = … }`: declares what a script is given, and reads it.
enum CommandFunction {
  static func open(in lua: LuaLibrary) {
    lua.define(
      "command", "(declaration: CommandDeclaration): table",
      "Declares a script's arguments and options, and returns their values; --help shows them.",
      example: #"options = command { summary = "Count points", arguments = { { name = "data" } } }"#
    ) { [weak state = lua.state] (call: LuaCall, declaration: LuaTable) -> LuaValue in
      guard let state else { return .nil }
      let chunk = try state.load(EmbeddedFile.text("command"), chunkName: "=command")
      let words = state.global("arg").table ?? state.makeTable()
      let program = try words[0].string ?? "pinfold run SCRIPT"
      let near = state.makeFunction { (word: String, known: LuaTable) -> String in
        Suggestion.clause(for: word, among: try known.keys.compactMap(\.string))
      }
      let stop = state.makeFunction { (kind: String, text: String) throws -> Void in
        switch kind {
        case "help": throw ScriptExit.help(text)
        case "usage": throw ScriptExit.usage(text)
        default: throw LuaError(text)
        }
      }
      do {
        return try chunk(declaration, words, program, near, stop, readingOptions(in: state)).first ?? .nil
      } catch let error as LuaError {
        if let exit = error.underlying as? ScriptExit { throw exit }
        // The mistake is in the script that calls, not in the lines that found it.
        throw error.underlying as? LuaError ?? LuaError(error.message)
      }
    }
  }

  /// The options of reading a file, as entries of a declaration.
  private static func readingOptions(in lua: LuaState) throws -> LuaTable {
    let list = lua.makeTable()
    for (index, about) in ReadOptions.optionDescriptions.enumerated() {
      let entry = lua.makeTable()
      entry.setRaw("name", about.name)
      let standard = about.standard.map { " Default: \($0)." } ?? ""
      entry.setRaw("doc", about.help + standard)
      entry.setRaw("unit", about.valueName)
      switch about.kind {
      case .flag: entry.setRaw("type", "boolean")
      case .integer: entry.setRaw("type", "integer")
      case .list: entry.setRaw("isList", true)
      default: break
      }
      list.setRaw(index + 1, entry)
    }
    return list
  }
}

/// The end of a script requested by its command line.
package enum ScriptExit: Error, Hashable, CustomStringConvertible {
  /// A wish for help, with the text that answers it.
  case help(String)

  /// A mistake in the command line.
  case usage(String)

  package var description: String {
    switch self {
    case .help(let text), .usage(let text): text
    }
  }
}
