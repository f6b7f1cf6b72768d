/// The position of a cursor in Lua code: the kind of word being typed, and the call around it.
struct CompletionPlace {
  enum Kind: Hashable {
    /// In a comment, a number or the like, where there is nothing to complete.
    case nowhere
    /// A variable or a keyword.
    case name
    /// Behind a dot or colon; the names before it, or the function whose result stands there.
    case member(path: [String], isMethod: Bool)
    case result(function: [String], isMethod: Bool)
    /// Inside of quotes.
    case string(key: String?)
    /// A position where a table may name a field.
    case key
  }

  /// A call around the cursor.
  struct Call: Hashable {
    /// The names before the bracket: `["frame", "plot"]` for `frame:plot{`.
    var path: [String]
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
    if let last, case .string(isOpen: true) = last.kind {
      tokens.removeLast()
      let words = tokens.filter { $0.kind != .comment }
      prefix = last.content
      start = end - prefix.utf8.count
      let surroundings = Surroundings(words)
      call = surroundings.call
      kind = .string(key: Surroundings.key(before: words[...]) ?? surroundings.key)
      return
    }
    if let last, last.range.upperBound == end, last.kind == .name || last.kind == .keyword {
      tokens.removeLast()
      prefix = last.text
    } else {
      prefix = ""
    }
    start = end - prefix.utf8.count
    let words = tokens.filter { $0.kind != .comment }
    let surroundings = Surroundings(words)
    call = surroundings.call
    switch words.last?.text {
    case ".", ":":
      let isMethod = words.last?.text == ":"
      let before = words.dropLast()
      if before.last?.text == ")" || before.last?.text == "}",
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
        path: path, text: text, keys: keys, isFirst: !arguments.contains { $0.text == "," })
      return
    }
    // A call without brackets: strategy "gr
    let path = Self.path(ending: words[...])
    if open.isEmpty, !path.isEmpty {
      call = CompletionPlace.Call(path: path, text: nil, keys: [], isFirst: true)
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

  /// The names of the function in `f(…)` at the end of some words.
  static func function(ofCallEnding words: ArraySlice<LuaToken>) -> [String]? {
    var depth = 0
    for place in words.indices.reversed() where words[place].kind == .symbol {
      switch words[place].text {
      case ")", "}", "]": depth += 1
      case "(", "{", "[":
        depth -= 1
        if depth == 0 {
          let path = path(ending: words[..<place])
          return path.isEmpty ? nil : path
        }
      default: break
      }
    }
    return nil
  }
}
