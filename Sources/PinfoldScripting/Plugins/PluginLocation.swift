import Lua
import Pinfold
import PinfoldData

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

  /// Drops files that are gone, and returns a line for each.
  mutating func dropGone() -> [String] {
    let there = Set(paths)
    let gone = files.filter { !there.contains($0.path) }
    files.removeAll { !there.contains($0.path) }
    return gone.map { "gone: \($0.label)" }
  }

  /// Reads changed files again, and returns a line for each.
  mutating func readChanged(_ limits: PluginLimits) -> [String] {
    var changes: [String] = []
    for place in files.indices where files[place].hasChanged() {
      let before = files[place].plugin
      files[place].read(limits)
      if let error = files[place].error {
        changes.append("\(error)" + (before == nil ? "" : "; the version before stays"))
      } else {
        changes.append("read again: \(files[place].label)")
      }
    }
    return changes
  }

  /// Reads new files, and returns a line for each.
  ///
  /// - Parameter known: real paths of files that belong to some source already.
  @discardableResult
  mutating func addNew(_ limits: PluginLimits, known: Set<String>) -> [String] {
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
      let file = PluginFile(path, limits: limits)
      changes.append(file.error.map { "\($0)" } ?? "new: \(file.label)")
      files.append(file)
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return changes
  }

  /// The files that exist now.
  private var paths: [String] {
    if isFolder { return PluginSearch.files(in: path) }
    return Folder.realPath(path) == nil ? [] : [path]
  }
}

extension PluginFile {
  /// The name in messages: "strategy 'hexgrid' (Plugins/hexgrid.lua)".
  fileprivate var label: String {
    plugin.map { "\($0.kind.rawValue) '\($0.name)' (\(path))" } ?? path
  }
}
