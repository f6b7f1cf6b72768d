import Pinfold
import PinfoldData
import Platform

/// Copies packages into a folder in which plugins are looked for.
///
/// A package is copied whole or not at all, and replaces another one only on request. Its files are its own:
/// links are refused, which could name anything on the machine, and what begins with a dot, as a repository's
/// history does, stays behind.
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
  /// - Parameter replacing: whether to replace an installed package of its name.
  /// - Returns: the package, the plugins in it, and its folder.
  package func install(
    _ folder: String, replacing: Bool = false, limits: PluginLimits = PluginLimits()
  ) throws(PluginError) -> (package: PluginPackage, plugins: [Plugin], folder: String) {
    guard Folder.isFolder(folder) else { throw PluginError(path: folder, "no folder of that name") }
    let package = try PluginPackage(folder: folder)
    let files = try Self.files(in: folder)
    let plugins = try Self.plugins(in: folder, limits)
    let home = "\(destination)/\(package.name)"
    if let requires = package.requires, VersionRange(requires)?.contains(Version.current) == false {
      throw PluginError(
        path: folder,
        "\(package.name) \(package.version) requires Pinfold \(requires); this is \(Version.current)")
    }
    if System.status(home) != nil {
      let installed = try? PluginPackage(folder: home)
      guard replacing, installed?.origin != nil else {
        throw PluginError(
          path: home,
          "is there already\(installed.map { ", version \($0.version)" } ?? ""); "
            + (installed?.origin == nil
              ? "it was not installed by this command: remove that folder first"
              : "--replace installs version \(package.version) in its place"))
      }
    }
    let draft = "\(destination)/.installing-\(package.name)-\(getpid())"
    do {
      try Self.makeFolders(draft)
      for file in files {
        try Self.makeFolders(Folder.holding("\(draft)/\(file)"))
        try AtomicFile.write(try WholeFile.bytes(of: "\(folder)/\(file)"), to: "\(draft)/\(file)")
      }
      try AtomicFile.write(PackageOrigin(of: folder).json, to: "\(draft)/\(PluginPackage.originName)")
      if System.status(home) != nil { try System.rename(home, to: "\(draft)-before") }
      try System.rename(draft, to: home)
      Folder.remove("\(draft)-before")
    } catch {
      Folder.remove(draft)
      // The package before, if it was moved away.
      if System.status(home) == nil { try? System.rename("\(draft)-before", to: home) }
      throw PluginError(path: folder, error)
    }
    return (try PluginPackage(folder: home), plugins, home)
  }

  /// Removes an installed package.
  ///
  /// - Returns: the package that was removed.
  package func uninstall(_ name: String) throws(PluginError) -> PluginPackage {
    let home = "\(destination)/\(name)"
    let names = Folder.names(in: destination).filter {
      (try? PluginPackage(folder: "\(destination)/\($0)"))?.origin != nil
    }
    guard names.contains(name), let package = try? PluginPackage(folder: home) else {
      throw PluginError(
        path: destination,
        "no installed package has the name '\(name)'" + Suggestion.clause(for: name, among: names))
    }
    Folder.remove(home)
    return package
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
    // The installer writes this file itself.
    return files.filter { $0 != PluginPackage.originName }
  }

  private static func makeFolders(_ path: String) throws(DataError) {
    guard !path.isEmpty, !Folder.isFolder(path) else { return }
    try makeFolders(Folder.holding(path))
    try Folder.make(path)
  }
}
