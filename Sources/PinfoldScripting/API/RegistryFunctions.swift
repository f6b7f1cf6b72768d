import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// `strategy`, `metric`, `diff` and `camera` make registered things; `plugin` registers more; `list` lists
/// them.
enum RegistryFunctions {
  /// - Parameter writer: writes functions of the script as plugins.
  static func open(in state: LuaState, scope: ScriptScope, writer: @escaping () -> PluginWriter) {
    func wanted(_ kind: PluginKind, _ what: LuaValue, _ options: LuaTable?) throws -> Wanted {
      try Wanted(kind, what, options, in: scope.workbench, writer)
    }
    state.define("strategy") { (what: LuaValue, parameters: LuaTable?) in
      let wanted = try wanted(.strategy, what, parameters)
      return try StrategyObject(try ClustererDefinition.one(wanted.node, in: wanted.registry), scope: scope)
    }
    state.define("metric") { (what: LuaValue, parameters: LuaTable?) in
      let wanted = try wanted(.metric, what, parameters)
      return MetricObject(try MetricDefinition.one(wanted.node, in: wanted.registry), scope: scope)
    }
    state.define("diff") { (what: LuaValue, parameters: LuaTable?) in
      let wanted = try wanted(.diff, what, parameters)
      let choice = try Choice.one(wanted.node, kind: .diff, in: wanted.registry)
      return DiffObject(name: choice.registration.name, try choice.make())
    }
    state.define("camera") { (name: String, parameters: LuaTable?) in
      let node = try Node(parameters, of: "camera", with: [("name", .text(name))])
      let choice = try Choice.one(node, kind: .camera, in: scope.registry)
      return CameraObject(name: choice.registration.name, try choice.make())
    }
    state.define("plugin") { (what: LuaValue) in
      switch what {
      case .string(let path):
        try scope.checkReading(path)
        try scope.addPlugin(at: path)
      case .table(let table):
        let fields = try table.entries.map { entry in
          (
            name: entry.key.string ?? entry.key.integer.map { "\($0)" } ?? entry.key.typeName,
            value: entry.value
          )
        }
        try scope.add(try Plugin(fields, by: writer(), limits: scope.workbench.pluginLimits))
      default: throw LuaArgumentError(1, "a path or a plugin's table expected, got \(what.typeName)")
      }
    }
    state.define("list") { (kind: String?) in
      TableList(
        columns: ["name", "summary", "parameters", "origin"],
        tables: try entries(of: kind ?? "strategies", scope))
    }
  }

  private static func entries(of kind: String, _ scope: ScriptScope) throws -> [RegistryEntry] {
    let registry = scope.registry
    func all<Product>(_ kind: RegistryKind<Product>) -> [RegistryEntry] {
      registry.all(kind).map { RegistryEntry($0) }
    }
    switch kind {
    case "strategies":
      return registry.all(.strategy).map { RegistryEntry($0, capabilities: (try? $0())?.capabilities) }
    case "representatives": return all(.representative)
    case "diffs": return all(.diff)
    case "metrics": return all(.metric)
    case "generators": return all(.generator)
    case "cameras": return all(.camera)
    default:
      let known = ["strategies", "representatives", "diffs", "metrics", "generators", "cameras"]
      throw LuaArgumentError(1, "unknown kind '\(kind)'" + Suggestion.clause(for: kind, among: known))
    }
  }
}

/// A thing that a script asks for, by its name or as a function that is one.
private struct Wanted {
  /// The definition, with a name.
  let node: Node

  /// The registry that knows the name.
  let registry: Registry

  /// - Parameter options: parameters, the steps of strategies, and fields of plugins where `what` is a
  ///   function.
  init(
    _ kind: PluginKind, _ what: LuaValue, _ options: LuaTable?, in workbench: Workbench,
    _ writer: () -> PluginWriter
  ) throws {
    var registry = workbench.registry
    var named: [(name: String, value: Node.Value)] = []
    func register(_ function: LuaFunction, _ kind: PluginKind, _ options: LuaTable?) throws -> String {
      let plugin = try Plugin(
        function, kind: kind, options: options, by: writer(), limits: workbench.pluginLimits)
      try plugin.registrar()(&registry, workbench.registry)
      return plugin.name
    }
    var own: Set<String> = []
    switch what {
    case .string(let name): named.append(("name", .text(name)))
    case .function(let function):
      named.append(("name", .text(try register(function, kind, options))))
      own = Set(kind.fields)
    default: throw LuaArgumentError(1, "a name or a function expected, got \(what.typeName)")
    }
    if kind == .strategy, let select = options?.raw("representative").function {
      named.append(("representative", .text(try register(select, .representative, nil))))
      own.insert("representative")
    }
    self.registry = registry
    node = try Node(options, of: kind.rawValue, with: named, leaving: own)
  }
}

/// A registration as a table.
private struct RegistryEntry: LuaPushable {
  let name: String
  let summary: String
  let origin: String
  let parameters: [ParameterDescription]
  let capabilities: [String]?

  init<Product>(_ registration: Registration<Product>, capabilities: Capabilities? = nil) {
    name = registration.name
    summary = registration.summary
    switch registration.origin {
    case .builtIn: origin = "built in"
    case .plugin(let path, _): origin = path
    }
    parameters = registration.parameters
    self.capabilities = capabilities?.names
  }

  func push(to call: LuaCall) {
    let table = call.makeTable()
    try? table.set("name", name)
    try? table.set("summary", summary)
    try? table.set("origin", origin)
    try? table.set("capabilities", capabilities)
    try? table.set("parameters", parameters.map(\.luaTable))
    table.push(to: call)
  }
}

extension ParameterDescription {
  fileprivate var luaTable: [String: LuaValue] {
    var table: [String: LuaValue] = [
      "name": .string(name), "takes": .string(kind.expectation), "default": defaultValue.luaValue,
      "doc": .string(help),
    ]
    if let unit { table["unit"] = .string(unit) }
    return table
  }
}
