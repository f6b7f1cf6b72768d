import Lua
import Pinfold
import PinfoldEvaluation

/// One Lua state with the whole API in it: what runs a script, and what a shell talks to.
///
/// A session belongs to one thread, except for ``interrupt()``.
public final class ScriptSession {
  let lua: LuaState
  let scope: ScriptScope

  /// Stops what the session runs; may be shared with other threads.
  public let interrupter: Interrupter

  /// What a shell does with an input.
  public enum Answer: Hashable, Sendable {
    /// The input could go on; ask for more lines.
    case incomplete

    /// The input ran; `echo` is what to print, with its line end, and may be empty.
    case done(echo: String)
  }

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - workbench: what scripts can ask for by name.
  ///   - arguments: the script's arguments, which it finds in `arg`.
  ///   - unsafe: whether scripts get all of Lua, files and processes included.
  ///   - output: where `print` and its like write.
  public init(
    workbench: Workbench, arguments: [String] = [], unsafe: Bool = false, output: @escaping (String) -> Void
  ) throws(ScriptError) {
    lua = LuaState()
    scope = ScriptScope(workbench: workbench, threads: Processors.count)
    interrupter = Interrupter(scope: scope, lua: lua.interrupt)
    do {
      if unsafe { try lua.openAll() } else { try lua.openScript() }
    } catch {
      throw ScriptError(error, source: nil)
    }
    lua.output = output
    lua.setGlobal("arg", to: arguments)
    ColumnLibrary.open(in: lua)
    DataFunctions.open(in: lua, scope: scope)
    RegistryFunctions.open(in: lua, scope: scope)
    CompareFunction.open(in: lua, scope: scope)
    CheckFunction.open(in: lua, scope: scope)
    OutputFunctions.open(in: lua)
    LabelFunction.open(in: lua)
    PlotFunction.open(in: lua)
    StudyFunction.open(in: lua, scope: scope, isConfined: !unsafe)
  }

  /// Runs a file; modules that it requires are looked for beside it.
  public func run(file path: String) throws(ScriptError) {
    try perform(source: nil) {
      try lua.allowRequire(from: Folder.holding(path))
      do {
        try lua.load(file: path)()
      } catch {
        // The source is wanted only for the line to show.
        let source = try? LuaFile.read(path)
        throw ScriptError(error, source: source.map { String(decoding: $0, as: UTF8.self) })
      }
    }
  }

  /// Runs a text.
  ///
  /// - Parameter name: what errors call it.
  public func run(text: String, name: String) throws(ScriptError) {
    try perform(source: text) { try lua.run(text, chunkName: "=\(name)") }
  }

  /// Runs what somebody typed: an expression, whose values are echoed, or statements.
  public func evaluate(_ input: String) throws(ScriptError) -> Answer {
    let chunk: LuaFunction
    do {
      chunk = try lua.loadInteractive(input)
    } catch let error as LuaError where error.kind == .syntax(incomplete: true) {
      return .incomplete
    } catch {
      throw ScriptError(error, source: input)
    }
    var values: [LuaValue] = []
    try perform(source: input) { values = try chunk() }
    return .done(echo: try echo(values))
  }

  /// Takes up plugins whose files have changed, come or gone; a shell asks before each input. What was made of a
  /// version before keeps it.
  ///
  /// - Returns: what changed, a line for each plugin to print; mostly nothing.
  public func reloadPlugins() -> [String] { scope.reloadPlugins() }

  /// What scripts can ask for by name now.
  public var workbench: Workbench { scope.workbench }

  /// Stops what runs now; from any thread.
  public func interrupt() { interrupter.interrupt() }

  private func echo(_ values: [LuaValue]) throws(ScriptError) -> String {
    if values.isEmpty { return "" }
    do {
      return try values.map { try Echo(lua).text(of: $0) }.joined(separator: "\t") + "\n"
    } catch {
      throw ScriptError(error, source: nil)
    }
  }

  /// Runs something, and turns whatever it throws into a script's error.
  private func perform(source: String?, _ body: () throws -> Void) throws(ScriptError) {
    // An interrupt that came between two runs was meant for the first.
    interrupter.clear()
    do {
      try body()
    } catch let error as ScriptError {
      throw error
    } catch {
      throw ScriptError(error, source: source)
    }
  }
}

/// Stops what a session runs, from any thread.
public final class Interrupter: Sendable {
  private let scope: ScriptScope
  private let lua: LuaInterrupt

  init(scope: ScriptScope, lua: LuaInterrupt) {
    self.scope = scope
    self.lua = lua
  }

  /// Stops Lua code, and the native calls and plugins that it waits for.
  public func interrupt() {
    lua.interrupt()
    scope.cancel()
  }

  func clear() {
    lua.clear()
    scope.reset()
  }
}
