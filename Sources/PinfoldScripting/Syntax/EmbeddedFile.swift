package import Lua
import Platform

/// A file of Lua, or a text, that is embedded into the program.
package enum EmbeddedFile {
  /// The text of a file, by its name without the ending.
  package static func text(_ name: String) -> String {
    guard let text = System.script(name) else { preconditionFailure("no file \(name)") }
    return text
  }

  /// Runs a file in a sandbox with an argument, and returns the texts in the list that it returns.
  package static func texts(_ name: String, of argument: LuaFields) throws -> [String] {
    let state = LuaState()
    try state.openSandbox()
    return try state.load(text(name), chunkName: "=\(name)")(argument).first?.table?.elements() ?? []
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
