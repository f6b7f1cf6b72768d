import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// `strategy`, `metric`, `diff` and `camera` make registered things; `plugin` registers more; `list` lists
/// them.
enum RegistryFunctions {
  static func open(in state: LuaState, scope: ScriptScope) {
    func node(_ function: String, _ name: String, _ parameters: LuaTable?) throws -> Node {
      try Node(parameters, of: function, with: [("name", .text(name))])
    }
    state.define("strategy") { (name: String, parameters: LuaTable?) in
      let node = try node("strategy", name, parameters)
      return try StrategyObject(try ClustererDefinition.one(node, in: scope.registry), scope: scope)
    }
    state.define("metric") { (name: String, parameters: LuaTable?) in
      let node = try node("metric", name, parameters)
      return MetricObject(try MetricDefinition.one(node, in: scope.registry), scope: scope)
    }
    state.define("diff") { (name: String, parameters: LuaTable?) in
      let node = try node("diff", name, parameters)
      let choice = try Choice.one(node, kind: .diff, in: scope.registry)
      return DiffObject(name: choice.registration.name, try choice.make())
    }
    state.define("camera") { (name: String, parameters: LuaTable?) in
      let node = try node("camera", name, parameters)
      let choice = try Choice.one(node, kind: .camera, in: scope.registry)
      return CameraObject(name: choice.registration.name, try choice.make())
    }
    state.define("plugin") { (path: String) in
      try scope.checkReading(path)
      try scope.addPlugin(at: path)
    }
    state.define("list") { (kind: String?) in try entries(of: kind ?? "strategies", scope) }
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
