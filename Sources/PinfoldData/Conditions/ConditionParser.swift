struct ConditionParser {
  private let text: String
  private let tokens: [ConditionToken]
  private let isStopped: () -> Bool
  private var place = 0
  private var depth = 0

  /// Each level takes stack; `and` and `or` of many terms are one.
  private static let mostLevels = 64

  static func condition(in text: String, isStopped: () -> Bool) throws(ConditionError) -> Condition.Node {
    let tokens = try ConditionTokens.all(text, isStopped: isStopped)
    return try withoutActuallyEscaping(isStopped) { (isStopped) throws(ConditionError) in
      var parser = ConditionParser(text: text, tokens: tokens, isStopped: isStopped)
      let node = try parser.alternatives()
      guard parser.token.kind == .end else {
        throw parser.mistake("expected 'and' or 'or' before \(parser.found)" + parser.hint)
      }
      return node
    }
  }

  private var token: ConditionToken { tokens[place] }

  private var hint: String {
    func word(_ token: ConditionToken) -> String? {
      if case .name(let name) = token.kind { name.lowercased() } else { nil }
    }
    if word(tokens[0]) == "where" { return "; leave out the 'where' at the start" }
    if word(tokens[0]) == "select" { return Self.onlyConditions }
    if place > 0, token.kind == .sign("("), word(tokens[place - 1]) != nil { return Self.noFunctions }
    if place > 0, token.kind == .sign(","), case .number = tokens[place - 1].kind {
      return "; a number has no separators between its digits, as in 1000"
    }
    return switch word(token) {
    case "order", "limit", "group", "having": Self.onlyConditions
    case "like", "ilike", "contains", "includes", "has", "matches", "regexp", "rlike", "glob", "startswith":
      "; to search a text write ~, as in name ~ 'park'"
    case "between": "; write a range as x >= 1 and x <= 3"
    default: ""
    }
  }

  fileprivate static let noFunctions =
    "; a condition has no functions and no arithmetic; ~ searches a text whatever the case, as in name ~ 'park'"

  fileprivate static let onlyConditions =
    "; this is the condition of a 'where' alone, as in capacity > 100 and fuel = 'Gas'"

  private mutating func alternatives() throws(ConditionError) -> Condition.Node {
    var nodes: [Condition.Node] = []
    // Comparisons of one column with one value after the other are one list of values.
    var list: (column: Condition.Operand, values: [Condition.Operand])?
    func endList() { if let list { nodes.append(.membership(list.column, list.values)) } }
    repeat {
      let node = try conjunction()
      if case .membership(let column, let values) = node, column.value == list?.column.value {
        list?.values += values
        continue
      }
      endList()
      list = nil
      if case .membership(let column, let values) = node {
        list = (column, values)
      } else {
        nodes.append(node)
      }
    } while skip(.or)
    endList()
    return nodes.count == 1 ? nodes[0] : .any(nodes)
  }

  private mutating func conjunction() throws(ConditionError) -> Condition.Node {
    var nodes: [Condition.Node] = []
    repeat {
      if nodes.count & 0xFFF == 0, isStopped() { throw .stopped(text) }
      nodes.append(try negation())
    } while skip(.and)
    return nodes.count == 1 ? nodes[0] : .all(nodes)
  }

  private mutating func negation() throws(ConditionError) -> Condition.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostLevels else { throw mistake("more than \(Self.mostLevels) levels in each other") }
    if skip(.not) { return .not(try negation()) }
    if skip(sign: "(") {
      let node = try alternatives()
      try expect(")", "expected ')'")
      return node
    }
    return try comparison()
  }

  private mutating func comparison() throws(ConditionError) -> Condition.Node {
    let left = try operand()
    if skip(sign: "=") { return .membership(left, [try operand()]) }
    if skip(sign: "!=") { return .not(.membership(left, [try operand()])) }
    if skip(sign: "!~") { return .not(.comparison(left, .holds, try operand())) }
    if case .sign(let sign) = token.kind, let comparison = Condition.Comparison(rawValue: sign) {
      place += 1
      return .comparison(left, comparison, try operand())
    }
    if skip(.is) {
      let isNot = skip(.not)
      guard skip(.missing) else { throw mistake("expected 'missing' after 'is', found \(found)") }
      return isNot ? .not(.missing(left)) : .missing(left)
    }
    // The last token, which is the end, is no keyword.
    let isNot = token.keyword == .not && tokens[place + 1].keyword == .in
    if isNot { place += 1 }
    if skip(.in) {
      let among = Condition.Node.membership(left, try list())
      return isNot ? .not(among) : among
    }
    return .truth(left)
  }

  private mutating func list() throws(ConditionError) -> [Condition.Operand] {
    guard skip(sign: "(") else { throw mistake("expected a list in parentheses, as in ('a', 'b')") }
    var operands: [Condition.Operand] = []
    repeat {
      if operands.count & 0xFFF == 0, isStopped() { throw .stopped(text) }
      operands.append(try operand())
    } while skip(sign: ",")
    try expect(")", "expected ',' or ')'")
    return operands
  }

  private mutating func operand() throws(ConditionError) -> Condition.Operand {
    let token = token
    let value: Condition.Operand.Value
    switch token.kind {
    case .number(let number): value = .constant(.number(number))
    case .text(let text): value = .constant(.text(text))
    case .name(let name):
      switch token.keyword {
      case .true: value = .constant(.flag(true))
      case .false: value = .constant(.flag(false))
      case .some: throw mistake("expected a column or a value, found \(found)")
      case nil: value = ["lon", "lat"].contains(name) ? .coordinate(name) : .column(name)
      }
    case .quotedName(let name): value = .column(name)
    case .sign, .end: throw mistake("expected a column or a value, found \(found)")
    }
    place += 1
    return Condition.Operand(value: value, offset: token.offset)
  }

  private mutating func skip(_ keyword: ConditionToken.Keyword) -> Bool { skip(if: token.keyword == keyword) }

  private mutating func skip(sign: String) -> Bool { skip(if: token.kind == .sign(sign)) }

  private mutating func skip(if isNext: Bool) -> Bool {
    if isNext { place += 1 }
    return isNext
  }

  private mutating func expect(_ sign: String, _ message: String) throws(ConditionError) {
    guard skip(sign: sign) else { throw mistake("\(message), found \(found)") }
  }

  private var found: String {
    switch token.kind {
    case .name(let name), .quotedName(let name): "'\(name)'"
    case .number(.whole(let number)): "\(number)"
    case .number(.other(let number)): Numeral.text(number)
    case .text(let text): "the text '\(text)'"
    case .sign(let sign): "'\(sign)'"
    case .end: "the end"
    }
  }

  private func mistake(_ message: String) -> ConditionError {
    ConditionError(text: text, offset: token.offset, message: message)
  }
}

struct ConditionToken {
  enum Kind: Equatable {
    case name(String)
    /// A name in backquotes, which is always a column.
    case quotedName(String)
    case number(Condition.Number)
    case text(String)
    case sign(String)
    case end
  }

  var kind: Kind
  var offset: Int
  var keyword: Keyword?

  enum Keyword: String {
    case and, or, not, `in`, `is`, missing, `true`, `false`
  }
}

private struct ConditionTokens {
  private let text: String
  private let characters: [Character]
  private var place = 0

  /// The longest first, as each may begin with another.
  private static let signs = ["==", "!=", "~=", "<>", "<=", ">=", "!~", "=", "<", ">", "~", "(", ")", ","]
  private static let synonyms = ["==": "=", "~=": "!=", "<>": "!="]
  private static let words: [Character: String] = ["&": "and", "|": "or", "!": "not"]

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

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
      let instead =
        Self.words[character].map { "; write \($0)" }
        ?? (text.lowercased().hasPrefix("select ")
          ? ConditionParser.onlyConditions : "*/+%^".contains(character) ? ConditionParser.noFunctions : "")
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
    return .number(Int64(digits).map { .whole($0) } ?? Condition.Number(number))
  }

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
