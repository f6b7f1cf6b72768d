import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// `strategy`, `metric`, `diff` and `camera` make registered things; `plugin` registers more; `list` lists
/// them.
enum RegistryFunctions {
  static func open(in lua: LuaLibrary, scope: ScriptScope, writer: @escaping () -> PluginWriter) {
    func wanted(_ kind: PluginKind, _ what: LuaValue, _ options: LuaTable?) throws -> Wanted {
      try Wanted(kind, what, options, in: scope.workbench, writer)
    }
    lua.define(
      "strategy", "(name: string|function, parameters?: StrategyOptions): strategy",
      "A clustering strategy with the steps after it; a function works as 'cluster' does in a plugin, with the "
        + "other fields of a plugin among the parameters.",
      example: #"grid = strategy("grid", { cellSize = 80, representative = "central" })"#
    ) { (what: LuaValue, parameters: LuaTable?) in
      let wanted = try wanted(.strategy, what, parameters)
      return try StrategyObject(try ClustererDefinition.one(wanted.node, in: wanted.registry), scope: scope)
    }
    lua.define(
      "metric", "(name: string|function, parameters?: Parameters): metric",
      "A metric of frames; a function works as 'measure' does in a plugin.",
      example: #"metric("overlap"):measure(frame).share"#
    ) { (what: LuaValue, parameters: LuaTable?) in
      let wanted = try wanted(.metric, what, parameters)
      return MetricObject(try MetricDefinition.one(wanted.node, in: wanted.registry), scope: scope)
    }
    lua.define(
      "diff", "(name: string|function, parameters?: Parameters): diff",
      "A rule that turns the markers of one frame into those of another; a function works as 'transition' does in "
        + "a plugin.", example: #"diff("membership"):between(old, new)"#
    ) { (what: LuaValue, parameters: LuaTable?) in
      let wanted = try wanted(.diff, what, parameters)
      let choice = try Choice.one(wanted.node, kind: .diff, in: wanted.registry)
      return DiffObject(name: choice.registration.name, try choice.make())
    }
    lua.define(
      "camera", "(name: string|function, parameters?: Parameters): camera",
      "A movement of the camera; a function works as 'views' does in a plugin.",
      example: #"camera("pan"):views(paris)"#
    ) { (what: LuaValue, parameters: LuaTable?) in
      let wanted = try wanted(.camera, what, parameters)
      let choice = try Choice.one(wanted.node, kind: .camera, in: wanted.registry)
      return CameraObject(name: choice.registration.name, try choice.make())
    }
    lua.define(
      "plugin", "(plugin: string|table): string, string",
      "Registers or reloads a plugin file, or registers a table of the form that a plugin's file returns; returns its "
        + "name and kind.",
      example: #"plugin "Plugins/hexgrid.lua""#
    ) { (call: LuaCall, what: LuaValue) in
      let plugin: Plugin?
      switch what {
      case .string(let path):
        try scope.checkReading(path)
        plugin = try scope.addPlugin(at: path)
      case .table(let table):
        let fields = try table.entries.map { entry in
          (
            name: entry.key.string ?? entry.key.integer.map { "\($0)" } ?? entry.key.typeName,
            value: entry.value
          )
        }
        let written = try Plugin(fields, by: writer(), limits: scope.workbench.pluginLimits)
        try scope.add(written)
        plugin = written
      default: throw LuaArgumentError(1, "a path or a plugin's table expected, got \(what.typeName)")
      }
      return try call.results(plugin?.name ?? "", plugin?.kind.rawValue ?? "")
    }
    lua.define(
      "list",
      #"(kind?: "strategies"|"representatives"|"diffs"|"metrics"|"generators"|"cameras"): Registered[]"#,
      "All names of a kind, with their parameters.",
      example: #"show(list("metrics"), { "name", "summary" })"#
    ) { (kind: String?) in
      TableList(
        columns: ["name", "summary", "parameters", "origin"],
        tables: try entries(of: kind ?? "strategies", scope))
    }
  }

  private static func entries(of kind: String, _ scope: ScriptScope) throws -> [LuaFields] {
    let known = ["strategies", "representatives", "diffs", "metrics", "generators", "cameras"]
    guard known.contains(kind) else {
      throw LuaArgumentError(1, "unknown kind '\(kind)'" + Suggestion.clause(for: kind, among: known))
    }
    let registry = scope.registry
    let strategies = kind == "strategies" ? registry.all(.strategy) : []
    return registry.things.filter { $0.plural == kind }.map { thing in
      let strategy = try? strategies.first { $0.name == thing.name }?()
      return [
        "name": thing.name, "summary": thing.summary, "origin": thing.path ?? "built in",
        "capabilities": strategy?.capabilities.names, "parameters": thing.parameters.map(\.luaTable),
      ]
    }
  }
}

extension ParameterDescription {
  private var bounds: ClosedRange<Double>? {
    switch kind {
    case .number(let range), .size(let range): range
    case .integer(let range): Double(range.lowerBound)...Double(range.upperBound)
    default: nil
    }
  }

  fileprivate var luaTable: LuaFields {
    [
      "name": name, "takes": kind.expectation, "default": Node(parameter: defaultValue), "doc": help,
      "unit": unit, "min": bounds?.lowerBound, "max": bounds?.upperBound,
      "markers": markers.map { $0 == .fewer ? "fewer" : "more" },
    ]
  }
}

/// A registered value that a script requests, by its name or as a function.
struct Wanted {
  let node: Node
  let registry: Registry

  /// - Parameter options: parameters, the steps of strategies, and fields of plugins where `what` is a
  ///   function.
  init(
    _ kind: PluginKind, _ what: LuaValue, _ options: LuaTable?, in workbench: Workbench,
    _ writer: () -> PluginWriter
  ) throws {
    var registry = workbench.registry
    // A dataset is named by how it is made.
    let key = kind == .generator ? "generate" : "name"
    var named: [(name: String, value: Node.Value)] = []
    func register(_ function: LuaFunction, _ kind: PluginKind, _ options: LuaTable?) throws -> String {
      let plugin = try Plugin(
        function, kind: kind, options: options, by: writer(), limits: workbench.pluginLimits)
      try plugin.registrar()(&registry, workbench.registry)
      return plugin.name
    }
    var own: Set<String> = []
    switch what {
    case .string(let name): named.append((key, .text(name)))
    case .function(let function):
      named.append((key, .text(try register(function, kind, options))))
      own = Set(kind.fields)
    default: throw LuaArgumentError(1, "a name or a function expected, got \(what.typeName)")
    }
    if kind == .strategy, let select = options?.raw("representative").function {
      named.append(("representative", .text(try register(select, .representative, nil))))
      own.insert("representative")
    }
    self.registry = registry
    node = try Node(options, of: kind == .generator ? key : kind.rawValue, with: named, leaving: own)
  }
}

/// A camera path as a script sees it.
final class CameraObject: LuaObject, Sendable {
  static let luaName = "camera"
  private let name: String
  private let path: any CameraPath

  init(name: String, _ path: any CameraPath) {
    self.name = name
    self.path = path
  }

  func views(from start: Viewport, on projection: Projection) throws(ClusteringError) -> [Viewport] {
    try path.views(from: start, on: projection)
  }

  static func describe(_ lua: LuaClass<CameraObject>) {
    lua.about("A movement of the camera.")
    lua.getter("name", "string", "Its name.") { $0.name }
    lua.method(
      "views", "(start: view, dataset?: dataset): view[]",
      "The views of the path, the start first; the dataset is needed for planar data only."
    ) { (camera, start: ViewObject, dataset: DatasetObject?) in
      let projection = dataset?.points.projection ?? .mercator
      var start = try start.viewport(on: projection)
      start.clip = .members
      return try camera.views(from: start, on: projection).lazy.map { ViewObject($0) }
    }
    lua.metamethod(.toString) { (camera: CameraObject) in "camera '\(camera.name)'" }
  }
}

/// An animation diff as a script sees it.
final class DiffObject: LuaObject, Sendable {
  static let luaName = "diff"
  private let name: String
  private let diff: any AnimationDiff

  init(name: String, _ diff: any AnimationDiff) {
    self.name = name
    self.diff = diff
  }

  static func describe(_ lua: LuaClass<DiffObject>) {
    lua.about("A rule that turns the markers of one frame into those of another.")
    lua.getter("name", "string", "Its name.") { $0.name }
    lua.method("between", "(old: frame, new: frame): transition", "The transition from one frame to another.")
    {
      (diff, call: LuaCall, old: FrameObject, new: FrameObject) in
      try call.reserve(transitionOf: old.frame.count + new.frame.count)
      return
        TransitionObject(try diff.diff.transition(from: old.frame, to: new.frame), old.frame, new.frame)
    }
    lua.metamethod(.toString) { (diff: DiffObject) in "diff '\(diff.name)'" }
  }
}

/// A registration without the type of its product.
struct NamedThing: Hashable, Sendable {
  var kind: String
  /// The kind's name in the plural.
  var plural: String
  var name: String
  var summary: String
  var parameters: [ParameterDescription]
  /// The plugin's file; nil for built-ins.
  var path: String?

  var call: String { "\(kind == "generator" ? "generate" : kind)(\"\(name)\")" }

  fileprivate init<Product>(_ registration: Registration<Product>) {
    (kind, plural) = (registration.kind.name, registration.kind.plural)
    name = registration.name
    summary = registration.summary
    parameters = registration.parameters
    if case .plugin(let path, _, _) = registration.origin { self.path = path }
  }
}

extension Registry {
  var things: [NamedThing] {
    all(.strategy).map { NamedThing($0) } + all(.representative).map { NamedThing($0) }
      + all(.metric).map { NamedThing($0) } + all(.diff).map { NamedThing($0) }
      + all(.generator).map { NamedThing($0) } + all(.camera).map { NamedThing($0) }
  }
}
