/// The words of a chunk of Lua, read one after another.
struct LuaWords {
  let tokens: [LuaToken]

  /// The line of each token, from 1.
  let lines: [Int]

  /// The index of the next token.
  var place = 0

  init(_ source: String) {
    let bytes = Array(source.utf8)
    tokens = LuaScanner.words(of: bytes)
    lines = LuaScanner.lines(of: tokens, in: bytes)
  }

  /// The next token; nil at the end.
  var peek: String? { tokens.indices.contains(place) ? tokens[place].text : nil }

  var isName: Bool { tokens.indices.contains(place) && tokens[place].kind == .name }

  var isString: Bool {
    if tokens.indices.contains(place), case .string = tokens[place].kind { true } else { false }
  }

  /// Passes a word that is no string; returns whether it is the next one.
  mutating func take(_ word: String) -> Bool {
    guard peek == word, !isString else { return false }
    place += 1
    return true
  }

  /// Passes a name; nil where none is next.
  mutating func name() -> String? {
    guard isName else { return nil }
    defer { place += 1 }
    return tokens[place].text
  }
}
