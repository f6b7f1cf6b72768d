import Lua
package import Pinfold
import PinfoldEvaluation

/// A strategy of a plugin. Its `cluster` gets the points within `reach` of the view, or all where it declares
/// none.
struct PluginStrategy: ClusteringStrategy {
  let plugin: Plugin
  let values: ParameterValues
  let capabilities: Capabilities
  let clusterBudget: Int?
  private var ignoresReach = false
  var label: String { "\(RegistryKind.strategy.name) '\(plugin.name)'" }
  var looksBack: Bool { plugin.looksBack }

  /// Reads the promises of a plugin for its defaults, so that a mistake in them shows at once.
  static func checkPromises(of plugin: Plugin) throws(PluginError) {
    let defaults = Dictionary(uniqueKeysWithValues: plugin.parameters.map { ($0.name, $0.defaultValue) })
    _ = try PluginPromises(of: plugin, with: defaults)
  }

  static func registration(_ plugin: Plugin) -> Registration<any ClusteringStrategy> {
    Registration(plugin, kind: .strategy) { values in
      // A promise that is unknown for some parameters is not made for them.
      let promises = try? PluginPromises(of: plugin, with: values)
      return PluginStrategy(
        plugin: plugin.given(values), values: values, capabilities: promises?.capabilities ?? [],
        clusterBudget: promises?.budget)
    }
  }

  func makeIndex(over points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    try plugin.checkAttributes(of: points, with: values)
    let building = PluginBuilding(
      points: points, plugin: plugin, values: values, state: try PluginState(plugin, context: context))
    if plugin.isHierarchy { return try building.hierarchy(context) }
    return try PluginIndex(building, ignoringReach: ignoresReach, context: context)
  }
}

extension PluginStrategy: ReachDeclaring {
  var declaredReach: Double? {
    get throws(ClusteringError) {
      if plugin.isHierarchy { return nil }
      return try PluginIndex.reach(
        of: plugin, in: try PluginState(plugin, context: RunContext()), values: values)
    }
  }

  var givenEveryPoint: any ClusteringStrategy {
    var strategy = self
    strategy.ignoresReach = true
    return strategy
  }
}

extension Clusterer {
  /// Whether every query is given every point, because the strategy is a plugin that declares no `reach`.
  package var isGivenEveryPoint: Bool {
    guard let strategy = strategy as? PluginStrategy, !strategy.plugin.isHierarchy else { return false }
    do { return try strategy.declaredReach == nil } catch { return false }
  }
}

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
          "capability 'incremental' cannot be kept: a plugin's index is built again when points change")
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
      let found = declared.isNil ? "is missing" : "is \(declared.numberOrType)"
      throw plugin.error(
        "budget",
        "field 'budget' \(found); who promises 'budgeted' says there how many clusters a frame has at most: a whole "
          + "number from 1, or a function of the parameters that returns one")
    }
    return budget
  }
}
