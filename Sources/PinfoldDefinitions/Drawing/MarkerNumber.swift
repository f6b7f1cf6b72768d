package import Pinfold
import PinfoldData
package import PinfoldDrawing

/// The number that markers show.
package struct MarkerNumberDefinition: Definition, Hashable, Sendable {
  package var by = MarkerNumber.count

  package init() {}

  package static let owner = "markers"

  package static let options: [DefinedOption<MarkerNumberDefinition>] = [
    DefinedOption(
      "by", \.by, value: "count|weight|column:kind", example: "population:sum",
      "What markers show and are sized and colored by: count, weight, or a column, as in population:sum.")
  ]
}

/// The number that markers show and are sized and colored by: counts, weights, or a summary of a column.
package enum MarkerNumber: Hashable, Sendable {
  case count
  case weight
  case column(ColumnAggregation)
}

extension MarkerNumber: OptionValue {
  package static var kind: ParameterKind { .text }

  package init(
    _ node: Node, of name: String, kind: ParameterKind, registry: Registry
  ) throws(DefinitionError) {
    switch node.text {
    case "count": self = .count
    case "weight": self = .weight
    case let text? where text.contains(":"):
      let aggregations = try ColumnAggregation.list(node)
      guard aggregations.count == 1, aggregations[0].kind.isNumber else {
        throw node.mistake(name, takes: "a column and one kind that makes a number, as in population:sum")
      }
      self = .column(aggregations[0])
    default: throw node.mistake(name, takes: "count, weight, or column:kind, as in population:sum")
    }
  }

  package var standard: String? {
    switch self {
    case .count: "count"
    case .weight: "weight"
    case .column(let aggregation): "\(aggregation.column):\(aggregation.kind.word)"
    }
  }
}

extension MarkerNumber {
  /// The numbers of a frame's markers; nil for counts.
  ///
  /// - Parameter columnName: maps the name of a column given by the user to its name in the data.
  /// - Throws: ``Pinfold/ClusteringError`` for an attribute that is missing or of the wrong type, and if the
  ///   context stops the call.
  package func values(
    of frame: Frame, context: RunContext, columnName: (String) -> String
  ) throws(ClusteringError) -> MarkerValues? {
    switch self {
    case .count: return nil
    case .weight: return MarkerValues(name: "weight", values: frame.weights)
    case .column(let aggregation):
      let aggregate = try aggregation.kind.aggregate(
        columnName(aggregation.column), of: frame, context: context)
      guard let numbers = aggregate.numbers else {
        preconditionFailure("a kind that makes no numbers")
      }
      return MarkerValues(name: "\(aggregate.label) of \(aggregation.column)", values: numbers)
    }
  }
}

extension ColumnAggregation.Kind {
  /// The kind as users write it.
  fileprivate var word: String {
    switch self {
    case .number(let kind): kind.rawValue
    case .quantile(let share): "quantile(\(ParameterValue.number(share)))"
    case .categories(let limit): limit.map { "top(\($0))" } ?? "histogram"
    case .concatenation: "concat"
    }
  }

  /// Whether the summary of a cluster is a number.
  fileprivate var isNumber: Bool {
    switch self {
    case .number, .quantile: true
    case .categories, .concatenation: false
    }
  }
}
