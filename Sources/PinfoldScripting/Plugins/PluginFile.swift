import Lua
import Pinfold
import PinfoldData

/// A plugin file that is watched: its last valid version, and its present error.
struct PluginFile: Sendable {
  let path: String

  /// The last valid version; nil where none ever was.
  private(set) var plugin: Plugin?

  private(set) var error: PluginError?
  private var registrar: (@Sendable (inout Registry, Registry) -> Void)?
  private var stamps: [FileStamp]

  init(_ path: String, limits: PluginLimits, beside base: Registry) {
    self.path = path
    stamps = []
    read(limits, beside: base)
  }

  /// Reads the file; where that fails, the version before stays.
  ///
  /// - Parameter base: has the names that are taken.
  mutating func read(_ limits: PluginLimits, beside base: Registry) {
    var modules: LuaModules?
    var source: [UInt8]?
    do {
      let text = try LuaFile.read(path)
      source = text
      let folder = try LuaModules(folder: Folder.holding(path))
      modules = folder
      let plugin = try Plugin(path: path, source: text, modules: folder, limits: limits, hasFile: true)
      registrar = try plugin.registrar(beside: base)
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
  func register(in registry: inout Registry, using strategies: Registry) { registrar?(&registry, strategies) }
}

/// A file's state when it was read; finds out at little cost whether the file has changed since.
struct FileStamp: Sendable {
  let path: String

  /// The bytes read; nil where the file could not be read.
  private let content: [UInt8]?

  private var status: FileStatus?

  init(_ path: String, content: [UInt8]?) {
    self.path = path
    self.content = content
    // A status from before the reading could belong to another content; this one at worst causes a second
    // look.
    status = nil
  }

  /// Whether the file was changed, removed or created. Reads it only if its status changed since the last
  /// check, or so recently that the clock may not show a change.
  mutating func hasChanged() -> Bool {
    let now = FileStatus(path)
    if let now, now.isSettled, now == status { return false }
    if now == nil, content == nil { return false }
    guard (try? LuaFile.read(path)) == content else { return true }
    status = now
    return false
  }
}

/// A file or a folder in which plugins are looked for, and the files that were found.
struct PluginLocation: Sendable {
  let path: String
  let isFolder: Bool
  var files: [PluginFile]

  /// The files of a folder that are no plugins but modules of one.
  private var modules: Set<String> = []

  init(_ path: String, isFolder: Bool, files: [PluginFile] = []) {
    self.path = path
    self.isFolder = isFolder
    self.files = files
  }

  /// Drops removed files, and returns a line for each.
  mutating func dropGone() -> [String] {
    let there = Set(paths)
    let gone = files.filter { !there.contains($0.path) }
    files.removeAll { !there.contains($0.path) }
    return gone.map { "gone: \($0.label)" }
  }

  /// Reads changed files again, and returns a line for each.
  mutating func readChanged(_ limits: PluginLimits, beside base: Registry) -> [String] {
    var changes: [String] = []
    for place in files.indices where files[place].hasChanged() {
      let before = files[place].plugin
      files[place].read(limits, beside: base)
      if let error = files[place].error {
        changes.append("\(error)" + (before == nil ? "" : "; the version before stays"))
      } else {
        changes.append("read again: \(files[place].label)")
      }
    }
    return changes
  }

  /// Reads new files, and returns a line for each.
  @discardableResult
  mutating func addNew(_ limits: PluginLimits, beside base: Registry, known: Set<String>) -> [String] {
    let paths = paths
    let new = paths.filter { path in
      !modules.contains(path) && !files.contains { $0.path == path }
    }
    if new.isEmpty { return [] }
    if isFolder { modules = PluginSearch.modules(among: paths) }
    files.removeAll { modules.contains($0.path) }
    var changes: [String] = []
    for path in new where !modules.contains(path) {
      if let real = Folder.realPath(path), known.contains(real) { continue }
      let file = PluginFile(path, limits: limits, beside: base)
      changes.append(file.error.map { "\($0)" } ?? "new: \(file.label)")
      files.append(file)
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return changes
  }

  private var paths: [String] {
    if isFolder { return PluginSearch.files(in: path) }
    return Folder.realPath(path) == nil ? [] : [path]
  }
}

extension PluginFile {
  fileprivate var label: String {
    plugin.map { "\($0.kind.rawValue) '\($0.name)' (\(path))" } ?? path
  }
}
