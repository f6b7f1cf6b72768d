public import Pinfold
import PinfoldData
import PinfoldEvaluation

/// The registry with built-ins and plugins.
public struct Workbench: Sendable {
  /// Strategies, representatives, diffs, metrics, generators and cameras.
  public private(set) var registry: Registry

  /// The registry of everything built in.
  public static let builtIn: Registry = {
    var registry = Registry.builtIn
    registry.registerMetrics()
    registry.registerGenerators()
    registry.registerCameras()
    return registry
  }()

  /// Is called with each use of a plugin in the place of a built-in.
  package var note: (@Sendable (String) -> Void)? { didSet { registry.note = note } }

  /// The registry without plugins.
  private let base: Registry
  private var locations: [PluginLocation] = []
  private(set) var pluginLimits: PluginLimits
  private var written: [@Sendable (inout Registry, Registry) -> Void] = []

  /// Creates a workbench.
  ///
  /// - Parameters:
  ///   - registry: what there is without plugins: ``builtIn``, and what a program adds to it.
  ///   - pluginLimits: the resources that plugins may use.
  public init(registry: Registry = Self.builtIn, pluginLimits: PluginLimits = PluginLimits()) {
    self.pluginLimits = pluginLimits
    self.registry = registry
    base = registry
  }

  /// Reads and registers a plugin, or reads it again if it was found before. It does not replace a plugin
  /// found before it, and replaces a built-in only if it declares so.
  public mutating func addPlugin(at path: String) throws(PluginError) {
    let real = Folder.realPath(path)
    for place in locations.indices {
      guard let file = locations[place].files.firstIndex(where: { Folder.realPath($0.path) == real }),
        real != nil
      else { continue }
      locations[place].files[file].read(pluginLimits, beside: base)
      fillRegistry()
      if let error = locations[place].files[file].error { throw error }
      return
    }
    locations.append(try location(of: path))
    fillRegistry()
  }

  /// Registers a plugin that has no file. It replaces any plugin of its kind and name.
  mutating func add(_ plugin: Plugin) throws(PluginError) {
    written.append(try plugin.registrar(beside: base))
    fillRegistry()
  }

  /// The same with plugins that come before all others.
  ///
  /// - Parameter limits: the resources that those may use; nil for what all others may.
  package func preferring(
    _ files: [String], limits: PluginLimits? = nil
  ) throws(PluginError) -> Workbench {
    var workbench = self
    if let limits { workbench.pluginLimits = limits }
    for (place, path) in files.enumerated() {
      workbench.locations.insert(try workbench.location(of: path), at: place)
    }
    workbench.fillRegistry()
    return workbench
  }

  /// A file as a place of plugins; throws where it is none.
  private func location(of path: String) throws(PluginError) -> PluginLocation {
    let file = PluginFile(path, limits: pluginLimits, beside: base)
    if let error = file.error { throw error }
    return PluginLocation(path, isFolder: false, files: [file])
  }

  /// Reads and registers every `.lua` file of a folder, in the order of names.
  ///
  /// - Returns: the errors of those that could not be registered; empty for a folder that does not exist, and
  ///   for one that was searched before.
  public mutating func addPlugins(in folder: String) -> [PluginError] {
    if let real = Folder.realPath(folder),
      locations.contains(where: { $0.isFolder && Folder.realPath($0.path) == real })
    {
      return []
    }
    var location = PluginLocation(folder, isFolder: true)
    location.addNew(
      pluginLimits, beside: base,
      known: Set(locations.flatMap(\.files).compactMap { Folder.realPath($0.path) }))
    locations.append(location)
    fillRegistry()
    return location.files.compactMap(\.error)
  }

  /// Reloads plugins that were changed, added or removed, or whose modules were. Values made with an earlier
  /// version keep that version. If a file is broken the earlier version stays in use.
  ///
  /// If nothing was written it costs a check of each file's status and of each folder.
  ///
  /// - Returns: a line for each plugin that changed; the error of a broken file is reported once.
  public mutating func reloadPlugins() -> [String] {
    var changes: [String] = []
    for place in locations.indices {
      changes += locations[place].dropGone()
      changes += locations[place].readChanged(pluginLimits, beside: base)
      let known = Set(locations.flatMap(\.files).compactMap { Folder.realPath($0.path) })
      changes += locations[place].addNew(pluginLimits, beside: base, known: known)
    }
    if !changes.isEmpty { fillRegistry() }
    return changes
  }

  /// Folders in which plugins are looked for, in order.
  public var pluginFolders: [String] { locations.filter(\.isFolder).map(\.path) }

  /// Every plugin file that was found, in the order of search; of two with one kind and name the first
  /// counts.
  package var plugins: [PluginEntry] {
    var first: [String: String] = [:]
    return locations.flatMap(\.files).map { file in
      let package = PluginPackage(holding: file.path)
      guard let plugin = file.plugin else {
        return PluginEntry(
          path: file.path, plugin: nil, error: file.error, shadowedBy: nil, package: package)
      }
      let key = "\(plugin.kind.rawValue) \(plugin.name)"
      defer { if first[key] == nil { first[key] = file.path } }
      return PluginEntry(
        path: file.path, plugin: plugin, error: file.error, shadowedBy: first[key], package: package)
    }
  }

  /// Registers all plugins twice: those of the first pass may use built-ins, and those of the second one,
  /// which everybody else gets, may use those of the first.
  private mutating func fillRegistry() {
    // Backwards, so that the first of equal names wins.
    let files = locations.flatMap(\.files).reversed()
    var usable = base
    for file in files { file.register(in: &usable, using: base) }
    registry = base
    registry.note = note
    for file in files { file.register(in: &registry, using: usable) }
    for register in written { register(&registry, usable) }
  }
}

/// A plugin file as listings show it.
package struct PluginEntry: Sendable {
  /// Its file.
  package let path: String

  /// The version in use, the last valid one; nil where none ever was.
  package let plugin: Plugin?

  /// The error of the current file.
  package let error: PluginError?

  /// The file of an earlier plugin with the same kind and name, which is used instead of this one.
  package let shadowedBy: String?

  /// The package that it belongs to; nil for a single file.
  package let package: PluginPackage?
}
