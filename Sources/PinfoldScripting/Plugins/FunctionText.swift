import Lua

/// The text of a function that was written in Lua, without its name, and the names that occur in it.
struct FunctionText {
  let text: String
  let line: Int

  /// The name that the function has in its declaration, or of the variable that it is assigned to; nil where
  /// it has none.
  let name: String?

  /// The words of the text that may be variables: names, but for fields and methods.
  let names: [String]

  /// Cuts a function out of the text that it was compiled from. Lua knows the lines of a function but not its
  /// columns, so functions in the same lines are told apart by their parameters and variables.
  init(of definition: LuaDefinition, seeing variables: [String], in source: String) throws {
    let bytes = Array(source.utf8)
    let tokens = LuaScanner.words(of: bytes)
    let lines = LuaScanner.lines(of: tokens, in: bytes)
    let inPlace = tokens.indices.filter {
      tokens[$0].text == "function" && lines[$0] == definition.lines.lowerBound
    }
    .compactMap { Extent(from: $0, in: tokens) }
    .filter { lines[$0.end] == definition.lines.upperBound }
    let alike = inPlace.filter {
      $0.parameters == definition.parameterCount && $0.names.isSuperset(of: variables.filter { $0 != "_ENV" })
    }
    guard let extent = alike.first else {
      throw LuaError("a function's text is not where it was: its source has changed since")
    }
    guard alike.count == 1 else {
      throw LuaError(
        "two functions begin in line \(definition.lines.lowerBound); give each a line of its own")
    }
    let (start, body, end) = (extent.start, extent.body, extent.end)
    line = definition.lines.lowerBound
    let isAssigned = start >= 2 && tokens[start - 1].text == "=" && tokens[start - 2].kind == .name
    name = body > start + 1 ? tokens[body - 1].text : isAssigned ? tokens[start - 2].text : nil
    let opening = extent.isMethod ? tokens[body + 1].text == ")" ? "(self" : "(self, " : "("
    let rest = bytes[tokens[body].range.upperBound..<tokens[end].range.upperBound]
    text = "function" + opening + String(decoding: rest, as: UTF8.self)
    names = extent.names.sorted()
  }
}

private struct Extent {
  /// The positions of the word `function`, of the parenthesis after it, and of its `end`.
  let start, body, end: Int

  /// Whether it is declared with a colon, and so has a parameter more than it writes.
  let isMethod: Bool

  let parameters: Int
  let names: Set<String>

  /// Reads the function that begins at a position; fails where it has no end.
  init?(from start: Int, in tokens: [LuaToken]) {
    guard let end = Self.end(of: start, tokens),
      let body = tokens[start...end].firstIndex(where: { $0.text == "(" }),
      let close = tokens[body...end].firstIndex(where: { $0.text == ")" })
    else { return nil }
    (self.start, self.body, self.end) = (start, body, end)
    isMethod = tokens[start..<body].contains { $0.text == ":" }
    parameters = (isMethod ? 1 : 0) + tokens[body..<close].count { $0.kind == .name }
    names = Set(
      (body...end).filter { tokens[$0].kind == .name && ![".", ":"].contains(tokens[$0 - 1].text) }
        .map { tokens[$0].text })
  }

  private static func end(of start: Int, _ tokens: [LuaToken]) -> Int? {
    var depth = 0
    for place in start..<tokens.count where tokens[place].kind == .keyword {
      switch tokens[place].text {
      case "function", "do", "if", "repeat": depth += 1
      case "end", "until": depth -= 1
      default: break
      }
      if depth == 0 { return place }
    }
    return nil
  }
}
