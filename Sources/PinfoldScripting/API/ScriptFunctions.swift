import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions

/// The global functions of scripts and the shell that plugins do not have.
enum ScriptFunctions {
  /// Defines them; `writer` writes functions of the script as plugins, `showPage` shows an address,
  /// `width` is the screen's within which tables stay.
  static func open(
    in lua: LuaLibrary, scope: ScriptScope, writer: @escaping () -> PluginWriter,
    showPage: @escaping (String) -> Void, width: @escaping () -> Int?
  ) {
    CommandFunction.open(in: lua)
    ScriptFunction.open(in: lua)
    DataFunctions.open(in: lua, scope: scope, writer: writer)
    ViewFunction.open(in: lua)
    RegistryFunctions.open(in: lua, scope: scope, writer: writer)
    JudgingFunctions.open(in: lua, scope: scope)
    CheckFunction.open(in: lua, scope: scope)
    ProfileFunction.open(in: lua, scope: scope)
    OutputFunctions.open(in: lua, width: width)
    if let state = lua.state { RowMethods.open(in: state) }
    LabelFunction.open(in: lua)
    LiveFunction.open(in: lua, scope: scope, showPage: showPage)
    ChartFunction.open(in: lua)
    DrawingFunctions.open(in: lua, scope: scope)
  }

  /// Their descriptions, for which no state is needed.
  static var entries: [LuaEntry] {
    LuaLibrary.entries {
      open(
        in: $0, scope: ScriptScope(workbench: Workbench(), threads: 1), writer: { PluginWriter() },
        showPage: { _ in }, width: { nil })
    }
  }
}

/// `script(name, values)`: runs a script of the scripts' folders from another one, or from the shell.
enum ScriptFunction {
  static func open(in lua: LuaLibrary) {
    lua.define(
      "script", "(name: string, values?: table): any",
      "Runs a script of the scripts' folders with values for its arguments and options; returns what the script returns.",
      example: #"script("suggest", { data = d, markers = 40 }).take"#
    ) { [weak state = lua.state] (call: LuaCall, name: String, values: LuaTable?) -> LuaValue in
      guard let state else { return .nil }
      guard let path = ScriptSearch.path(of: name) else {
        let known = ScriptSearch.scripts.map(\.name)
        throw LuaError(
          "script: no script has the name '\(name)'" + Suggestion.clause(for: name, among: known))
      }
      let before = state.global("arg")
      defer { state.setGlobal("arg", to: before) }
      let words = state.makeTable()
      words.setRaw(0, "script \"\(name)\"")
      words.setRaw("values", values ?? state.makeTable())
      state.setGlobal("arg", to: words)
      return try state.load(file: path)().first ?? .nil
    }
  }
}

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
      let split = state.makeFunction { (word: String) -> [String] in
        Node(.word(word), place: "").values.compactMap(\.text)
      }
      do {
        return try chunk(declaration, words, program, near, stop, readingOptions(in: state), split).first
          ?? .nil
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
      case .type(let type, _) where type.hasSuffix("string[]"): entry.setRaw("isList", true)
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
