/// Finds the lines of fields in the table that a plugin's file returns. Lua values have no positions, so this
/// searches the text for `name =` and `["name"] =`.
struct PluginText {
  private struct Key {
    var name: String
    var line: Int
    var depth: Int
  }

  private var keys: [Key] = []
  private var start = 0

  init(_ source: [UInt8]) {
    var depth = 0
    var last: (name: String, line: Int)?
    let tokens = LuaScanner.words(of: source)
    for (token, line) in zip(tokens, LuaScanner.lines(of: tokens, in: source)) {
      if case .string = token.kind {
        last = token.content.isEmpty ? nil : (token.content, line)
        continue
      }
      switch token.text {
      case "{", "(", "[", "function", "do", "then", "repeat": depth += 1
      case "}", ")", "]", "end", "until", "elseif": depth -= 1
      case "return" where depth == 0: start = keys.count
      case "=":
        if let last { keys.append(Key(name: last.name, line: last.line, depth: depth)) }
      default: break
      }
      // The name of `["name"] =` stands before the bracket.
      if token.text != "]" { last = token.kind == .name ? (token.text, line) : nil }
    }
  }

  /// The line of a field by its path, as `["parameters", "cellSize", "default"]`, or of the innermost table
  /// around it that is found.
  func line(of path: [String]) -> Int? {
    var place = start
    var depth = 1
    var line: Int?
    for name in path {
      // A key of a lower depth ends the table.
      let rest = keys[place...].prefix { $0.depth >= depth }
      guard let found = rest.firstIndex(where: { $0.name == name && $0.depth == depth }) else { break }
      line = keys[found].line
      place = found + 1
      depth += 1
    }
    return line
  }
}
