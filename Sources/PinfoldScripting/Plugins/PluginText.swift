/// The text of a plugin's file; finds the line of a field of its table.
///
/// Lua's values do not know where they were written, so this looks for `name =` and `["name"] =` in the table
/// that the file returns. It knows strings, comments and blocks; a table that is put together elsewhere has
/// lines only as far as its keys are written so.
struct PluginText {
  /// A key that is followed by `=`.
  private struct Key {
    var name: String
    var line: Int
    var depth: Int
  }

  private var keys: [Key] = []

  /// The index of the first key of the last `return` outside of functions.
  private var start = 0

  init(_ source: [UInt8]) {
    var scanner = Scanner(source)
    var depth = 0
    var last: (text: String, line: Int)?
    while let token = scanner.next() {
      switch token.text {
      case "{", "(", "[", "function", "do", "then", "repeat": depth += 1
      case "}", ")", "]", "end", "until", "elseif": depth -= 1
      case "return" where depth == 0: start = keys.count
      case "=":
        guard let last else { break }
        keys.append(Key(name: last.text, line: last.line, depth: depth))
      default: break
      }
      // The name of `["name"] =` stands before the bracket.
      if token.text != "]" { last = token.isName ? (token.text, token.line) : nil }
    }
  }

  /// The line of a field, or of the innermost table around it that is written out; nil where not even that is
  /// found.
  ///
  /// - Parameter path: the names that lead to it, as `["parameters", "cellSize", "default"]`.
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

  private struct Scanner {
    struct Token {
      var text: String
      var line: Int
      var isName: Bool
    }

    private let source: [UInt8]
    private var place = 0
    private var line = 1

    init(_ source: [UInt8]) { self.source = source }

    /// The next name, text or sign.
    mutating func next() -> Token? {
      while place < source.count {
        let byte = source[place]
        let start = line
        switch byte {
        case UInt8(ascii: "\n"):
          line += 1
          place += 1
        case UInt8(ascii: "-") where follows("-"): skipComment()
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          return Token(text: quoted(byte), line: start, isName: true)
        case UInt8(ascii: "[") where longLevel != nil:
          skipLong()
          return Token(text: "text", line: start, isName: false)
        case UInt8(ascii: "=") where follows("="), UInt8(ascii: "~") where follows("="),
          UInt8(ascii: "<") where follows("="), UInt8(ascii: ">") where follows("="):
          place += 2
          return Token(text: "==", line: start, isName: false)
        case _ where Self.isLetter(byte):
          let end = source[place...].firstIndex { !Self.isLetter($0) && !($0 >= 48 && $0 <= 57) }
          let text = String(decoding: source[place..<(end ?? source.count)], as: UTF8.self)
          place = end ?? source.count
          return Token(text: text, line: start, isName: true)
        default:
          place += 1
          if byte > 32 {
            return Token(text: String(decoding: [byte], as: UTF8.self), line: start, isName: false)
          }
        }
      }
      return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
      byte == 95 || (byte | 32 >= 97 && byte | 32 <= 122)
    }

    private func follows(_ sign: Unicode.Scalar) -> Bool {
      place + 1 < source.count && source[place + 1] == UInt8(ascii: sign)
    }

    /// The number of `=` in the `[==[` that begins here; nil where none does.
    private var longLevel: Int? {
      let level = source[(place + 1)...].prefix { $0 == UInt8(ascii: "=") }.count
      let end = place + 1 + level
      return end < source.count && source[end] == UInt8(ascii: "[") ? level : nil
    }

    private mutating func skipComment() {
      place += 2
      if place < source.count, source[place] == UInt8(ascii: "["), longLevel != nil { return skipLong() }
      place = source[place...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
    }

    private mutating func skipLong() {
      let close =
        [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: longLevel ?? 0) + [
          UInt8(ascii: "]")
        ]
      while place < source.count, !source[place...].starts(with: close) {
        if source[place] == UInt8(ascii: "\n") { line += 1 }
        place += 1
      }
      place = min(place + close.count, source.count)
    }

    private mutating func quoted(_ quote: UInt8) -> String {
      var text: [UInt8] = []
      place += 1
      while place < source.count, source[place] != quote, source[place] != UInt8(ascii: "\n") {
        if source[place] == UInt8(ascii: "\\") { place += 1 }
        if place < source.count { text.append(source[place]) }
        place += 1
      }
      place = min(place + 1, source.count)
      return String(decoding: text, as: UTF8.self)
    }
  }
}
