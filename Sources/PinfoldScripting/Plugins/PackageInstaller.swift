import PinfoldData
import Platform

/// Copies packages into a folder in which plugins are looked for.
///
/// A package is copied whole or not at all, and never over another one. Its files are its own: links are
/// refused, which could name anything on the machine, and what begins with a dot, as a repository's history
/// does, stays behind.
package struct PackageInstaller: Sendable {
  /// The folder that gets a folder for each package.
  package let destination: String

  private static let mostFiles = 1000
  private static let mostBytes = 64 << 20
  private static let mostFolders = 8

  /// Installs into a folder, which need not exist.
  package init(into destination: String) { self.destination = destination }

  /// Checks a package and its plugins, and copies it.
  ///
  /// - Returns: the package, the plugins in it, and its folder.
  package func install(
    _ folder: String, limits: PluginLimits = PluginLimits()
  ) throws(PluginError) -> (package: PluginPackage, plugins: [Plugin], folder: String) {
    guard Folder.isFolder(folder) else { throw PluginError(path: folder, "no folder of that name") }
    let package = try PluginPackage(folder: folder)
    let files = try Self.files(in: folder)
    let plugins = try Self.plugins(in: folder, limits)
    let home = "\(destination)/\(package.name)"
    if System.status(home) != nil {
      let version = (try? PluginPackage(folder: home)).map { ", version \($0.version)" } ?? ""
      throw PluginError(
        path: home,
        "is there already\(version); remove that folder to install version \(package.version) in its place")
    }
    let draft = "\(destination)/.installing-\(package.name)-\(getpid())"
    do {
      try Self.makeFolders(draft)
      for file in files {
        try Self.makeFolders(Folder.holding("\(draft)/\(file)"))
        try AtomicFile.write(try WholeFile.bytes(of: "\(folder)/\(file)"), to: "\(draft)/\(file)")
      }
      try AtomicFile.write(PackageOrigin(of: folder).json, to: "\(draft)/\(PluginPackage.originName)")
      try System.rename(draft, to: home)
    } catch {
      Folder.remove(draft)
      throw PluginError(path: folder, error)
    }
    return (try PluginPackage(folder: home), plugins, home)
  }

  private static func plugins(in folder: String, _ limits: PluginLimits) throws(PluginError) -> [Plugin] {
    var plugins: [Plugin] = []
    for path in PluginSearch.ownPlugins(in: folder) {
      let plugin = try Plugin(path: path, limits: limits)
      _ = try plugin.registrar()
      if let other = plugins.first(where: { $0.kind == plugin.kind && $0.name == plugin.name }) {
        throw PluginError(
          path: path, "is the \(plugin.kind.rawValue) '\(plugin.name)', which \(other.path) is too")
      }
      plugins.append(plugin)
    }
    if plugins.isEmpty {
      throw PluginError(path: folder, "no plugins: a package has .lua files beside its manifest")
    }
    return plugins
  }

  private static func files(in folder: String) throws(PluginError) -> [String] {
    var files: [String] = []
    var bytes = 0
    func collect(_ inner: String, depth: Int) throws(PluginError) {
      for name in Folder.names(in: "\(folder)/\(inner)") where !name.hasPrefix(".") {
        let path = inner.isEmpty ? name : "\(inner)/\(name)"
        func refusal(_ reason: String) -> PluginError { PluginError(path: "\(folder)/\(path)", reason) }
        guard name.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }), !path.contains("\u{FFFD}") else {
          throw PluginError(path: folder, "a file's name has control characters, or is no UTF-8")
        }
        guard let status = System.status("\(folder)/\(path)") else { throw refusal("cannot be read") }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
          guard depth < mostFolders else { throw refusal("more than \(mostFolders) folders in each other") }
          try collect(path, depth: depth + 1)
        case S_IFREG:
          files.append(path)
          bytes += Int(status.st_size)
        case S_IFLNK: throw refusal("is a link; a package holds only files")
        default: throw refusal("is neither a file nor a folder")
        }
        guard files.count <= mostFiles, bytes <= mostBytes else {
          throw PluginError(
            path: folder, "more than \(mostFiles) files, or than \(mostBytes >> 20) MB, for a package")
        }
      }
    }
    try collect("", depth: 1)
    // What is written beside the files is the installer's.
    return files.filter { $0 != PluginPackage.originName }
  }

  private static func makeFolders(_ path: String) throws(DataError) {
    guard !path.isEmpty, !Folder.isFolder(path) else { return }
    try makeFolders(Folder.holding(path))
    try Folder.make(path)
  }
}
