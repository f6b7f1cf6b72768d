/// A word of a condition.
struct ConditionToken {
  enum Kind: Equatable {
    case name(String)
    /// A name in backquotes, which is a column whatever it says.
    case quotedName(String)
    case number(Double)
    case integer(Int64)
    case text(String)
    case sign(String)
    case end
  }

  var kind: Kind

  /// Where it begins, in characters from 0.
  var offset: Int

  /// The keyword that a name is; nil for none.
  var keyword: Keyword?

  enum Keyword: String {
    case and, or, not, `in`, `is`, missing, `true`, `false`
  }
}

/// Takes a condition apart.
struct ConditionTokens {
  private let text: String
  private let characters: [Character]
  private var place = 0

  /// The longest first, as each may begin with another.
  private static let signs = ["==", "!=", "~=", "<>", "<=", ">=", "!~", "=", "<", ">", "~", "(", ")", ","]

  /// Other ways to write a comparison.
  private static let synonyms = ["==": "=", "~=": "!=", "<>": "!="]

  /// The words for signs of other languages.
  private static let words: [Character: String] = ["&": "and", "|": "or", "!": "not"]

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  /// All words, and the end.
  static func all(_ text: String, isStopped: () -> Bool) throws(ConditionError) -> [ConditionToken] {
    var tokens = ConditionTokens(text)
    var all: [ConditionToken] = []
    repeat {
      if all.count & 0xFFF == 0, isStopped() { throw .stopped(text) }
      all.append(try tokens.next())
    } while all.last?.kind != .end
    return all
  }

  private mutating func next() throws(ConditionError) -> ConditionToken {
    while place < characters.count, characters[place].isWhitespace { place += 1 }
    let start = place
    guard place < characters.count else { return ConditionToken(kind: .end, offset: start) }
    let character = characters[place]
    let kind: ConditionToken.Kind
    var keyword: ConditionToken.Keyword?
    if character == "'" || character == "\"" {
      kind = .text(try quoted(by: character))
    } else if character == "`" {
      kind = .quotedName(try quoted(by: character))
    } else if let sign = Self.signs.first(where: { characters[place...].starts(with: $0) }) {
      place += sign.count
      kind = .sign(Self.synonyms[sign] ?? sign)
    } else if isNumber(character) {
      kind = try number()
    } else if character.isLetter || character == "_" {
      let name = word { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      keyword = ConditionToken.Keyword(rawValue: name.lowercased())
      kind = .name(name)
    } else {
      let instead = Self.words[character].map { "; write \($0)" } ?? ""
      throw ConditionError(text: text, offset: start, message: "unexpected '\(character)'" + instead)
    }
    return ConditionToken(kind: kind, offset: start, keyword: keyword)
  }

  private func isNumber(_ character: Character) -> Bool {
    character.isASCII && (character.isNumber || character == "." || character == "-" || character == "+")
  }

  private mutating func word(_ belongs: (Character) -> Bool) -> String {
    let start = place
    while place < characters.count, belongs(characters[place]) { place += 1 }
    return String(characters[start..<place])
  }

  private mutating func number() throws(ConditionError) -> ConditionToken.Kind {
    let start = place
    var last: Character = " "
    let digits = word { character in
      // A sign within belongs to an exponent.
      defer { last = character }
      if character == "-" || character == "+" { return last == " " || last == "e" || last == "E" }
      return character.isASCII && (character.isNumber || character == "." || character.isLetter)
    }
    guard let number = Double(digits), number.isFinite else {
      throw ConditionError(text: text, offset: start, message: "'\(digits)' is no number")
    }
    if let whole = Int64(digits), whole.magnitude > 1 << 53 { return .integer(whole) }
    return .number(number)
  }

  /// What stands in quotes; two of them are one.
  private mutating func quoted(by quote: Character) throws(ConditionError) -> String {
    let start = place
    var content = ""
    place += 1
    while place < characters.count {
      let character = characters[place]
      place += 1
      guard character == quote else {
        content.append(character)
        continue
      }
      guard place < characters.count, characters[place] == quote else { return content }
      content.append(quote)
      place += 1
    }
    throw ConditionError(text: text, offset: start, message: "a \(quote) that never closes")
  }
}
