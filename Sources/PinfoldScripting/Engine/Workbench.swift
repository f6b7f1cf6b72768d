public import Pinfold
import PinfoldData
import PinfoldEvaluation

/// The registry with everything in it: what comes with the package, and plugins.
public struct Workbench: Sendable {
  /// Strategies, representatives, diffs, metrics, generators and cameras.
  public private(set) var registry: Registry

  /// Plugins in the order in which they were found; of two with one kind and name the first counts.
  public private(set) var plugins: [PluginSummary] = []

  private let pluginLimits: PluginLimits

  /// Creates a workbench with what comes with the package.
  ///
  /// - Parameter pluginLimits: what plugins may use.
  public init(pluginLimits: PluginLimits = PluginLimits()) {
    self.pluginLimits = pluginLimits
    registry = .builtIn
    registry.registerMetrics()
    registry.registerGenerators()
    registry.registerCameras()
  }

  /// Reads and registers a plugin. It replaces a built-in of its kind and name, but not a plugin found before it.
  public mutating func addPlugin(at path: String) throws(PluginError) {
    let plugin = try Plugin(path: path, limits: pluginLimits)
    let isShadowed = plugins.contains { $0.kind == plugin.kind && $0.name == plugin.name }
    if !isShadowed { try registry.register(plugin) }
    plugins.append(PluginSummary(plugin, isShadowed: isShadowed))
  }

  /// Reads and registers every `.lua` file of a folder, in the order of names.
  ///
  /// - Returns: what is wrong with those that could not be registered; a folder that does not exist has none.
  public mutating func addPlugins(in folder: String) -> [PluginError] {
    var errors: [PluginError] = []
    for path in PluginSearch.files(in: folder) {
      do {
        try addPlugin(at: path)
      } catch {
        errors.append(error)
      }
    }
    return errors
  }
}

/// A plugin as listings show it.
public struct PluginSummary: Hashable, Sendable {
  /// What it is.
  public let kind: PluginKind

  /// Its name.
  public let name: String

  /// Its own version.
  public let version: String

  /// One line that says what it is.
  public let summary: String

  /// Its file.
  public let path: String

  /// Whether a plugin found before it has its kind and name, so that it is not used.
  public let isShadowed: Bool

  init(_ plugin: Plugin, isShadowed: Bool) {
    kind = plugin.kind
    name = plugin.name
    version = plugin.version
    summary = plugin.summary
    path = plugin.path
    self.isShadowed = isShadowed
  }
}
