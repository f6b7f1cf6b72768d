import Lua
import Pinfold
import PinfoldData
import PinfoldEvaluation

/// `strategy`, `metric`, `diff` and `camera` make registered things; `plugin` registers more; `list` tells what there is.
enum RegistryFunctions {
  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("strategy") { (name: String, parameters: [String: LuaValue]?) in
      var parameters = parameters ?? [:]
      let steps = try ClustererSteps(taking: &parameters, scope)
      let registration = try scope.registry.find(name, kind: .strategy)
      let values = try registration.parameters.resolved(
        try parameters.parameterValues(of: registration.label), owner: registration.label)
      return StrategyObject(
        name: name, values: values, clusterer: steps.clusterer(try registration(values)), scope: scope)
    }
    state.define("metric") { (name: String, parameters: [String: LuaValue]?) in
      let registration = try scope.registry.find(name, kind: .metric)
      return MetricObject(
        try registration(try (parameters ?? [:]).parameterValues(of: registration.label)), scope: scope)
    }
    state.define("diff") { (name: String, parameters: [String: LuaValue]?) in
      let registration = try scope.registry.find(name, kind: .diff)
      return DiffObject(
        name: name, try registration(try (parameters ?? [:]).parameterValues(of: registration.label)))
    }
    state.define("camera") { (name: String, parameters: [String: LuaValue]?) in
      let registration = try scope.registry.find(name, kind: .camera)
      return CameraObject(
        name: name, try registration(try (parameters ?? [:]).parameterValues(of: registration.label)))
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
