import Pinfold
import PinfoldData
import PinfoldDrawing

/// What markers show, and are sized and coloured by: counts, weights, or a column over each cluster's points.
package enum MarkerNumber: Hashable, Sendable {
  case count
  case weight
  case column(ColumnAggregation)
}

extension MarkerNumber: OptionValue {
  package static var kind: OptionKind { .text }

  package init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError) {
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

  package var shown: String? {
    switch self {
    case .count: "count"
    case .weight: "weight"
    case .column(let aggregation): "\(aggregation.column):\(aggregation.kind)"
    }
  }
}

extension MarkerNumber {
  /// What the markers of a frame show; nil for counts.
  ///
  /// - Parameter columnName: a column's name in the data, of the name that the user gave it.
  /// - Throws: ``Pinfold/ClusteringError`` for an attribute that is missing or of the wrong type, and as the
  ///   context asks.
  func values(
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
  /// Whether it makes a number of each cluster.
  fileprivate var isNumber: Bool {
    switch self {
    case .number, .quantile: true
    case .categories, .concatenation: false
    }
  }
}
