package import Pinfold
package import PinfoldData

/// A summary of a column per cluster, as a user writes it: `population:sum`, `kind:top(3)`.
package struct ColumnAggregation: Hashable, Sendable {
  package var column: String
  package var kind: Kind

  package enum Kind: Hashable, Sendable {
    case number(Aggregation.Kind)

    /// The value below which a share of the others lies.
    case quantile(Double)

    /// All values with their counts, or the most frequent ones.
    case categories(Int?)

    /// All values, one after another.
    case concatenation
  }

  /// The words for kinds, as help lists them.
  package static let words =
    Aggregation.Kind.allCases.map { $0 == .quantile ? "quantile(0.9)" : $0.rawValue }
    + ["histogram", "top(3)", "concat"]

  /// The aggregations that `population:sum,mean` means.
  static func list(_ node: Node) throws(DefinitionError) -> [ColumnAggregation] {
    do { return try list(node.text ?? "") } catch {
      throw DefinitionError(place: "\(node.place) \(node.shown)", message: error.message)
    }
  }

  private static func list(_ text: String) throws(Kind.Mistake) -> [ColumnAggregation] {
    // Several columns in one text, as in population:sum,kind:top(3): what is before a comma has kinds only.
    if let comma = text.indices.last(where: { text[$0] == "," && text[$0...].contains(":") }),
      text[..<comma].contains(":")
    {
      return try list(String(text[..<comma]))
        + (try list(String(text[text.index(after: comma)...].drop { $0 == " " })))
    }
    // Names of columns may have colons; kinds have none.
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else {
      throw Kind.Mistake(message: "expected column:kinds, as in population:sum,mean")
    }
    var list: [ColumnAggregation] = []
    for word in text[text.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false) {
      let kind = try Kind(String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
      list.append(ColumnAggregation(column: String(text[..<colon]), kind: kind))
    }
    return list
  }
}

extension ColumnAggregation.Kind {
  /// The reason why a word names no kind.
  package struct Mistake: Error {
    /// The mistake and its correction.
    package var message: String
  }

  /// The kind that a word names, with a number in parentheses where it takes one: `quantile(0.9)`, `top(3)`.
  package init(_ word: String) throws(Mistake) {
    let name = String(word.prefix { $0 != "(" })
    let argument = word.dropFirst(name.count)
    let inside = argument.dropFirst().dropLast()
    switch name {
    case "quantile":
      guard argument.hasSuffix(")"), let share = Double(inside), (0...1).contains(share) else {
        throw Mistake(message: "'\(word)': expected a share in 0…1, as in quantile(0.9)")
      }
      self = .quantile(share)
    case "top":
      guard argument.isEmpty || argument.hasSuffix(")"), let limit = argument.isEmpty ? 3 : Int(inside),
        limit > 0
      else { throw Mistake(message: "'\(word)': expected a whole number from 1, as in top(3)") }
      self = .categories(limit)
    case "histogram" where argument.isEmpty: self = .categories(nil)
    case "concat" where argument.isEmpty: self = .concatenation
    default:
      guard argument.isEmpty, let kind = Aggregation.Kind(rawValue: name) else {
        let names = ColumnAggregation.words.map { String($0.prefix { $0 != "(" }) }
        throw Mistake(
          message: "unknown kind '\(word)'"
            + (Suggestion.closest(to: word, among: names).map { " (did you mean '\($0)'?)" }
              ?? Suggestion.clause(for: word, among: ColumnAggregation.words)))
      }
      self = .number(kind)
    }
  }

  package func aggregate(
    _ attribute: String, of frame: Frame, context: RunContext
  ) throws(ClusteringError) -> FrameAggregate {
    switch self {
    case .number(let kind): try FrameAggregate(Aggregation(kind, of: attribute), of: frame, context: context)
    case .quantile(let share):
      try FrameAggregate(Aggregation(quantile: share, of: attribute), of: frame, context: context)
    case .categories(let limit):
      try FrameAggregate(categoriesOf: attribute, most: limit, of: frame, context: context)
    case .concatenation: try FrameAggregate(concatenationOf: attribute, of: frame, context: context)
    }
  }
}
