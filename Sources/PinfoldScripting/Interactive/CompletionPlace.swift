/// The position of a cursor in Lua code: the kind of word being typed, and the call around it.
struct CompletionPlace {
  enum Kind: Hashable {
    /// In a comment, a number or similar, without completions.
    case nowhere
    /// A variable or a keyword.
    case name
    /// Behind a dot or colon; the names before it, or the function whose result stands there.
    case member(path: [String], isMethod: Bool)
    case result(function: [String], isMethod: Bool)
    /// Behind the dot of `f[1].`; the names of the list.
    case element(of: [String])
    /// Behind a value, where only a keyword can follow.
    case keyword
    /// Inside of quotes.
    case string(key: String?)
    /// A position where a table may name a field.
    case key
  }

  /// A call around the cursor.
  struct Call {
    /// The names before the bracket: `["frame", "plot"]` for `frame:plot{`.
    var path: [String]
    /// The receiver of a method in a chain of calls, as `d:where(…):sort(`: the first value, and the methods
    /// in between.
    var chain: (root: [String], methods: [String])?
    /// The names of the first argument; empty for other expressions.
    var subject: [String]
    var text: String?
    /// The fields on the way from the call's table to the cursor.
    var keys: [String]
    var isFirst: Bool
  }

  let kind: Kind
  let prefix: String
  let start: Int
  let call: Call?

  init(_ text: String) {
    var tokens = LuaScanner.tokens(of: text)
    let end = text.utf8.count
    let last = tokens.last
    if let last, last.range.upperBound == end, last.kind == .comment || last.kind == .number {
      (kind, prefix, start, call) = (.nowhere, "", end, nil)
      return
    }
    var isText = false
    if let last, case .string(isOpen: true) = last.kind {
      (isText, prefix) = (true, last.content)
    } else if let last, last.range.upperBound == end, last.kind == .name || last.kind == .keyword {
      prefix = last.text
    } else {
      prefix = ""
    }
    if isText || !prefix.isEmpty { tokens.removeLast() }
    start = end - prefix.utf8.count
    let words = tokens.filter { $0.kind != .comment }
    let surroundings = Surroundings(words)
    call = surroundings.call
    if isText {
      kind = .string(key: Surroundings.key(before: words[...]) ?? surroundings.key)
      return
    }
    if prefix.isEmpty, let last = words.last, last.isValue {
      kind = last.range.upperBound == end ? .nowhere : .keyword
      return
    }
    switch words.last?.text {
    case ".", ":":
      let isMethod = words.last?.text == ":"
      let before = words.dropLast()
      if before.last?.text == "]", !isMethod, let list = Surroundings.function(ofCallEnding: before) {
        kind = .element(of: list)
      } else if before.last?.text == ")" || before.last?.text == "}",
        let function = Surroundings.function(ofCallEnding: before)
      {
        kind = .result(function: function, isMethod: isMethod)
      } else {
        kind = .member(path: Surroundings.path(ending: before), isMethod: isMethod)
      }
    case "{", ",", ";": kind = surroundings.isInTable ? .key : .name
    default: kind = .name
    }
  }
}

struct Surroundings {
  var isInTable = false
  var key: String?
  var call: CompletionPlace.Call?

  init(_ words: [LuaToken]) {
    var open: [Int] = []
    for (place, word) in words.enumerated() where word.kind == .symbol {
      switch word.text {
      case "(", "{", "[": open.append(place)
      case ")", "}", "]": _ = open.popLast()
      default: break
      }
    }
    isInTable = open.last.map { words[$0].text == "{" } ?? false
    var keys: [String] = []
    for (depth, place) in open.reversed().enumerated() {
      let before = words[..<place]
      if words[place].text == "{", let name = Self.key(before: before) {
        if depth == 0 { key = name }
        keys.insert(name, at: 0)
        continue
      }
      if words[place].text == "{", before.last.map({ ["(", ",", "{"].contains($0.text) }) ?? true {
        continue
      }
      var path = Self.path(ending: before)
      var text: String?
      // strategy "grid" { … } is no call of strategy with two arguments, but f "text" is one with a text.
      if path.isEmpty, case .string? = before.last?.kind { path = Self.path(ending: before.dropLast()) }
      guard !path.isEmpty else { continue }
      let arguments = words[(place + 1)...]
      if words[place].text == "(", let first = arguments.first, case .string = first.kind {
        text = first.content
      }
      call = CompletionPlace.Call(
        path: path, chain: path.first == "" ? Self.chain(ending: before.dropLast(2)) : nil,
        subject: Self.subject(arguments), text: text, keys: keys,
        isFirst: !arguments.contains { $0.text == "," })
      return
    }
    // A call without brackets: strategy "gr
    let path = Self.path(ending: words[...])
    if open.isEmpty, !path.isEmpty {
      call = CompletionPlace.Call(
        path: path, chain: path.first == "" ? Self.chain(ending: words.dropLast(2)) : nil, subject: [],
        text: nil, keys: [], isFirst: true)
    }
  }

  static func key(before words: ArraySlice<LuaToken>) -> String? {
    guard words.last?.text == "=", let name = words.dropLast().last, name.kind == .name else { return nil }
    return name.text
  }

  static func path(ending words: ArraySlice<LuaToken>) -> [String] {
    var path: [String] = []
    var rest = words
    while let name = rest.last, name.kind == .name {
      path.insert(name.text, at: 0)
      rest = rest.dropLast()
      guard let sign = rest.last?.text, sign == "." || sign == ":" else { return path }
      rest = rest.dropLast()
    }
    // Something before the dot that is no name, such as a call.
    return path.isEmpty ? [] : [""] + path
  }

  /// The first value and the methods of `d:where(…):head(3)` at the end of some words; nil for anything else.
  private static func chain(ending words: ArraySlice<LuaToken>) -> (root: [String], methods: [String])? {
    var rest = words
    var methods: [String] = []
    while let start = opening(ofCallEnding: rest) {
      rest = rest[..<start]
      guard let name = rest.last, name.kind == .name, rest.dropLast().last?.text == ":" else { return nil }
      methods.insert(name.text, at: 0)
      rest = rest.dropLast(2)
    }
    let root = path(ending: rest)
    return root.isEmpty || root.first == "" || methods.isEmpty ? nil : (root, methods)
  }

  /// The names of the first argument.
  private static func subject(_ arguments: ArraySlice<LuaToken>) -> [String] {
    let first = arguments.prefix { $0.text != "," }
    let names = path(ending: first)
    return names.first != "" && 2 * names.count - 1 == first.count ? names : []
  }

  /// The place of the bracket that opens what closes at the end of some words, or of the text that is an
  /// argument there.
  private static func opening(ofCallEnding words: ArraySlice<LuaToken>) -> Int? {
    if case .string? = words.last?.kind { return words.indices.last }
    guard let last = words.last?.text, [")", "}", "]"].contains(last) else { return nil }
    var depth = 0
    for place in words.indices.reversed() where words[place].kind == .symbol {
      switch words[place].text {
      case ")", "}", "]": depth += 1
      case "(", "{", "[": depth -= 1
      default: break
      }
      if depth == 0 { return place }
    }
    return nil
  }

  /// The names of the function in `f(…)`, or of the list in `f[…]`, at the end of some words.
  static func function(ofCallEnding words: ArraySlice<LuaToken>) -> [String]? {
    guard let start = opening(ofCallEnding: words) else { return nil }
    let path = path(ending: words[..<start])
    return path.isEmpty ? nil : path
  }
}

extension LuaToken {
  /// Whether a value ends with the word, so that no name can follow.
  fileprivate var isValue: Bool {
    switch kind {
    case .name, .number, .string(isOpen: false): true
    case .keyword: ["end", "nil", "true", "false"].contains(text)
    case .symbol: [")", "]", "}", "..."].contains(text)
    case .comment, .string(isOpen: true): false
    }
  }
}
