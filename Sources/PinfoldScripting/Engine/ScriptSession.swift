import Lua
package import Pinfold
import PinfoldColumns
import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation

/// One Lua state with the whole API in it; runs scripts, and serves a shell.
///
/// A session belongs to one thread, except for ``interrupt()``.
public final class ScriptSession {
  let lua: LuaState
  let scope: ScriptScope
  let locals: SessionLocals

  /// The texts that ran, by their names in messages; the first input of a shell is "input 1".
  private var texts: [String: String] = [:]

  private var inputCount = 0

  /// The inputs that worked, for a script.
  private var steps: [SessionSteps.Step] = []

  /// Stops the session's runs; may be shared with other threads.
  public let interrupter: Interrupter

  /// The number of points behind the last result, where it is a dataset, a map or a frame.
  package private(set) var answeredPoints: Int?

  /// The last result, where it is one value that is shown.
  private(set) var answered: LuaValue?

  /// Whether `print` shows control characters as escapes, as is right for a terminal; `io.write` never does.
  package var escapesPrint: Bool {
    get { lua.printed != nil }
    set { lua.printed = newValue ? { $0.escapingControls() } : nil }
  }

  /// The presentation of results; nil shows each value in its own words.
  package var presentation: Presentation?

  /// Shows the user the page of an address; without it pages stay unopened.
  package var showPage: (String) -> Void = { _ in }

  /// The files that a session may use outside of the working directory.
  public enum FileAccess: Hashable, Sendable {
    /// Files passed as arguments may be read.
    case given

    /// The rights of a person at a terminal: all files may be read, and those passed as arguments written.
    case person
  }

  /// The outcome of an input.
  public enum Answer: Hashable, Sendable {
    /// The input could continue; more lines are needed.
    case incomplete

    /// The input ran; `echo` is the text to print, with its line end, and may be empty.
    case done(echo: String)
  }

  /// Opens a session.
  ///
  /// - Parameters:
  ///   - workbench: everything that scripts can request by name.
  ///   - arguments: the script's arguments, available as `arg`; those that are paths of files may be read,
  ///     wherever they are.
  ///   - program: how the script was called, as in `pinfold suggest`, available as `arg[0]`.
  ///   - files: the files that the session may use besides those below the working directory, to which
  ///     plugins are always confined.
  ///   - unsafe: whether scripts get all of Lua, including files and processes.
  ///   - output: receives the output of `print` and similar functions.
  public init(
    workbench: Workbench, arguments: [String] = [], program: String? = nil,
    files access: FileAccess = .given, unsafe: Bool = false, output: @escaping (String) -> Void
  ) throws(ScriptError) {
    lua = LuaState()
    let files: LuaConfinement?
    do {
      let isPerson = access == .person
      let confined = try LuaConfinement(
        readable: arguments, writable: isPerson ? arguments : [], readsAnywhere: isPerson,
        advice: "--unsafe opens everything")
      files = unsafe ? nil : confined
    } catch {
      throw ScriptError(error)
    }
    scope = ScriptScope(
      workbench: workbench, threads: Processors.count, interrupt: lua.interrupt, files: files)
    interrupter = Interrupter(scope: scope, lua: lua.interrupt)
    do {
      if let files { try lua.openScript(files: files) } else { try lua.openAll() }
      locals = try SessionLocals(in: lua)
    } catch {
      throw ScriptError(error)
    }
    lua.output = output
    lua.refuseUnknownMembers(UnknownName.message)
    lua.setGlobal("arg", to: arguments)
    if let program { lua.global("arg").table?.setRaw(0, program) }
    lua.shown = { [unowned self] in try shown($0) }
    let library = LuaLibrary(in: lua)
    ColumnLibrary.open(in: library)
    ScriptFunctions.open(
      in: library, scope: scope, writer: { [unowned self] in writer },
      showPage: { [unowned self] in showPage($0) },
      width: { [unowned self] in
        presentation.flatMap { $0.fitsShow && !$0.isWhole ? $0.width : nil }
      })
  }

  /// Runs a file; modules that it requires are searched in its folder.
  public func run(file path: String) throws(ScriptError) {
    // Messages shorten a long path at its front.
    func source(_ chunk: String) -> String? {
      let end = chunk.hasPrefix("...") ? chunk.dropFirst(3) : chunk[...]
      return path.hasSuffix(end) ? (try? LuaFile.read(path)).map { String(decoding: $0, as: UTF8.self) } : nil
    }
    texts[path] = source(path)
    try perform(source: source) {
      try lua.allowRequire(LuaModules(folder: Folder.holding(path))) { source, name in
        try Self.checkColumns(in: String(decoding: source, as: UTF8.self), name: name)
      }
      let chunk = try lua.load(file: path)
      let text = texts[path] ?? ""
      // A first line for the system is no Lua.
      try Self.checkColumns(in: text.hasPrefix("#") ? "--\(text)" : text, name: path)
      try chunk()
    }
  }

  /// Runs a text.
  ///
  /// - Parameter name: the name in errors.
  public func run(text: String, name: String) throws(ScriptError) {
    texts[name] = text
    try perform(source: self.text(of:)) {
      try checked(text, name: name)()
    }
  }

  /// Runs a text for another program, which gets what it returns as JSON.
  ///
  /// - Parameters:
  ///   - name: the name in errors.
  ///   - points: the global `d`; nil for none.
  ///   - arguments: the global `args`.
  package func value(
    of text: String, name: String, points: NamedPoints?, arguments: Node
  ) throws(ScriptError) -> String {
    texts[name] = text
    var result = "null"
    try perform(source: self.text(of:)) {
      if let points { lua.setGlobal("d", to: DatasetObject(name: points.name, points: points.points)) }
      lua.setGlobal("args", to: try lua.load("return \(arguments.lua)", chunkName: "=args")().first ?? .nil)
      guard let first = try checked(text, name: name)().first, !first.isNil else { return }
      result = try lua.load("return json(...)", chunkName: "=\(name)")(first).first?.string ?? "null"
    }
    return result
  }

  /// Runs typed input: an expression, whose values are echoed, or statements, of which the last may be one.
  ///
  /// Its outermost local variables live on for later inputs. The first value of an expression is `_` from
  /// then on; a semicolon at the end keeps it from being echoed.
  ///
  /// - Parameter name: the name in errors; nil for one with the number of the input.
  public func evaluate(_ input: String, name: String? = nil) throws(ScriptError) -> Answer {
    let name = name ?? "input \(inputCount + 1)"
    let chunk: LuaFunction
    do {
      chunk = try compile(input, name: name)
    } catch let error as LuaError where error.kind == .syntax(incomplete: true) {
      guard let mistake = assistant.mistake(inUnfinished: input) else { return .incomplete }
      throw ScriptError(LuaError(mistake, position: LuaError.Position(chunk: name, line: 1))) {
        $0 == name ? input : nil
      }
    } catch {
      throw ScriptError(error) { $0 == name ? input : nil }
    }
    texts[name] = input
    inputCount += 1
    var values: [LuaValue] = []
    do { try perform(source: text(of:)) { values = try chunk() } } catch {
      if code.mayHaveSet(input) {
        steps.append(SessionSteps.Step(input: input, isShown: false, isUnfinished: true))
      }
      throw error
    }
    if let first = values.first { lua.setGlobal("_", to: first) }
    answeredPoints = values.first?.pointCount
    let isSilent = code.isSilent(input)
    answered = values.count == 1 && !isSilent ? values[0] : nil
    steps.append(SessionSteps.Step(input: input, isShown: !values.isEmpty && !isSilent))
    var echo = isSilent ? "" : try echo(values)
    // The name of a file was loaded as code.
    if values.count == 2, values[0].isNil, let hint = assistant.suggestion(forLoading: input) {
      echo += hint + "\n"
    }
    return .done(echo: echo)
  }

  /// The inputs that worked as a script that prints what they showed.
  package var script: SessionSteps { SessionSteps(steps, code) }

  /// Adds a file that ran to the inputs that worked.
  package func record(file path: String) {
    steps.append(SessionSteps.Step(input: "-- \(path)\n\(texts[path] ?? "")", isShown: false))
  }

  /// Reloads plugins whose files were changed, added or removed; a shell calls it before each input. Values
  /// made with an earlier version keep that version.
  ///
  /// - Returns: a line to print for each plugin that changed; usually none.
  public func reloadPlugins() -> [String] { scope.reloadPlugins() }

  /// The things that scripts can make by name now.
  public var workbench: Workbench { scope.workbench }

  /// Stops the run under way; from any thread.
  public func interrupt() { interrupter.interrupt() }

  /// Compiles an input so that it sees and leaves the session's variables.
  func compile(_ input: String, name: String) throws -> LuaFunction {
    let adopted = code.adopted(input)
    let chunk = try load(adopted, name: name)
    try Self.checkColumns(in: input, name: name) { names.value(of: $0)?.typeName }
    locals.declare(adopted.names)
    chunk.setEnvironment(locals.environment)
    return chunk
  }

  func load(_ input: AdoptedInput, name: String = "input") throws -> LuaFunction {
    try lua.loadInteractive(input.text, answering: input.answering, chunkName: "=\(name)")
  }

  /// Compiles a text without operators that mistake a column for one value.
  private func checked(_ text: String, name: String) throws -> LuaFunction {
    let chunk = try lua.load(text, chunkName: "=\(name)")
    try Self.checkColumns(in: text, name: name)
    return chunk
  }

  /// Throws for operators that mistake a column for one value.
  private static func checkColumns(
    in text: String, name: String, outside: ([String]) -> String? = { _ in nil }
  ) throws {
    guard let finding = ColumnLint.finding(in: text, outside: outside) else { return }
    throw LuaError(finding.message, position: LuaError.Position(chunk: name, line: finding.line))
  }

  func text(of chunk: String) -> String? { texts[chunk] }

  private var writer: PluginWriter { PluginWriter(source: text(of:), variable: names.variable) }

  private func echo(_ values: [LuaValue]) throws(ScriptError) -> String {
    if values.isEmpty { return "" }
    do {
      if values.count == 1, let presentation, let text = try presentation.text(of: values[0], lua) {
        return text
      }
      return try values.map { try Echo(lua).text(of: $0) }.joined(separator: "\t") + "\n"
    } catch {
      throw ScriptError(error)
    }
  }

  /// The text of an object or a table for `print`; nil for any other value, and for a table with a text of
  /// its own.
  private func shown(_ value: LuaValue) throws -> String? {
    switch value {
    case .table: guard try lua.string(of: value) == value.typeName else { return nil }
    case .userdata: break
    default: return nil
    }
    var presentation = presentation ?? Presentation()
    presentation.isWhole = false
    if let text = try presentation.text(of: value, lua) { return text }
    return try Echo(lua).text(of: value) + "\n"
  }

  /// Calls `body`, and turns whatever it throws into a script's error.
  func perform(source: (String) -> String?, _ body: () throws -> Void) throws(ScriptError) {
    // An interrupt that came between two runs was meant for the first.
    interrupter.clear()
    do {
      try body()
    } catch let error as ScriptError {
      throw error
    } catch {
      throw ScriptError(error, in: self, source: source)
    }
  }

  var names: Names { Names(lua: lua, locals: locals) }

  /// Looks at inputs.
  private(set) lazy var code = LuaCode()

  /// Completion, help and advice.
  private(set) lazy var assistant = Assistant(
    code,
    Assistant.Session(
      names: names, registry: { [scope] in scope.registry }, text: { [unowned self] in text(of: $0) }))
}

/// Stops a session's runs, from any thread.
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

  /// Forgets an interrupt that came while nothing ran.
  package func clear() {
    lua.clear()
    scope.reset()
  }
}

extension LuaValue {
  fileprivate var pointCount: Int? {
    if let dataset = object(as: DatasetObject.self) { return dataset.points.count }
    if let map = object(as: MapObject.self) { return map.dataset.points.count }
    return object(as: FrameObject.self)?.frame.points.count
  }
}
