import PinfoldData
import PinfoldScripting
import Platform

/// Files and folders that a command names or makes.
enum Files {
  /// The folder in which every command finds plugins.
  static let pluginFolder = "Plugins"

  /// Whether there is anything of that name, a link to nowhere included.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// A path itself, or the plugins of a folder, by name.
  static func plugins(at path: String) -> [String] {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [path] }
    return PluginSearch.plugins(in: path)
  }
}
