import Lua

/// Finds operators that Lua applies to a whole column as to one value: `and`, `or` and `not` of masks, `==`
/// of a column and a number, and a mask as a condition.
///
/// It reports only what is always a mistake. Types come from the reference; a variable has a type if all
/// assignments in the chunk agree, or if it is not assigned and its present value has one. Everything else
/// passes, except masks that an operator mixes up in the argument of a `filter`.
struct ColumnLint {
  /// A mistake.
  struct Finding: Hashable {
    var line: Int
    var message: String
  }

  private struct Value {
    /// The name of a type in the reference, "mask", or a type of Lua; nil where it is not known.
    var type: String?
    /// The names of a variable and of fields, by which its present value is found; nil for other expressions.
    var path: [String]?
    /// Whether it is the result of a method that is called as a comparison of columns is.
    var isComparison = false
    var suspicion: Finding?
    var isMask: Bool { type == "mask" }
    var isColumn: Bool { type == "mask" || type == "column" || type == "texts" }
    var isPlain: Bool { type == "number" || type == "string" || type == "boolean" }
  }

  private var words: LuaWords
  private let outside: ([String]) -> String?

  /// The types of the assigned variables, from the previous pass and this one; nil for variables with several
  /// types or an unknown one. The first pass knows those of the lines above.
  private var variables: [String: String?]?
  private var found: [String: String?] = [:]
  private var findings: [Finding] = []

  /// The first mistake of a chunk; nil for none.
  static func finding(in source: String, outside: ([String]) -> String? = { _ in nil }) -> Finding? {
    withoutActuallyEscaping(outside) { outside in
      var lint = ColumnLint(source, outside: outside)
      for _ in 0..<mostPasses {
        lint.read()
        // Each assignment agrees with the types that were assumed.
        if lint.variables == lint.found { return lint.findings.first }
        lint.variables = lint.found
      }
      return nil
    }
  }

  /// Types of variables that depend on each other in more steps are not known.
  private static let mostPasses = 10

  private mutating func read() {
    (found, findings, words.place) = ([:], [], 0)
    while words.peek != nil {
      block()
      words.place += 1
    }
  }

  private init(_ source: String, outside: @escaping ([String]) -> String?) {
    words = LuaWords(source)
    self.outside = outside
  }

  // MARK: Words

  private mutating func report(_ message: String, at operation: Int) {
    findings.append(finding(message, at: operation))
  }

  private func finding(_ message: String, at operation: Int) -> Finding {
    Finding(line: words.lines[operation], message: message)
  }

  // MARK: Statements

  /// Reads statements up to the `end` of the block that they are in.
  private mutating func block() {
    var depth = 0
    while let word = words.peek {
      switch words.isString ? "" : word {
      case "if", "do", "repeat": depth += 1
      case "end", "until":
        if depth == 0 { return }
        depth -= 1
      default: break
      }
      let start = words.place
      statement(word)
      // Text that is not Lua is skipped.
      if words.place == start { words.place += 1 }
    }
  }

  private mutating func statement(_ word: String) {
    guard !words.isString, words.tokens[words.place].kind == .keyword else { return assignment() }
    words.place += 1
    switch word {
    case "if", "elseif", "while", "until": condition()
    case "for":
      names().forEach { assign(nil, to: $0) }
      _ = words.take("=") || words.take("in")
      _ = expressions()
    case "function":
      if let name = words.name() { assign(nil, to: name) }
      while words.take(".") || words.take(":") { words.place += 1 }
      function()
    case "local":
      if words.take("function") {
        if let name = words.name() { assign(nil, to: name) }
        return function()
      }
      let names = names()
      assign(words.take("=") ? expressions() : [], to: names.map { $0 })
    case "return": _ = expressions()
    case "goto": words.place += 1
    case "then", "else", "do", "repeat", "end", "break": break
    default:
      words.place -= 1
      assignment()
    }
  }

  /// Names with commas between, and without their attributes.
  private mutating func names() -> [String] {
    var names: [String] = []
    repeat {
      if let name = words.name() { names.append(name) }
      if words.take("<") { words.place += 2 }
    } while words.take(",")
    return names
  }

  private mutating func assignment() {
    var targets: [String?] = []
    repeat {
      let start = words.place
      _ = expression()
      targets.append(
        words.place == start + 1 && words.tokens[start].kind == .name ? words.tokens[start].text : nil)
    } while words.take(",")
    if words.take("=") { assign(expressions(), to: targets) }
  }

  private mutating func assign(_ values: [Value], to targets: [String?]) {
    for (position, target) in targets.enumerated() {
      guard let target else { continue }
      assign(values.indices.contains(position) ? values[position].type : nil, to: target)
    }
  }

  private mutating func assign(_ type: String?, to name: String) {
    if let known = found[name], known != type { found[name] = .some(nil) } else { found[name] = .some(type) }
  }

  private mutating func condition() {
    let start = words.place
    if expression().isMask {
      report(
        "a mask is true as a condition whatever it holds; mask:sum() > 0 says whether it holds anywhere",
        at: start)
    }
  }

  private mutating func function() {
    if words.take("(") {
      while !words.take(")"), words.peek != nil {
        if let name = words.name() { assign(nil, to: name) } else { words.place += 1 }
      }
    }
    block()
    _ = words.take("end")
  }

  // MARK: Expressions

  private mutating func expressions() -> [Value] {
    var values = [expression()]
    while words.take(",") { values.append(expression()) }
    return values
  }

  private static let priorities: [String: (left: Int, right: Int)] = [
    "or": (1, 1), "and": (2, 2), "<": (3, 3), ">": (3, 3), "<=": (3, 3), ">=": (3, 3), "~=": (3, 3),
    "==": (3, 3), "|": (4, 4), "~": (5, 5), "&": (6, 6), "<<": (7, 7), ">>": (7, 7), "..": (9, 8),
    "+": (10, 10), "-": (10, 10), "*": (11, 11), "/": (11, 11), "//": (11, 11), "%": (11, 11), "^": (14, 13),
  ]

  private mutating func expression(above limit: Int = 0) -> Value {
    var left = operand()
    while let word = words.peek, !words.isString, let priority = Self.priorities[word], priority.left > limit
    {
      let operation = words.place
      words.place += 1
      left = combined(left, word, expression(above: priority.right), at: operation)
    }
    return left
  }

  private mutating func operand() -> Value {
    let operation = words.place
    guard let word = words.peek, !words.isString, ["not", "#", "-", "~"].contains(word) else {
      return suffixed()
    }
    words.place += 1
    let value = expression(above: 12)
    switch word {
    case "not":
      let message = "'not' of a mask is false whatever it holds; write ~mask"
      if value.isMask { report(message, at: operation) }
      let isSuspect = value.isComparison || value.isColumn
      return Value(
        type: "boolean", suspicion: value.suspicion ?? (isSuspect ? finding(message, at: operation) : nil))
    case "#": return Value(type: "number")
    case "~":
      use(value)
      return Value(type: value.isColumn ? "mask" : nil)
    default: return Value(type: value.isColumn ? "column" : value.type == "number" ? "number" : nil)
    }
  }

  private mutating func combined(_ a: Value, _ word: String, _ b: Value, at operation: Int) -> Value {
    switch word {
    case "and", "or":
      let (side, symbol) = word == "and" ? ("second", "&") : ("first", "|")
      let message = "'\(word)' of two masks is the \(side) one alone; write a \(symbol) b"
      if a.isMask, b.isColumn { report(message, at: operation) }
      let isSuspect = (a.isColumn || a.isComparison) && (b.isColumn || b.isComparison)
      return Value(
        type: a.type == b.type ? a.type : nil,
        suspicion: a.suspicion ?? b.suspicion ?? (isSuspect ? finding(message, at: operation) : nil))
    case "==", "~=":
      if a.isColumn && b.isPlain || a.isPlain && b.isColumn {
        let (result, method) = word == "==" ? ("false", "eq") : ("true", "ne")
        let other = (a.isPlain ? a : b).type ?? ""
        report(
          "'\(word)' of a column and a \(other) is always \(result); write column:\(method)(value)",
          at: operation)
      }
      return Value(type: "boolean")
    case "<", ">", "<=", ">=": return Value(type: "boolean")
    case "&", "|":
      use(a)
      use(b)
      return Value(type: a.isColumn || b.isColumn ? "mask" : nil)
    case "..": return Value(type: "string")
    default: return Value(type: a.isColumn || b.isColumn ? "column" : nil)
    }
  }

  private mutating func use(_ value: Value) {
    if let suspicion = value.suspicion, !findings.contains(suspicion) { findings.append(suspicion) }
  }

  private mutating func suffixed() -> Value {
    guard var value = primary() else { return Value() }
    while let word = words.peek, !words.isString {
      switch word {
      case ".":
        words.place += 1
        value = words.name().map { field($0, of: value) } ?? Value()
      case "[":
        words.place += 1
        _ = expression()
        _ = words.take("]")
        value = Value()
      case ":":
        words.place += 1
        guard let method = words.name() else { return Value() }
        let arguments = arguments()
        if method == "filter", let mask = arguments.first { use(mask) }
        value = result(of: method, on: value)
      case "(", "{":
        let function = value.path
        let arguments = arguments()
        if function?.first == "math", let name = function?.last, ["max", "min"].contains(name),
          arguments.count == 1, arguments[0].isColumn
        {
          report("math.\(name) of one column is that column; write column:\(name)()", at: words.place - 1)
        }
        value = Value()
      default: return value
      }
    }
    while words.isString {
      words.place += 1
      value = Value()
    }
    return value
  }

  private mutating func arguments() -> [Value] {
    if words.isString || words.peek == "{" { return [primary() ?? Value()] }
    guard words.take("(") else { return [] }
    if words.take(")") { return [] }
    let values = expressions()
    _ = words.take(")")
    return values
  }

  private mutating func primary() -> Value? {
    guard words.tokens.indices.contains(words.place) else { return nil }
    let token = words.tokens[words.place]
    words.place += 1
    switch token.kind {
    case .string: return Value(type: "string")
    case .number: return Value(type: "number")
    case .name:
      let known = (variables ?? found)[token.text]
      if known == nil, words.peek == "(" || words.peek == "{" || words.isString,
        let made = APIReference.function(token.text)?.resultObject
      {
        _ = arguments()
        return Value(type: made)
      }
      if let known { return Value(type: known) }
      if let word = Self.foreign[token.text], outside([token.text]) == nil {
        report(
          "'\(token.text)' is no word of Lua but an unknown variable; write \(word)", at: words.place - 1)
      }
      return Value(type: outside([token.text]), path: [token.text])
    case .keyword:
      switch token.text {
      case "true", "false": return Value(type: "boolean")
      case "function":
        function()
        return Value()
      case "nil": return Value()
      default:
        words.place -= 1
        return nil
      }
    default:
      switch token.text {
      case "(":
        let value = expression()
        _ = words.take(")")
        return value
      case "{":
        table()
        return Value(type: "table")
      case "...": return Value()
      default:
        words.place -= 1
        return nil
      }
    }
  }

  /// Words of other languages that would be variables with the value nil.
  private static let foreign = [
    "True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "nil", "NULL": "nil",
    "null": "nil",
    "NA": "0/0",
  ]

  private mutating func table() {
    while !words.take("}"), words.peek != nil {
      let start = words.place
      if words.take("[") {
        _ = expression()
        _ = words.take("]")
        _ = words.take("=")
      } else if words.isName, words.tokens.indices.contains(words.place + 1),
        words.tokens[words.place + 1].text == "="
      {
        words.place += 2
      }
      _ = expression()
      _ = words.take(",") || words.take(";")
      if words.place == start { words.place += 1 }
    }
  }

  // MARK: Types

  private func field(_ name: String, of value: Value) -> Value {
    let path = value.path.map { $0 + [name] }
    if let type = path.flatMap(outside) { return Value(type: type, path: path) }
    guard let owner = value.type else { return Value() }
    guard let member = APIReference.member(name, of: owner) else {
      return Value(type: owner == "dataset" ? "column" : nil)
    }
    // A column of the data may hide any other member of a dataset.
    let isSure = member.kind == .field && (owner != "dataset" || member.type == "column")
    return Value(type: isSure ? member.type == "integer" ? "number" : member.type : nil)
  }

  private func result(of method: String, on value: Value) -> Value {
    let isComparison = ["lt", "le", "gt", "ge", "eq", "ne"].contains(method)
    if value.isColumn {
      let isTest = isComparison || ["isin", "has", "match", "missing"].contains(method)
      if isTest { return Value(type: "mask", isComparison: true) }
    }
    guard let type = value.isMask ? "column" : value.type else { return Value(isComparison: isComparison) }
    let member = APIReference.member(method, of: type)
    return Value(type: member?.results == ["column|texts"] ? "column" : member?.resultObject)
  }
}
