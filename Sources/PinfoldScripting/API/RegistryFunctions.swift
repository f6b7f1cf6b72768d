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
    state.define("camera") { (what: LuaValue, parameters: LuaTable?) in
      let wanted = try wanted(.camera, what, parameters)
      let choice = try Choice.one(wanted.node, kind: .camera, in: wanted.registry)
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
    case .plugin(let path, _, _): origin = path
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
  fileprivate var luaTable: [String: ParameterLua] {
    var table: ParameterValues = [
      "name": .choice(name), "takes": .choice(kind.expectation), "default": defaultValue,
      "doc": .choice(help),
    ]
    if let unit { table["unit"] = .choice(unit) }
    return table.luaTable
  }
}
