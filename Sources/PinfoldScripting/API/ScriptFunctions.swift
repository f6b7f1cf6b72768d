import Lua
import Pinfold

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
    CompareFunction.open(in: lua, scope: scope)
    BenchFunction.open(in: lua, scope: scope)
    StudyFunction.open(in: lua, scope: scope)
    ScoreFunction.open(in: lua, scope: scope)
    CheckFunction.open(in: lua, scope: scope)
    ProfileFunction.open(in: lua, scope: scope)
    OutputFunctions.open(in: lua, width: width)
    if let state = lua.state { RowMethods.open(in: state) }
    LabelFunction.open(in: lua)
    LiveFunction.open(in: lua, scope: scope, showPage: showPage)
    ChartFunction.open(in: lua)
    PlotFunction.open(in: lua, scope: scope)
    TilesFunction.open(in: lua, scope: scope)
    IndexFunction.open(in: lua, scope: scope)
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
