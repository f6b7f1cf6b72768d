/// A word of Lua code and its position.
struct LuaToken: Hashable {
  enum Kind: Hashable {
    case name, keyword, number, symbol, comment
    /// A text in quotes or long brackets; `isOpen` where its end is missing.
    case string(isOpen: Bool)
  }

  var kind: Kind
  var range: Range<Int>
  var text: String

  var content: String {
    guard case .string(let isOpen) = kind, let quote = text.first, quote != "[" else { return "" }
    let inside = text.dropFirst()
    return String(!isOpen && inside.last == quote ? inside.dropLast() : inside)
  }
}

/// Splits Lua code into tokens by the Lua 5.4 manual, §3.1, even where it is unfinished or invalid.
struct LuaScanner {
  private let bytes: [UInt8]
  private var place = 0

  static func tokens(of source: String) -> [LuaToken] { tokens(of: Array(source.utf8)) }

  static func tokens(of source: [UInt8]) -> [LuaToken] {
    var scanner = LuaScanner(bytes: source)
    var tokens: [LuaToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  /// The words of a source without its comments.
  static func words(of source: String) -> [LuaToken] { words(of: Array(source.utf8)) }
  static func words(of source: [UInt8]) -> [LuaToken] {
    tokens(of: source).filter { $0.kind != .comment }
  }

  static func lines(of tokens: [LuaToken], in source: [UInt8]) -> [Int] {
    var (line, counted) = (1, 0)
    return tokens.map { token in
      line += source[counted..<token.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
      counted = token.range.lowerBound
      return line
    }
  }

  /// The names that a source requires as strings: `require "shapes.hex"`, with or without parentheses.
  static func requiredModules(of source: [UInt8]) -> [String] {
    let words = words(of: source)
    return words.indices.compactMap { place in
      guard words[place].kind == .name, words[place].text == "require" else { return nil }
      let rest = words[(place + 1)...]
      let name = (rest.first?.text == "(" ? rest.dropFirst() : rest).first?.content ?? ""
      return name.isEmpty ? nil : name
    }
  }

  /// Whether some code has a name that is no field and no method.
  static func uses(variable: String, in source: [UInt8]) -> Bool {
    let words = words(of: source)
    return zip([nil] + words, words).contains { before, word in
      word.kind == .name && word.text == variable && before?.text != "." && before?.text != ":"
    }
  }

  static func texts(in source: [UInt8]) -> [String] {
    tokens(of: source).map(\.content).filter { !$0.isEmpty }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
    "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private mutating func next() -> LuaToken? {
    while place < bytes.count, bytes[place] <= 32 { place += 1 }
    guard place < bytes.count else { return nil }
    let start = place
    let kind = scan()
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    return LuaToken(
      kind: kind == .name && Self.keywords.contains(text) ? .keyword : kind, range: start..<place, text: text)
  }

  private mutating func scan() -> LuaToken.Kind {
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"):
      place += 2
      if longBracket() == nil { skip { $0 != 10 } }
      return .comment
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(isOpen: quoted(byte))
    case UInt8(ascii: "["):
      if let isOpen = longBracket() { return .string(isOpen: isOpen) }
      place += 1
      return .symbol
    case _ where Self.isLetter(byte):
      skip { Self.isLetter($0) || Self.isDigit($0) }
      return .name
    case _ where Self.isDigit(byte) || byte == UInt8(ascii: ".") && peek(1).map(Self.isDigit) == true:
      number()
      return .number
    default:
      symbol()
      return .symbol
    }
  }

  /// Skips a string and returns whether its end is missing.
  private mutating func quoted(_ quote: UInt8) -> Bool {
    place += 1
    while place < bytes.count, bytes[place] != quote {
      if bytes[place] == 10 { return true }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < bytes.count else {
      place = bytes.count
      return true
    }
    place += 1
    return false
  }

  /// Skips a long bracket and returns whether its end is missing; returns nil, and skips nothing, where there
  /// is none.
  private mutating func longBracket() -> Bool? {
    guard peek(0) == UInt8(ascii: "[") else { return nil }
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    guard peek(1 + level) == UInt8(ascii: "[") else { return nil }
    place += level + 2
    while place < bytes.count {
      let isEnd =
        peek(0) == UInt8(ascii: "]") && peek(level + 1) == UInt8(ascii: "]")
        && (0..<level).allSatisfy { peek($0 + 1) == UInt8(ascii: "=") }
      if isEnd {
        place += level + 2
        return false
      }
      place += 1
    }
    return true
  }

  private mutating func number() {
    let isHexadecimal = peek(0) == UInt8(ascii: "0") && peek(1).map { $0 | 32 } == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
    while place < bytes.count {
      let byte = bytes[place]
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      if isSign
        ? bytes[place - 1] | 32 != exponent : !Self.isLetter(byte) && !Self.isDigit(byte) && byte != 46
      {
        return
      }
      // "1..2" is no number, but the first of two dots would be taken for part of one.
      if byte == 46, peek(1) == 46 { return }
      place += 1
    }
  }

  private mutating func symbol() {
    let (first, second) = (bytes[place], peek(1))
    place += 1
    switch (first, second) {
    case (UInt8(ascii: "."), UInt8(ascii: ".")): place += peek(1) == first ? 2 : 1
    case (UInt8(ascii: "="), UInt8(ascii: "=")), (UInt8(ascii: "~"), UInt8(ascii: "=")),
      (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: ">"), UInt8(ascii: "=")),
      (UInt8(ascii: "<"), UInt8(ascii: "<")), (UInt8(ascii: ">"), UInt8(ascii: ">")),
      (UInt8(ascii: "/"), UInt8(ascii: "/")), (UInt8(ascii: ":"), UInt8(ascii: ":")):
      place += 1
    default:
      // The rest of a character that is no word of Lua.
      while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
    }
  }

  private func peek(_ distance: Int) -> UInt8? {
    place + distance < bytes.count ? bytes[place + distance] : nil
  }

  private mutating func skip(_ belongs: (UInt8) -> Bool) {
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte == 95 || (byte | 32 >= 97 && byte | 32 <= 122) }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
}
