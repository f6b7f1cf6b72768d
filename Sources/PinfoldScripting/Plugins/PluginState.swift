import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import Synchronization

/// A Lua state in which one plugin runs: sandboxed, limited, and with nothing left over from another query.
final class PluginState {
  let lua: LuaState
  let table: LuaTable
  private let path: String
  private let parameterRecord: RecordMaker
  private let viewRecord: RecordMaker
  private let run = Run()

  /// The functions that were called, by name: a frame calls one hundreds of times.
  private var functions: [String: LuaFunction] = [:]

  private final class Run {
    var context = RunContext()
  }

  /// Opens a sandbox and runs the file.
  init(
    path: String, source: [UInt8], modules: LuaModules, limits: PluginLimits,
    grouping: PluginGrouping = PluginGrouping(strategies: .builtIn, owner: nil), log: PluginLog = PluginLog()
  ) throws {
    self.path = path
    lua = LuaState(limits: limits.whileLoading)
    lua.name = "plugin \(path)"
    try lua.openSandbox()
    try lua.allowRequire(modules)
    let library = LuaLibrary(in: lua)
    ColumnLibrary.open(in: library)
    // Strings unchanged, other values as in the shell.
    Self.open(in: library, grouping, log, run) { [unowned lua] value in
      value.string == nil ? try Echo(lua).text(of: value) : nil
    }
    // Results go to standard output, and what a plugin prints is none.
    lua.output = { Descriptor.standardError.write("plugin \(path): \($0)".utf8) }
    lua.printed = { $0.escapingControls() }
    lua.refuseUnknownMembers(UnknownName.message)
    try lua.globals.setMetatable(lua.makeRefusal { UnknownName.message(variable: $0, $1) })
    parameterRecord = try RecordMaker("parameters", in: lua)
    viewRecord = try RecordMaker("view", in: lua)
    let results = try lua.load(source, chunkName: "@\(path)")()
    guard let table = results.first?.table else {
      throw LuaError(
        "a plugin's file returns a table; this one returns \(results.first?.typeName ?? "nothing")")
    }
    self.table = table
    lua.limits = limits.whileRunning()
  }

  static var functions: [LuaEntry] {
    LuaLibrary.entries {
      open(in: $0, PluginGrouping(strategies: .builtIn, owner: nil), PluginLog(), Run())
    }
  }

  private static func open(
    in lua: LuaLibrary, _ grouping: PluginGrouping, _ log: PluginLog, _ run: Run,
    showing show: @escaping (LuaValue) throws -> String? = { _ in nil }
  ) {
    lua.define(
      "group", "(points: points, strategy: string, parameters?: table): groups",
      "In a plugin: groups points by another strategy, a built-in or a plugin that only uses built-ins.",
      example: #"group(points, "radius", { radius = 40 }):mean(points.weight)"#
    ) { (call: LuaCall, points: PointsObject, name: String, parameters: LuaTable?) in
      try grouping.groups(of: points, by: name, parameters, context: run.context, call)
    }
    PluginComposing.open(in: lua) { run.context }
    lua.define(
      "log", "(...: any)",
      "In a plugin: writes values to standard error, with the place in the file; repeated lines are written once."
    ) { (call: LuaCall, rest: LuaRest) in
      let text = try rest.values.map { try show($0) ?? call.string(of: $0) }.joined(separator: "\t")
      guard let line = log.adding(call.location + text.escapingControls()) else { return }
      Descriptor.standardError.write("plugin \(line)\n".utf8)
    }
  }

  /// Opens a state for a plugin that was checked before.
  convenience init(_ plugin: Plugin, context: RunContext) throws(ClusteringError) {
    try context.check()
    do {
      try self.init(
        path: plugin.path, source: plugin.source, modules: plugin.modules, limits: plugin.limits,
        grouping: PluginGrouping(strategies: plugin.strategies, owner: plugin),
        log: plugin.log)
    } catch {
      throw .plugin(message: PluginError(path: plugin.path, error).description)
    }
  }

  /// The value of a field, or its result for some parameters where it is a function.
  func field(_ name: String, for values: ParameterValues) throws -> LuaValue {
    let declared = try table[name]
    guard let function = declared.function else { return declared }
    return try function(parameters(values)).first ?? .nil
  }

  /// The tables of parameters and of a view that the calls for one frame share.
  typealias Arguments = (parameters: LuaTable, view: LuaTable)

  func arguments(_ values: ParameterValues, _ view: ProjectedView) throws(ClusteringError) -> Arguments {
    do {
      return (try parameters(values), try record(view))
    } catch {
      throw .plugin(message: PluginError(path: path, error).description)
    }
  }

  /// The table of parameters that the plugin's functions get.
  func parameters(_ values: ParameterValues) throws -> LuaTable {
    try parameterRecord(values.luaTable)
  }

  func record(_ view: ProjectedView) throws -> LuaTable { try viewRecord(view.luaTable) }

  /// Calls a function that the plugin must have; see ``callIfPresent(_:of:context:_:)``.
  func call<Result>(
    _ name: String, of plugin: Plugin, context: RunContext, _ body: (LuaFunction) throws -> Result
  ) throws(ClusteringError) -> Result {
    if let result = try callIfPresent(name, of: plugin, context: context, body) { return result }
    throw .plugin(message: "\(plugin.path): '\(name)' is gone")
  }

  /// Calls a function of the plugin, if it exists, and stops it when the context does.
  func callIfPresent<Result>(
    _ name: String, of plugin: Plugin, context: RunContext, _ body: (LuaFunction) throws -> Result
  ) throws(ClusteringError) -> Result? {
    guard let function = try function(name, plugin, context) else { return nil }
    lua.limits = plugin.limits.whileRunning(name, context: context)
    run.context = context
    defer { run.context = RunContext() }
    do {
      // The numbers that one call draws do not depend on earlier calls in the same state.
      try lua.restartRandom()
      func timed() throws -> Result { try plugin.profile.timing(lua) { try body(function) } }
      guard let cancellation = context.cancellation else { return try timed() }
      let interrupt = lua.interrupt
      return try cancellation.handling({ interrupt.interrupt() }, { () throws -> Result in try timed() })
    } catch {
      throw failure(error, name, plugin, context)
    }
  }

  private func function(
    _ name: String, _ plugin: Plugin, _ context: RunContext
  ) throws(ClusteringError) -> LuaFunction? {
    if let function = functions[name] { return function }
    do { functions[name] = try table[name].function } catch { throw failure(error, name, plugin, context) }
    return functions[name]
  }

  /// The error of a function as the host throws it, with the function's line if Lua has no better one.
  private func failure(
    _ error: any Error, _ function: String, _ plugin: Plugin, _ context: RunContext
  ) -> ClusteringError {
    if let error = error as? ClusteringError { return error }
    if let defect = error as? GroupingDefect {
      return .invalidGrouping(owner: plugin.label(of: function), defect)
    }
    if let defect = error as? TransitionDefect {
      return .invalidTransition(owner: plugin.label(of: function), defect)
    }
    if let error = error as? LuaError {
      if let inner = error.underlying as? ClusteringError { return inner }
      if error.kind == .interrupted { return .cancelled }
      if error.kind == .timeLimit, context.isLate { return .deadlineExceeded }
      let error = readable(error)
      var message =
        error.position == nil
        ? "\(plugin.place(of: [function])): \(error.message)" : PluginError(path: path, error).description
      if error.kind == .runtime { message += error.callers(in: path) }
      if let advice = plugin.limits.advice(on: error.kind, of: function) { message += ": \(advice)" }
      let isLimit = [.timeLimit, .instructionLimit, .memory].contains(error.kind)
      return isLimit ? .pluginLimit(message: message) : .plugin(message: message)
    }
    return .plugin(message: PluginError(path: path, error).description)
  }
}

extension PluginState {
  /// An error whose value is a table, with the table in its message.
  private func readable(_ error: LuaError) -> LuaError {
    guard let value = error.value, value.table != nil, error.message.hasPrefix("(error object is"),
      let text = try? Echo(lua).text(of: value)
    else { return error }
    return LuaError(error.kind, "error \(text)", position: error.position, traceback: error.traceback)
  }
}

/// The lines that a plugin logs: each once, as a plugin is called for every frame.
final class PluginLog: Sendable {
  /// The maximum number of lines.
  static let limit = 1000

  private let lines = Mutex<Set<String>>([])

  /// Returns a line to write; nil if it was written before, or if there are too many.
  func adding(_ line: String) -> String? {
    lines.withLock { lines in
      guard lines.count < Self.limit, lines.insert(line).inserted else { return nil }
      return lines.count < Self.limit ? line : "\(line)\n(and no more: \(Self.limit) lines)"
    }
  }
}

extension LuaValue {
  /// A number, or what else the value is, as messages show it.
  var numberOrType: String { number.map { "\(ParameterValue.number($0))" } ?? "a \(typeName)" }

  /// The offset of an element that Lua code names by its index from 1; nil unless there is such an element in
  /// a list of `count`.
  func offset(in count: Int) -> Int? {
    guard let index = integer, index >= 1, index <= count else { return nil }
    return index - 1
  }
}

extension ParameterValues {
  /// The values as the table that a plugin's functions get.
  var luaTable: [String: Node] { mapValues { Node(parameter: $0) } }
}

extension ProjectedView {
  /// The view as the table that a plugin's functions get; lengths in screen points, positions as those of
  /// points.
  var luaTable: [String: LuaValue] {
    let middle = worldPosition(of: center)
    return [
      "lon": .number(viewport.center.longitude), "lat": .number(viewport.center.latitude),
      "zoom": .number(viewport.zoom), "width": .number(viewport.width), "height": .number(viewport.height),
      "tileSize": .number(viewport.tileSize), "margin": .number(viewport.margin),
      "bearing": .number(viewport.bearing),
      "x": .number(middle.x), "y": .number(middle.y), "worldWidth": .number(viewport.worldWidth),
      "wraps": .boolean(projection.wraps),
    ]
  }
}
