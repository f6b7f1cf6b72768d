package import Pinfold

/// The statistics of columns that each cluster is to have.
package struct AggregatesDefinition: Definition, Hashable, Sendable {
  /// The aggregations, in the order given and without repetitions.
  package private(set) var aggregations: [Aggregation] = []

  package init() {}

  package static let owner = "a result"

  package static let options: [DefinedOption<AggregatesDefinition>] = [
    DefinedOption(
      "aggregates", .list(.type("string", "column:kinds, as in population:sum,mean")), value: "column:kinds",
      example: "population:sum", flag: "--aggregate",
      "What to compute of a column over each cluster's points: count, sum, mean, min, max or distinct, as in "
        + "population:sum,mean."
    ) { (result, node, _) throws(DefinitionError) in
      for aggregation in try node.elements.each(Aggregation.all)
      where !result.aggregations.contains(aggregation) {
        result.aggregations.append(aggregation)
      }
    }
  ]
}

extension Aggregation {
  /// The aggregations that a text names: `population:sum,mean`.
  fileprivate static func all(_ node: Node) throws(DefinitionError) -> [Aggregation] {
    // Names of columns may have colons; kinds have none.
    guard let text = node.text, let colon = text.lastIndex(of: ":"), colon > text.startIndex else {
      throw DefinitionError(
        place: "\(node.place) \(node.shown)", message: "expected column:kinds, as in population:sum,mean")
    }
    var all: [Aggregation] = []
    for word in text[text.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false) {
      do { all.append(Aggregation(try Kind(named: String(word)), of: String(text[..<colon]))) } catch {
        throw DefinitionError(place: "\(node.place) '\(text)'", message: "\(error)")
      }
    }
    return all
  }
}

extension Aggregation.Kind {
  /// The kind of a name.
  package init(named name: String) throws(UnknownAggregation) {
    guard let kind = Self(rawValue: name) else { throw UnknownAggregation(name: name) }
    self = kind
  }
}

/// The error of a name that is no kind of aggregation.
package struct UnknownAggregation: Error, CustomStringConvertible {
  let name: String

  package var description: String {
    "unknown kind '\(name)'" + Suggestion.clause(for: name, among: Aggregation.Kind.allCases.map(\.rawValue))
  }
}
