import Lua
import Pinfold
import PinfoldDefinitions

/// A thing that a script asks for, by its name or as a function that is one.
struct Wanted {
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
