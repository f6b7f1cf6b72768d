import Pinfold
import PinfoldData
import PinfoldDefinitions

/// A text in quotes that has a grammar of its own, in which columns of data stand: it completes the word at
/// its end.
struct CompletionText {
  enum Grammar {
    /// `capacity > 100 and fuel = 'Gas'`
    case condition
    /// `capacity:sum,mean`
    case aggregates
    /// `sum`
    case kinds
  }

  private let grammar: Grammar
  private let columns: [CompletionCandidate]

  /// The points whose values complete, too; nil for none.
  private let points: PointSet?

  init(_ grammar: Grammar, columns: [CompletionCandidate] = [], of points: PointSet? = nil) {
    (self.grammar, self.columns, self.points) = (grammar, columns, points)
  }

  /// The columns of some points.
  static func candidates(in points: PointSet) -> [CompletionCandidate] {
    points.attributes.map { CompletionCandidate($0.name, help: "a column of \($0.values.kind.rawValue)s") }
  }

  func completion(of place: CompletionPlace) -> Completion {
    let text = place.prefix
    let found: (word: String, candidates: [CompletionCandidate]) =
      switch grammar {
      case .condition: condition(text)
      case .aggregates: aggregates(text)
      case .kinds: (text, Self.kinds)
      }
    return Completion(
      start: place.start + text.utf8.count - found.word.utf8.count, of: found.word, among: found.candidates)
  }

  private static let kinds = ColumnAggregation.words.map { CompletionCandidate($0, help: "") }

  private func aggregates(_ text: String) -> (word: String, candidates: [CompletionCandidate]) {
    let last = text.lastIndex { $0 == "," || $0 == ":" }
    let word = last.map { String(text[text.index(after: $0)...]) } ?? text
    let columns = columns.map { CompletionCandidate($0.text, suffix: ":", help: $0.help) }
    guard let last else { return (word, columns) }
    return (word, text[last] == ":" ? Self.kinds : Self.kinds + columns)
  }

  private func condition(_ text: String) -> (word: String, candidates: [CompletionCandidate]) {
    if let (value, column) = Self.openValue(text) {
      return (value, values(of: column).map { CompletionCandidate($0, help: "") })
    }
    let word = String(
      text.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.reversed())
    let coordinates = ["lon", "lat"].map { CompletionCandidate($0, help: "degrees") }
    let words = ["and", "or", "not", "in", "is missing", "is not missing"]
      .map { CompletionCandidate($0, help: "a word of conditions") }
    let columns = columns.map { column in
      // Other names stand in backquotes.
      let isPlain = column.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      return isPlain ? column : CompletionCandidate("`\(column.text)`", help: column.help)
    }
    return (word, columns + (word.isEmpty ? [] : coordinates + words))
  }

  /// The beginning of a value in quotes at the end of a condition, and the column that it is compared with.
  private static func openValue(_ text: String) -> (value: String, column: String)? {
    var quote: (sign: Character, place: String.Index)?
    for place in text.indices where text[place] == "'" || text[place] == "\"" {
      if let open = quote {
        if open.sign == text[place] { quote = nil }
      } else {
        quote = (text[place], place)
      }
    }
    guard let quote else { return nil }
    let before = text[..<quote.place]
    let compared = before.firstMatch(
      of: #/([\w.]+)`?\s*(?:[=!~<>]+\s*|(?:not\s+)?in\s*\([^()]*)$/#.ignoresCase())
    return (String(text[text.index(after: quote.place)...]), compared.map { String($0.1) } ?? "")
  }

  /// The different texts of a column, of its first rows only where there are many.
  private func values(of column: String) -> [String] {
    guard let attribute = points?.attributes.first(where: { $0.name == column }),
      case .texts(let texts) = attribute.values
    else { return [] }
    var values: Set<String> = []
    for row in 0..<min(texts.count, 100_000) {
      if let text = texts[row] { values.insert(text) }
      if values.count > 1000 { break }
    }
    return Array(values)
  }
}
