import Lua
import PinfoldData

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
