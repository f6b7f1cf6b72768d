import Lua
import Pinfold

/// A strategy that a plugin describes.
///
/// Its `cluster` gets the points of each group in turn: those in the view with its margin and the plugin's `reach`
/// around it, or all of them where it declares no reach.
struct PluginStrategy: ClusteringStrategy {
  let plugin: Plugin
  let values: ParameterValues
  let capabilities: Capabilities

  /// Describes a strategy plugin; its capabilities are asked for once, so that a mistake in them shows at once.
  static func registration(_ plugin: Plugin) throws(PluginError) -> Registration<any ClusteringStrategy> {
    let defaults = Dictionary(uniqueKeysWithValues: plugin.parameters.map { ($0.name, $0.defaultValue) })
    _ = try capabilities(of: plugin, with: defaults)
    return Registration(plugin, kind: .strategy) { values in
      // Capabilities that cannot be told for some parameters are not promised for them.
      PluginStrategy(
        plugin: plugin, values: values, capabilities: (try? capabilities(of: plugin, with: values)) ?? [])
    }
  }

  private static func capabilities(
    of plugin: Plugin, with values: ParameterValues
  ) throws(PluginError) -> Capabilities {
    do {
      let state = try PluginState(plugin, context: RunContext())
      var declared = try state.table["capabilities"]
      if let function = declared.function { declared = try function(values.luaTable).first ?? .nil }
      if declared.isNil { return [] }
      guard let table = declared.table else {
        throw PluginError(
          path: plugin.path, "field 'capabilities' is a \(declared.typeName); it must be a table")
      }
      var capabilities: Capabilities = []
      for (key, value) in try table.entries {
        let name = key.string ?? key.typeName
        guard let known = Capabilities.names.first(where: { $0.name == name }) else {
          let names = Capabilities.names.map(\.name)
          throw PluginError(
            path: plugin.path, "unknown capability '\(name)'" + Suggestion.clause(for: name, among: names))
        }
        if value.boolean == true { capabilities.insert(known.capability) }
      }
      return capabilities
    } catch let error as PluginError {
      throw error
    } catch {
      throw PluginError(path: plugin.path, error)
    }
  }

  func makeIndex(over points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    try PluginIndex(points: points, plugin: plugin, values: values, context: context)
  }
}
