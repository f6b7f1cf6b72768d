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
  /// - Parameters:
  ///   - source: its folder, or an archive of it.
  ///   - replacing: whether to replace an installed package of its name.
  /// - Returns: the package, the plugins in it, and its folder.
  package func install(
    _ source: String, replacing: Bool = false, limits: PluginLimits = PluginLimits()
  ) throws(PluginError) -> (package: PluginPackage, plugins: [Plugin], folder: String) {
    try Self.withFolder(of: source) { (folder, origin) throws(PluginError) in
      try install(folder, from: origin, replacing: replacing, limits)
    }
  }

  /// Installs a package again from where it came from, if its files differ there.
  ///
  /// - Returns: the package before and after, and whether its files have changed.
  /// - Throws: ``PluginError`` also where the source is gone, or has an older version.
  package func update(
    _ name: String, limits: PluginLimits = PluginLimits()
  ) throws(PluginError) -> (before: PluginPackage, after: PluginPackage, hasChanged: Bool) {
    let before = try installed(name)
    let (home, path) = ("\(destination)/\(name)", before.origin?.path ?? "")
    guard System.status(path) != nil else {
      throw PluginError(
        path: home,
        "was installed from \(path), which is no longer there; 'pinfold plugin install --replace' takes another "
          + "folder")
    }
    return try Self.withFolder(of: path) { (folder, origin) throws(PluginError) in
      let after = try PluginPackage(folder: folder)
      guard after.name == name else {
        throw PluginError(path: path, "is now the package '\(after.name)', and was '\(name)'")
      }
      if try Self.content(of: folder) == Self.content(of: home) { return (before, after, false) }
      let least = VersionRange(String(before.version.prefix { $0 != "-" && $0 != "+" }))
      guard least?.contains(after.version) != false else {
        throw PluginError(
          path: path,
          "has version \(after.version), older than the installed \(before.version); "
            + "'pinfold plugin install --replace' installs it all the same")
      }
      return (before, try install(folder, from: origin, replacing: true, limits).package, true)
    }
  }

  /// The names of the packages that were installed here, in order.
  package var names: [String] {
    Folder.names(in: destination).filter {
      (try? PluginPackage(folder: "\(destination)/\($0)"))?.origin != nil
    }.sorted()
  }

  private func installed(_ name: String) throws(PluginError) -> PluginPackage {
    guard names.contains(name), let package = try? PluginPackage(folder: "\(destination)/\(name)") else {
      throw PluginError(
        path: destination,
        "no installed package has the name '\(name)'" + Suggestion.clause(for: name, among: names))
    }
    return package
  }

  private func install(
    _ folder: String, from origin: PackageOrigin, replacing: Bool, _ limits: PluginLimits
  ) throws(PluginError) -> (package: PluginPackage, plugins: [Plugin], folder: String) {
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
      try AtomicFile.write(origin.json, to: "\(draft)/\(PluginPackage.originName)")
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
    let package = try installed(name)
    Folder.remove("\(destination)/\(name)")
    return package
  }

  /// Calls a function with the folder of a package: the given one, or a temporary one with the files of an
  /// archive.
  private static func withFolder<Result>(
    of source: String, _ body: (_ folder: String, PackageOrigin) throws(PluginError) -> Result
  ) throws(PluginError) -> Result {
    let origin = PackageOrigin(of: source)
    if Folder.isFolder(source) { return try body(source, origin) }
    guard FileArchive.isNamed(source) else {
      throw PluginError(
        path: source,
        Folder.isFile(source)
          ? "is no package: a folder, or an archive whose name ends in .zip, .tar.gz, .tgz or .tar"
          : "no folder or archive of that name")
    }
    let folder: String
    do { folder = try Folder.makeTemporary() } catch { throw PluginError(path: source, error) }
    defer { Folder.remove(folder) }
    do {
      return try body(try unpack(source, into: folder), origin)
    } catch {
      var error = error
      // The temporary folder is gone when the message is read.
      if let place = error.message.firstRange(of: folder) {
        error.message.replaceSubrange(place, with: source)
      }
      if error.path.hasPrefix(folder) { error.path = source + error.path.dropFirst(folder.count) }
      throw error
    }
  }

  /// Writes the files of an archive, and returns the folder with the manifest: the given one, or the only one
  /// in it.
  private static func unpack(_ archive: String, into folder: String) throws(PluginError) -> String {
    var tops: Set<Substring> = []
    do {
      let files = try FileArchive.files(of: archive, megabytes: mostBytes >> 20)
      guard files.count <= mostFiles else {
        throw PluginError(path: archive, "more than \(mostFiles) files for a package")
      }
      for file in files {
        let parts = file.name.split(separator: "/", omittingEmptySubsequences: false).drop { $0 == "." }
        guard let first = parts.first, !parts.contains(where: { ["", ".."].contains($0) }),
          file.name.utf8.allSatisfy({ $0 >= 32 && $0 != 127 && $0 != UInt8(ascii: "\\") })
        else {
          throw PluginError(
            path: archive,
            "holds a file named '\(file.name.onOneLine(limit: 80))', which is no name in a package's folder")
        }
        // What macOS adds, and hidden files.
        if first == "__MACOSX" || parts.contains(where: { $0.hasPrefix(".") }) { continue }
        let path = ([folder[...]] + parts).joined(separator: "/")
        guard System.status(path) == nil else {
          throw PluginError(path: archive, "holds two files named '\(file.name)'")
        }
        guard parts.count <= mostFolders + 2 else {
          throw PluginError(path: archive, "holds more than \(mostFolders) folders in each other")
        }
        tops.insert(first)
        try makeFolders(Folder.holding(path))
        try AtomicFile.write(file.content, to: path)
      }
    } catch {
      throw PluginError(path: archive, error)
    }
    guard tops.count == 1, let only = tops.first, Folder.isFolder("\(folder)/\(only)") else { return folder }
    return "\(folder)/\(only)"
  }

  /// The files of a package by name, without what the installer adds.
  private static func content(of folder: String) throws(PluginError) -> [String: [UInt8]] {
    var content: [String: [UInt8]] = [:]
    for name in try files(in: folder) {
      do { content[name] = try WholeFile.bytes(of: "\(folder)/\(name)") } catch {
        throw PluginError(path: folder, error)
      }
    }
    return content
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
