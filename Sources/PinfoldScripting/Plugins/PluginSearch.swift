import Lua
import PinfoldData
import Platform

/// The folders in which plugins are looked for.
package enum PluginSearch {
  /// The folders in which every command looks, in order: `Plugins` in the working directory, the user's,
  /// and the installation's.
  package static var folders: [String] { folders(working: "Plugins", shared: "plugins") }

  /// The folder of the user's own plugins, to which packages are installed.
  package static var userFolder: String? { userFolder(of: "plugins") }

  /// The folders of plugins or of scripts, by their names in the working directory and in shared folders.
  static func folders(working: String, shared: String) -> [String] {
    [working, userFolder(of: shared), installation(of: working, shared: shared)].compactMap { $0 }
  }

  private static func userFolder(of shared: String) -> String? {
    let data = System.variable("XDG_DATA_HOME") ?? System.variable("HOME").map { "\($0)/.local/share" }
    return data.map { "\($0)/pinfold/\(shared)" }
  }

  /// The plugins of a folder, and of the packages in it, in the order of names; empty where there is no such
  /// folder.
  package static func plugins(in folder: String) -> [String] {
    withoutModules(files(in: folder))
  }

  static func ownPlugins(in folder: String) -> [String] { withoutModules(ownFiles(in: folder)) }

  private static func withoutModules(_ files: [String]) -> [String] {
    let modules = modules(among: files)
    return files.filter { !modules.contains($0) }
  }

  /// The files of a folder that may be plugins, and of the packages in it; modules of plugins are among them.
  static func files(in folder: String) -> [String] {
    ownFiles(in: folder) + packages(in: folder).flatMap { ownFiles(in: $0) }
  }

  /// The files that others of the same folder require, and that do not declare themselves plugins.
  static func modules(among files: [String]) -> Set<String> {
    var modules: Set<String> = []
    var plugins: Set<String> = []
    let code = LuaCode()
    for file in files {
      guard let source = try? LuaFile.read(file) else { continue }
      if code.line(of: ["api"], in: source) != nil { plugins.insert(file) }
      for name in code.requiredModules(of: source) {
        modules.insert("\(Folder.holding(file))/\(name.replacing(".", with: "/")).lua")
      }
    }
    return modules.intersection(files).subtracting(plugins)
  }

  private static func packages(in folder: String) -> [String] {
    Folder.names(in: folder).filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
      .filter { Folder.realPath("\($0)/\(PluginPackage.manifestName)") != nil }
  }

  /// The files of Lua that lie in a folder itself. Editors' type definitions among them are left out.
  private static func ownFiles(in folder: String) -> [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(".lua") }.map { "\(folder)/\($0)" }.filter { path in
      !path.hasSuffix("/\(TypesFile.name)")
        || (try? LuaFile.read(path))?.starts(with: TypesFile.mark.utf8) != true
    }
  }

  /// The folder of the package; nil if the command was installed.
  static var sources: String? {
    installation(of: "Plugins", shared: "plugins").map(Folder.holding).flatMap { folder in
      Folder.isFile("\(folder)/Sources/Pinfold/Version.swift") ? folder : nil
    }
  }

  /// The folder installed with the command: that in `PINFOLD_PLUGINS` or `PINFOLD_SCRIPTS`, or else the one
  /// next to the executable.
  private static func installation(of working: String, shared: String) -> String? {
    System.variable("PINFOLD_\(working.uppercased())")
      ?? executable.flatMap { folder(ofExecutable: $0, working: working, shared: shared) }
  }

  /// The folder that belongs to an executable: of `<prefix>/bin/pinfold` it is
  /// `<prefix>/share/pinfold/plugins`, and of one in a package's `.build` the package's `Plugins`.
  static func folder(
    ofExecutable path: String, working: String = "Plugins", shared: String = "plugins"
  ) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if let build = parts.firstIndex(of: ".build") {
      return (parts[..<build] + [working[...]]).joined(separator: "/")
    }
    guard parts.count > 2 else { return nil }
    return (parts.dropLast(2) + ["share", "pinfold", shared[...]]).joined(separator: "/")
  }

  /// The real path of the running executable.
  private static var executable: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return Folder.realPath(
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    #else
      return Folder.realPath("/proc/self/exe")
    #endif
  }
}

/// The file of editor types that `pinfold plugin types` writes. It may lie among plugins, and is none.
enum TypesFile {
  static let name = "pinfold.lua"

  /// Its first line, which distinguishes it from a plugin of that name.
  static let mark = "---@meta pinfold"
}

/// The folders of scripts, each of which is a command of its own: `NAME.lua` runs as `pinfold NAME`.
package enum ScriptSearch {
  /// The folders, in order: `Scripts` in the working directory, the user's, and the installation's.
  package static var folders: [String] { PluginSearch.folders(working: "Scripts", shared: "scripts") }

  /// The path of the script of a name; nil where there is none.
  package static func path(of name: String) -> String? {
    guard PluginManifest.isName(name) else { return nil }
    return folders.lazy.map { "\($0)/\(name).lua" }.first { Folder.realPath($0) != nil }
  }

  /// All scripts by name, each with its first line; of two with one name that of the first folder.
  package static var scripts: [(name: String, summary: String)] {
    var found: [String: String] = [:]
    for folder in folders {
      for file in Folder.names(in: folder) where file.hasSuffix(".lua") {
        let name = String(file.dropLast(".lua".count))
        guard PluginManifest.isName(name), found[name] == nil else { continue }
        found[name] = summary(of: "\(folder)/\(file)")
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The first sentence of the comment with which a script begins.
  private static func summary(of path: String) -> String {
    guard let bytes = try? LuaFile.read(path) else { return "" }
    let comment = String(decoding: bytes.prefix(4096), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("#!") }
      .prefix { $0.hasPrefix("--") && $0.count > 2 }.map { $0.dropFirst(2).trimmed() }.joined(separator: " ")
    let sentence = comment.split(separator: ".", omittingEmptySubsequences: false)
    // A point within a word, as in 'map.html', ends nothing.
    let count = sentence.indices.dropFirst().first { sentence[$0].isEmpty || sentence[$0].hasPrefix(" ") }
    return sentence.prefix(count ?? sentence.count).joined(separator: ".")
  }
}
