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
      "What markers show and are sized and colored by: count, weight, or a column, as in population:sum. fuel:top colors "
        + "them by their most frequent fuel; capacity:sum,fuel:top sizes them by capacity too.")
  ]
}

/// The number that markers show and are sized and colored by: counts, weights, or a summary of a column.
package enum MarkerNumber: Hashable, Sendable {
  case count
  case weight
  case column(ColumnAggregation)

  /// A number, with colors by the most frequent value of a column.
  indirect case category(ColumnCategory, of: MarkerNumber)
}

/// The most frequent values of a column, each of which has a color.
package struct ColumnCategory: Hashable, Sendable {
  package var column: String

  /// How many values have colors of their own.
  package var most = MarkerCategories.most
}

extension MarkerNumber: OptionValue {
  package static var kind: ParameterKind { .text }

  package init(
    _ node: Node, of name: String, kind: ParameterKind, registry: Registry
  ) throws(DefinitionError) {
    if let (number, category) = try Self.category(node, of: name) {
      let text = Node(.text(number), place: node.place)
      self = .category(category, of: try MarkerNumber(text, of: name, kind: kind, registry: registry))
      return
    }
    switch node.text {
    case "count": self = .count
    case "weight": self = .weight
    case let text? where text.contains(":"):
      let aggregations = try ColumnAggregation.list(node)
      guard aggregations.count == 1, aggregations[0].kind.isNumber else {
        throw node.mistake(name, takes: "a column and one kind that makes a number, as in population:sum")
      }
      self = .column(aggregations[0])
    default:
      throw node.mistake(
        name,
        takes:
          "count, weight, column:kind, as in population:sum, or column:top, as in fuel:top for colors by fuel"
      )
    }
  }

  /// What `capacity:sum,fuel:top` says of colors, and what is before it; nil where it says nothing of them.
  private static func category(
    _ node: Node, of name: String
  ) throws(DefinitionError) -> (number: String, category: ColumnCategory)? {
    guard let text = node.text, let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let kind = try? ColumnAggregation.Kind(String(text[text.index(after: colon)...])),
      case .categories(let limit?) = kind
    else { return nil }
    let most = text.hasSuffix(":top") ? MarkerCategories.most : limit
    guard most <= MarkerCategories.most else {
      throw node.mistake(
        name, takes: "at most top(\(MarkerCategories.most)): more colors cannot be told apart")
    }
    // Names of columns may have commas.
    let comma = text[..<colon].lastIndex(of: ",").flatMap { comma in
      let before = text[..<comma]
      return before == "count" || before == "weight" || before.contains(":") ? comma : nil
    }
    let column = comma.map { text[text.index(after: $0)..<colon].drop { $0 == " " } } ?? text[..<colon]
    return (
      comma.map { String(text[..<$0]) } ?? "count", ColumnCategory(column: String(column), most: most)
    )
  }

  package var standard: String? {
    switch self {
    case .count: "count"
    case .weight: "weight"
    case .column(let aggregation): "\(aggregation.column):\(aggregation.kind.word)"
    case .category(let category, let number):
      (number == .count ? "" : (number.standard ?? "") + ",") + category.column + ":top"
        + (category.most == MarkerCategories.most ? "" : "(\(category.most))")
    }
  }

  /// Whether sizes show the number of points.
  var isCount: Bool {
    switch self {
    case .count: true
    case .weight, .column: false
    case .category(_, let number): number.isCount
    }
  }

  /// The columns that it is about.
  package var columns: [String] {
    switch self {
    case .count, .weight: []
    case .column(let aggregation): [aggregation.column]
    case .category(let category, let number): number.columns + [category.column]
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
    case .category(_, let number):
      return try number.values(of: frame, context: context, columnName: columnName)
    case .column(let aggregation):
      let aggregate = try aggregation.kind.aggregate(
        columnName(aggregation.column), of: frame, context: context)
      guard let numbers = aggregate.numbers else {
        preconditionFailure("a kind that makes no numbers")
      }
      return MarkerValues(name: "\(aggregate.label) of \(aggregation.column)", values: numbers)
    }
  }

  /// The values of the column that colors show; nil where they show the number.
  ///
  /// - Parameters:
  ///   - columnName: as for ``values(of:context:columnName:)``.
  ///   - known: those of an earlier frame, which are taken where they are the same.
  /// - Throws: ``Pinfold/ClusteringError`` for an attribute that is missing.
  package func ranks(
    in points: PointSet, columnName: (String) -> String, known: CategoryRanks? = nil
  ) throws(ClusteringError) -> CategoryRanks? {
    guard case .category(let category, _) = self else { return nil }
    let column = columnName(category.column)
    if let known, known.column == column, known.most == category.most, known.points.isIdentical(to: points) {
      return known
    }
    return try CategoryRanks(
      of: column, named: "most frequent \(category.column)", most: category.most, in: points)
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
