/// Reads a condition by recursive descent.
struct ConditionParser {
  private let text: String
  private let tokens: [ConditionToken]
  private var place = 0
  private var depth = 0

  /// Each level takes stack.
  private static let mostLevels = 64

  private static let keywords = ["and", "or", "not", "in", "is", "missing", "true", "false"]

  init(_ text: String) throws(ConditionError) {
    self.text = text
    tokens = try ConditionTokens.all(text)
  }

  /// The whole condition.
  mutating func condition() throws(ConditionError) -> Condition.Node {
    let node = try alternatives()
    guard tokens[place].kind == .end else {
      throw mistake("\(shown(tokens[place])) follows a whole condition; join two by 'and' or 'or'")
    }
    return node
  }

  private mutating func alternatives() throws(ConditionError) -> Condition.Node {
    var node = try conjunction()
    while skip("or") { node = .or(node, try conjunction()) }
    return node
  }

  private mutating func conjunction() throws(ConditionError) -> Condition.Node {
    var node = try negation()
    while skip("and") { node = .and(node, try negation()) }
    return node
  }

  private mutating func negation() throws(ConditionError) -> Condition.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostLevels else { throw mistake("more than \(Self.mostLevels) levels in each other") }
    if skip("not") { return .not(try negation()) }
    if skip(sign: "(") {
      let node = try alternatives()
      guard skip(sign: ")") else { throw mistake("expected ')', found \(shown(tokens[place]))") }
      return node
    }
    return try comparison()
  }

  private mutating func comparison() throws(ConditionError) -> Condition.Node {
    let left = try operand()
    if case .sign(let sign) = tokens[place].kind, let comparison = Condition.Comparison(rawValue: sign) {
      place += 1
      return .comparison(left, comparison, try operand())
    }
    if skip("is") {
      let isNot = skip("not")
      guard skip("missing") else {
        throw mistake("expected 'missing' after 'is', found \(shown(tokens[place]))")
      }
      return isNot ? .not(.missing(left)) : .missing(left)
    }
    let isNot = keyword(at: place) == "not" && keyword(at: place + 1) == "in"
    if isNot { place += 1 }
    if skip("in") {
      // What is missing is neither in a list nor outside of it.
      let among = Condition.Node.membership(left, try list())
      return isNot ? .and(.not(.missing(left)), .not(among)) : among
    }
    return .truth(left)
  }

  private mutating func list() throws(ConditionError) -> [Condition.Operand] {
    guard skip(sign: "(") else { throw mistake("expected a list in parentheses, as in ('a', 'b')") }
    var operands: [Condition.Operand] = []
    repeat { operands.append(try operand()) } while skip(sign: ",")
    guard skip(sign: ")") else { throw mistake("expected ',' or ')', found \(shown(tokens[place]))") }
    return operands
  }

  private mutating func operand() throws(ConditionError) -> Condition.Operand {
    let token = tokens[place]
    let value: Condition.Operand.Value
    switch token.kind {
    case .number(let number): value = .number(number)
    case .integer(let number): value = .integer(number)
    case .text(let text): value = .text(text)
    case .name(let name):
      switch keyword(at: place) {
      case "true": value = .flag(true)
      case "false": value = .flag(false)
      case .some: throw mistake("expected a column or a value, found \(shown(token))")
      case nil where isQuoted(token): value = .column(name)
      case nil: value = name == "lon" ? .longitude : name == "lat" ? .latitude : .column(name)
      }
    case .sign, .end: throw mistake("expected a column or a value, found \(shown(token))")
    }
    place += 1
    return Condition.Operand(value: value, offset: token.offset)
  }

  /// Whether a name stands in backquotes, which makes it a column's whatever it is.
  private func isQuoted(_ token: ConditionToken) -> Bool {
    text.dropFirst(token.offset).first == "`"
  }

  private func keyword(at place: Int) -> String? {
    guard place < tokens.count, case .name(let name) = tokens[place].kind, !isQuoted(tokens[place]) else {
      return nil
    }
    return Self.keywords.first { $0 == name.lowercased() }
  }

  private mutating func skip(_ word: String) -> Bool {
    guard keyword(at: place) == word else { return false }
    place += 1
    return true
  }

  private mutating func skip(sign: String) -> Bool {
    guard tokens[place].kind == .sign(sign) else { return false }
    place += 1
    return true
  }

  private func shown(_ token: ConditionToken) -> String {
    switch token.kind {
    case .name(let name): "'\(name)'"
    case .number(let number): Numeral.text(number)
    case .integer(let number): "\(number)"
    case .text(let text): "the text '\(text)'"
    case .sign(let sign): "'\(sign)'"
    case .end: "the end"
    }
  }

  private func mistake(_ message: String) -> ConditionError {
    ConditionError(text: text, offset: tokens[place].offset, message: message)
  }
}
