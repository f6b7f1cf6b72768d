import Lua
import Platform

/// The file of a new plugin: commented, short, and valid without changes.
package struct PluginTemplate: Hashable, Sendable {
  /// The kind.
  package let kind: PluginKind

  /// Its name.
  package let name: String

  /// Names a plugin, which need not exist.
  ///
  /// - Throws: ``PluginError`` for an invalid name.
  package init(_ kind: PluginKind, name: String) throws(PluginError) {
    guard PluginManifest.isName(name) else {
      throw PluginError(path: "'\(name)'", PluginManifest.nameRule)
    }
    self.kind = kind
    self.name = name
  }

  /// The file's text.
  package var text: String {
    EmbeddedFile.text("templates/\(kind.rawValue)").replacing("\"NAME\"", with: "\"\(name)\"")
  }
}

/// A file of Lua that is embedded into the program.
enum EmbeddedFile {
  /// The text of the file `name`.lua.
  static func text(_ name: String) -> String {
    guard let text = System.script(name) else { preconditionFailure("no file \(name).lua") }
    return text
  }

  /// The tables that a file describes in the notation of LuaCATS, a line for each field, with `#` before its
  /// summary. A class gets the fields of its parent first; one that is `(partial)` is a parent alone.
  static func tables(_ name: String) -> [LuaEntry] {
    var tables: [LuaEntry] = []
    var parents: [String: [LuaEntry]] = [:]
    for block in text(name).split(separator: "\n\n").dropFirst() {
      let lines = block.split(separator: "\n").map { $0.dropFirst("---".count) }
      let words = lines[1].split(separator: " ").dropFirst().map { String($0.filter { $0 != ":" }) }
      var members = words.last.flatMap { parents[$0] } ?? []
      for line in lines.dropFirst(2) {
        let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
        let rest = parts[2].split(separator: " # ", maxSplits: 1)
        let field = LuaEntry(.field, parts[1], String(rest[0]), String(rest[1]))
        if let place = members.firstIndex(where: { $0.name == field.name }) {
          members[place] = field
        } else {
          members.append(field)
        }
      }
      if words[0] == "(partial)" {
        parents[words[1]] = members
      } else {
        tables.append(LuaEntry(.table, words[0], "", String(lines[0]), members: members))
      }
    }
    return tables
  }
}
