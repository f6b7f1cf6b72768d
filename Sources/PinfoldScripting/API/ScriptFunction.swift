import Lua
import Pinfold

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
