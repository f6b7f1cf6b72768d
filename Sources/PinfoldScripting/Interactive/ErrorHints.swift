import Lua
import Pinfold
import PinfoldData

/// Help with an error beyond its message: where in the line it is, and what may have been meant.
enum ErrorHints {
  /// The columns before the word that a message names, if the line has it exactly once.
  static func column(of message: String, in line: String) -> Int? {
    let tokens = LuaScanner.tokens(of: line)
    // "unknown strategy 'gird'", "generator 'cities' has no 'cont'": what is unknown counts first.
    let unknown = (message.firstRange(of: "unknown ") ?? message.firstRange(of: " has no "))
      .map { String(message[$0.lowerBound...]) }
    for word in (unknown ?? message).words(in: "'") {
      let hits = tokens.filter { $0.text == word || !$0.content.isEmpty && $0.content == word }
      guard hits.count == 1, let hit = hits.first else { continue }
      let isInside = hit.text != word
      return TextTable.width(
        String(decoding: line.utf8.prefix(hit.range.lowerBound + (isInside ? 1 : 0)), as: UTF8.self))
    }
    return nil
  }

  /// The mistake in an input that Lua considers unfinished although no continuation would be valid; nil for
  /// others.
  static func mistake(inUnfinished input: String) -> String? {
    let words = LuaScanner.words(of: input)
    if let last = words.last, last.kind == .name, words.dropLast().last?.text == ":" {
      let place = input.utf8.dropFirst(words[words.count - 2].range.lowerBound).startIndex
      let owner = String(input[..<place].reversed().prefix { !$0.isWhitespace && $0 != "(" }.reversed())
      return "'\(last.text)' is a method, which is called with parentheses: \(owner):\(last.text)()"
    }
    let keywords = words.filter { $0.kind == .keyword }.map(\.text)
    guard let first = words.first?.text, ["for", "while", "if"].contains(first),
      !keywords.contains("do"), !keywords.contains("then"),
      input.firstMatch(of: #/:\s+\S|:\s*$/#) != nil
    else { return nil }
    return first == "if"
      ? "Lua writes if x > 1 then print(x) end, without a colon"
      : "Lua writes \(first) … do print(x) end, without a colon"
  }

  /// A suggestion for an input that loads a file's name as code, as `load("x.csv")`; nil for others.
  static func suggestion(forLoading input: String) -> String? {
    let tokens = LuaScanner.tokens(of: input).filter { $0.text != "(" }
    for (load, name) in zip(tokens, tokens.dropFirst()) where load.text == "load" {
      let file = name.content
      guard file.contains("."), !file.contains(where: \.isWhitespace) else { continue }
      return "did you mean dataset(\"\(file)\")?"
    }
    return nil
  }

  /// The equivalent in Lua and datasets of a line in the style of another language; nil for anything else.
  static func suggestion(forHabit message: String, line: String?) -> String? {
    func says(_ text: String) -> Bool { message.contains(text) }
    if says("to 'filter' (function or mask expected, got string)") {
      return
        "did you mean \(line.flatMap { call(of: "filter", as: "where", in: $0) } ?? #"d:where("population > 1000")"#)?"
    }
    if says("to 'where' (string expected, got column)") || says("to 'where' (string expected, got function)")
    {
      return "did you mean \(line.flatMap { call(of: "where", as: "filter", in: $0) } ?? "d:filter(mask)")?"
    }
    if let advice = Hints.advice(of: "message", where: says) { return advice }
    guard let line else { return nil }
    // data.head() instead of data:head()
    if says("bad argument #1 to '"),
      APIReference.objects.contains(where: { says("(\($0.name) expected, got ") }),
      let name = message.words(in: "'").first,
      line.contains(".\(name)("), !line.contains(":\(name)(")
    {
      return "did you mean :\(name)()? A method is called with a colon."
    }
    if let match = line.firstMatch(of: #/^\s*([A-Za-z_]\w*)\s*<-\s*\S/#) {
      return "did you mean \(match.1) = …?"
    }
    if says("a value of type dataset cannot be changed"),
      let match = line.firstMatch(of: #/([A-Za-z_]\w*)[.\[]["']?(\w+)["']?\]?\s*=/#)
    {
      return "did you mean \(match.1) = \(match.1):derive { \(match.2) = … }?"
    }
    guard
      ["syntax error", "unexpected symbol", " expected near ", "expected (to close"].contains(where: says)
    else { return nil }
    let words = line.lowercased()
    let found =
      Hints.advice(of: "line") { left in
        let parts = left.split(separator: " … ", maxSplits: 1)
        return words.hasPrefix("\(parts[0]) ") && (parts.count == 1 || words.contains(" \(parts[1]) "))
      }
      ?? (says("near '$'") ? line.replacing("$", with: ".") : Hints.advice(of: "sign", where: words.contains))
    return found.map { "did you mean \($0)?" }
  }

  /// A call of a method in a line as one of another method of the same object, with its argument; nil where
  /// that is not plain.
  private static func call(of method: String, as other: String, in line: String) -> String? {
    let text = #""[^"]*"|'[^']*'"#
    let argument = #"\((?:[^()"']|\#(text)|\([^()]*\))*\)|\#(text)"#
    let pattern = try? Regex(#"([A-Za-z_]\w*):\#(method)\s*(\#(argument))"#)
    guard let match = pattern.flatMap({ line.firstMatch(of: $0) }),
      let object = match.output[1].substring, let argument = match.output[2].substring
    else { return nil }
    return "\(object):\(other)\(argument)"
  }

  /// "did you mean 'grid'?" where a message complains about an unknown variable, or about a variable, field
  /// or method that is nil.
  static func suggestion(for message: String, line: String?, _ names: Names, _ registry: Registry) -> String?
  {
    func word(after text: String) -> String? {
      message.firstRange(of: text).map { String(message[$0.upperBound...].prefix { $0 != "'" }) }
    }
    if message.contains("(did you mean ") { return nil }
    if let word = word(after: "unknown variable '") ?? word(after: "a nil value (global '") {
      return suggestion(forVariable: word, line ?? "", names, registry)
    }
    for kind in ["field", "method"] {
      guard let word = word(after: "a nil value (\(kind) '") else { continue }
      let known = line.map { fields(before: word, in: $0, names) } ?? []
      return Suggestion.closest(to: word, among: known.filter { $0 != word }).map { "did you mean '\($0)'?" }
    }
    return nil
  }

  /// The probable meaning of the name of a missing variable: a name of another tool, a variable of nearly
  /// this name, something to ask for by name, a text without quotes, or a test for a variable.
  private static func suggestion(
    forVariable word: String, _ line: String, _ names: Names, _ registry: Registry
  ) -> String? {
    let words = LuaScanner.words(of: line)
    // Where it is read: an assignment declares it.
    let place = words.indices.first { place in
      words[place].text == word && (place == 0 || ![".", ":"].contains(words[place - 1].text))
        && (place + 1 == words.count || words[place + 1].text != "=")
    }
    let before = place.flatMap { $0 > 0 ? words[$0 - 1].text : nil }
    let after = place.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    let isCalled = after.map { !$0.content.isEmpty || ["(", "{"].contains($0.text) } ?? false
    if isCalled || words.count == 1 || [".", ":"].contains(after?.text),
      let code = Hints.advice(on: word, of: "function")
    {
      return "did you mean \(code)?"
    }
    if isCalled, let advice = Hints.advice(on: word, of: DatasetObject.luaName) { return advice }
    // A short word resembles almost any other.
    let known = word.count < 2 ? [] : names.variables.filter { $0 != word && $0.count * 2 > word.count }
    let near = Suggestion.closest(to: word, among: known)
    if isCalled || place == nil {
      // grid{…} for strategy("grid", {…})
      let thing = Suggestion.closest(to: word, among: registry.things.map(\.name))
      return near.map { "did you mean '\($0)'?" }
        ?? registry.things.first { $0.name == thing }.map { "did you mean \($0.call)?" }
    }
    let tests: Set = ["if", "elseif", "while", "until", "not", "and", "or"]
    let isNil = ["==", "~="].contains { sign in
      sign == before && place.map { $0 > 1 && words[$0 - 2].text == "nil" } == true
        || sign == after?.text && place.map { $0 + 2 < words.count && words[$0 + 2].text == "nil" } == true
    }
    if isNil || ["or", "and", "then"].contains(after?.text) || tests.contains(before ?? "") {
      return near.map { "did you mean '\($0)'?" }
        ?? "rawget(_G, \"\(word)\") is nil where there is no such variable"
    }
    let isValue =
      ["(", ",", "{", "[", "=", "==", "~=", ".."].contains(before)
      && [nil, ")", ",", "}", "]", ";", ".."].contains(after?.text)
    guard isValue else { return near.map { "did you mean '\($0)'?" } }
    return near.map { "did you mean '\($0)', or the text \"\(word)\"?" } ?? "a text needs quotes: \"\(word)\""
  }

  /// The fields of the value before `.word` or `:word`; those of every object where that is not known.
  private static func fields(before word: String, in line: String, _ names: Names) -> [String] {
    let tokens = LuaScanner.tokens(of: line)
    if let place = tokens.firstIndex(where: { $0.text == word }), place >= 2 {
      let path = Surroundings.path(ending: tokens[..<(place - 1)])
      if let value = names.value(of: path) { return names.fields(of: value) }
    }
    // A short word resembles a part of almost any other.
    if word.count < 3 { return [] }
    return APIReference.objects.flatMap(\.members).filter { $0.kind != .operation }.map(\.name)
  }
}
