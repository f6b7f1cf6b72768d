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

  /// What other tools call a function here.
  private static let elsewhere = [
    "read_csv": #"dataset("stations.csv")"#, "read_file": #"dataset("stations.csv")"#,
    "open": #"dataset("stations.csv")"#, "cluster": #"strategy("grid"):frame(data, data:fit())"#,
    "len": "#rows", "sorted": #"top(rows, 5, "column")"#, "mean": "data.column:mean()",
    "sum": "data.column:sum()",
    "median": "data.column:quantile(0.5)", "names": "data.columns", "summary": "data.columns",
    "describe": "data.columns",
    "str": "data.columns", "head": "data:head()", "help": "?name in the shell",
    "quantile": "data.column:quantile(0.9)",
    "hist": "chart { series = { { x = ..., y = ... } } }", "unique": #"data:group("column")"#,
    "plot": "frame:plot()",
  ]

  /// What other languages write, and what Lua does.
  private static let signs = [
    ("!=", "a ~= b"), ("&&", "a and b"), ("||", "a or b"), ("+=", "x = x + 1"), ("++", "x = x + 1"),
    ("%>%", "data:method()"),
    ("SELECT ", #"data:where("population > 1000")"#), ("select ", #"data:where("population > 1000")"#),
    ("import ", #"dataset("stations.csv")"#), ("print ", "print(value)"), (" in 1:", "for i = 1, 10 do"),
  ]

  /// What may have been meant by an input that loads a file's name as code, as `load("x.csv")`; nil for
  /// others.
  static func suggestion(forLoading input: String) -> String? {
    let tokens = LuaScanner.tokens(of: input).filter { $0.text != "(" }
    for (load, name) in zip(tokens, tokens.dropFirst()) where load.text == "load" {
      let file = name.content
      guard file.contains("."), !file.contains(where: \.isWhitespace) else { continue }
      return "did you mean dataset(\"\(file)\")?"
    }
    return nil
  }

  /// What Lua and datasets have for what a line writes in the way of another language; nil for anything else.
  static func suggestion(forHabit message: String, line: String?) -> String? {
    if message.contains("to 'filter' (function or mask expected, got string)") {
      return #"did you mean data:where("population > 1000")?"#
    }
    // data.head() instead of data:head()
    if message.hasPrefix("bad argument #1 to '"), message.contains("expected, got no value"), let line,
      let name = message.words(in: "'").first, line.contains(".\(name)(")
    {
      return "did you mean :\(name)()? A method is called with a colon."
    }
    guard let line,
      ["syntax error", "unexpected symbol", " expected near "].contains(where: message.contains)
    else {
      return nil
    }
    return signs.first { line.contains($0.0) }.map { "did you mean \($0.1)?" }
  }

  /// "did you mean 'grid'?" where a message complains about a variable, field or method that is nil.
  static func suggestion(for message: String, line: String?, _ names: Names, _ registry: Registry) -> String?
  {
    guard message.contains("a nil value (") else { return nil }
    for (kind, isField) in [("global", false), ("field", true), ("method", true)] {
      guard let start = message.firstRange(of: "(\(kind) '"),
        let end = message[start.upperBound...].firstIndex(of: "'")
      else { continue }
      let word = String(message[start.upperBound..<end])
      if kind == "global", let code = elsewhere[word] { return "did you mean \(code)?" }
      let known = isField ? line.map { fields(before: word, in: $0, names) } ?? [] : names.variables
      if let near = Suggestion.closest(to: word, among: known.filter { $0 != word }) {
        return "did you mean '\(near)'?"
      }
      // grid{…} for strategy("grid", {…})
      let things = isField ? [] : registry.things
      let near = Suggestion.closest(to: word, among: things.map(\.name))
      return things.first { $0.name == near }.map { "did you mean \($0.call)?" }
    }
    return nil
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
