import Lua
import Pinfold
import PinfoldData

/// A plugin file that is watched: its last valid version, and its present error.
struct PluginFile: Sendable {
  let path: String

  /// The last valid version; nil where none ever was.
  private(set) var plugin: Plugin?

  /// The error of the current file.
  private(set) var error: PluginError?

  private var registrar: (@Sendable (inout Registry, Registry) -> Void)?
  private var stamps: [FileStamp]

  /// Reads a file for the first time.
  init(_ path: String, limits: PluginLimits) {
    self.path = path
    stamps = []
    read(limits)
  }

  /// Reads the file; where that fails, the version before stays.
  mutating func read(_ limits: PluginLimits) {
    var modules: LuaModules?
    var source: [UInt8]?
    do {
      let text = try LuaFile.read(path)
      source = text
      let folder = try LuaModules(folder: Folder.holding(path))
      modules = folder
      let plugin = try Plugin(path: path, source: text, modules: folder, limits: limits, hasFile: true)
      registrar = try plugin.registrar()
      self.plugin = plugin
      error = nil
    } catch {
      self.error = error as? PluginError ?? PluginError(path: path, error)
    }
    stamps = [FileStamp(path, content: source)]
    stamps += (modules?.read ?? []).map { FileStamp($0.path, content: $0.source) }
    stamps += (modules?.missing ?? []).map { FileStamp($0, content: nil) }
  }

  /// Whether the file or a module that it requires has changed, or a missing module has come into being.
  mutating func hasChanged() -> Bool {
    for place in stamps.indices where stamps[place].hasChanged() { return true }
    return false
  }

  /// Puts the plugin into a registry.
  ///
  /// - Parameter strategies: those that the plugin may use.
  func register(in registry: inout Registry, using strategies: Registry) { registrar?(&registry, strategies) }
}
