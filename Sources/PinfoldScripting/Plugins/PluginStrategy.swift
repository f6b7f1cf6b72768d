import Lua
package import Pinfold

/// A strategy that a plugin describes.
///
/// Its `cluster` gets the points of each group in turn: those in the view with its margin and the plugin's
/// `reach` around it, or all of them where it declares no reach.
struct PluginStrategy: ClusteringStrategy {
  let plugin: Plugin
  let values: ParameterValues
  let capabilities: Capabilities
  let clusterBudget: Int?

  var label: String { "\(RegistryKind.strategy.name) '\(plugin.name)'" }

  var looksBack: Bool { plugin.looksBack }

  /// Reads the promises of a plugin for its defaults, so that a mistake in them shows at once.
  static func checkPromises(of plugin: Plugin) throws(PluginError) {
    let defaults = Dictionary(uniqueKeysWithValues: plugin.parameters.map { ($0.name, $0.defaultValue) })
    _ = try PluginPromises(of: plugin, with: defaults)
  }

  /// Describes a strategy plugin.
  static func registration(_ plugin: Plugin) -> Registration<any ClusteringStrategy> {
    Registration(plugin, kind: .strategy) { values in
      // What is unknown for some parameters is not promised for them.
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
    return try PluginIndex(building, context: context)
  }
}

extension Clusterer {
  /// Whether every query is given every point, because the strategy is a plugin that declares no `reach`.
  package var isGivenEveryPoint: Bool {
    guard let strategy = strategy as? PluginStrategy, !strategy.plugin.isHierarchy else { return false }
    do {
      let state = try PluginState(strategy.plugin, context: RunContext())
      return try PluginIndex.reach(of: strategy.plugin, in: state, values: strategy.values) == nil
    } catch {
      return false
    }
  }
}
