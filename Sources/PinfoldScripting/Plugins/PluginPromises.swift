import Lua
import Pinfold

/// The promises of a strategy plugin for some parameters: its `capabilities`, and its `budget` where they
/// have one.
struct PluginPromises {
  var capabilities: Capabilities = []

  /// The most mergeable clusters in a frame; nil unless the plugin promises to keep to a budget.
  var budget: Int?

  init(of plugin: Plugin, with values: ParameterValues) throws(PluginError) {
    do {
      let state = try PluginState(plugin, context: RunContext())
      // A table does not keep its state alive.
      defer { withExtendedLifetime(state) {} }
      capabilities = try Self.capabilities(try state.field("capabilities", for: values), of: plugin)
      if plugin.isHierarchy { capabilities.formUnion([.nested, .panInvariant]) }
      if plugin.looksBack, capabilities.haveHierarchy {
        throw plugin.error(
          "capabilities",
          "capability '\(capabilities.contains(.nested) ? "nested" : "nestedByZoom")' cannot be kept by a strategy that looks back at another frame"
        )
      }
      if capabilities.contains(.budgeted) {
        budget = try Self.budget(try state.field("budget", for: values), of: plugin)
      }
    } catch {
      throw PluginError(path: plugin.path, error)
    }
  }

  private static func capabilities(_ declared: LuaValue, of plugin: Plugin) throws -> Capabilities {
    if declared.isNil { return [] }
    guard let table = declared.table else {
      throw plugin.error("capabilities", "field 'capabilities' is a \(declared.typeName); it must be a table")
    }
    var capabilities: Capabilities = []
    for (key, value) in try table.entries {
      guard let name = key.string else {
        throw plugin.error(
          "capabilities", "field 'capabilities' is a list; it must be a table such as { panInvariant = true }"
        )
      }
      guard let known = Capabilities.names.first(where: { $0.name == name }) else {
        let names = Capabilities.names.map(\.name)
        throw plugin.error(
          "capabilities", "unknown capability '\(name)'" + Suggestion.clause(for: name, among: names))
      }
      if known.capability == .incremental, value.boolean == true {
        throw plugin.error(
          "capabilities",
          "capability 'incremental' cannot be kept: a plugin's index is built anew when points change")
      }
      guard value.boolean != nil else {
        throw plugin.error(
          "capabilities", "capability '\(name)' is a \(value.typeName); it must be true or false")
      }
      if value.boolean == true { capabilities.insert(known.capability) }
    }
    return capabilities
  }

  private static func budget(_ declared: LuaValue, of plugin: Plugin) throws(PluginError) -> Int {
    guard let budget = declared.integer, budget >= 1 else {
      let found =
        declared.isNil
        ? "is missing"
        : "is \(declared.number.map { "\(ParameterValue.number($0))" } ?? "a \(declared.typeName)")"
      throw plugin.error(
        "budget",
        "field 'budget' \(found); who promises 'budgeted' says there how many clusters a frame has at most: a whole "
          + "number from 1, or a function of the parameters that returns one")
    }
    return budget
  }
}
