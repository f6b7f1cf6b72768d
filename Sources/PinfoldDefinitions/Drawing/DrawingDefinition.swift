package import Pinfold
package import PinfoldData
package import PinfoldDrawing

/// The layers of a map, its colors, and the numbers and sizes of its markers.
package struct DrawingDefinition: Definition, Hashable, Sendable {
  private var layers: MapDrawing.Layers?
  package private(set) var theme = PictureTheme.auto
  package private(set) var base = BaseMapDefinition()
  private var by = MarkerNumber.count
  private var names: String?
  package private(set) var style = StyleDefinition()

  package init() {}

  package static let owner = "a drawing"

  package static let options: [DefinedOption<DrawingDefinition>] =
    [
      DefinedOption(
        "layers", .list(of: .choice(MapDrawing.Layers.names.map(\.name))),
        standard: "coast, graticule, points, towns, markers, scale and legend", example: "points,hulls",
        "What to draw, as in points,hulls,markers."
      ) { (drawing, node, _) throws(DefinitionError) in
        let names = try node.alternatives.map { (node) throws(DefinitionError) in
          guard let name = node.text else { throw node.mistake("layers", takes: "names of layers") }
          return name
        }
        do { drawing.layers = try MapDrawing.Layers(names: names) } catch { throw node.mistake("\(error)") }
      },
      DefinedOption("theme", \.theme, themeHelp),
      DefinedOption(
        "by", \.by, value: "count|weight|column:kind", example: "population:sum",
        "What markers show and are sized and coloured by: count, weight, or a column, as in population:sum."),
      DefinedOption(
        "names", \.names, value: "column", example: "name",
        "Column whose texts name single points on the map, where there is room."),
    ] + BaseMapDefinition.options(in: \.base) + StyleDefinition.options(in: \.style)

  /// The help of the option that chooses colors.
  package static let themeHelp =
    "Colours: as the reader prefers, which PNG and PDF cannot know and take for light; a terminal is dark "
    + "unless COLORFGBG says otherwise."

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try style.complete(at: node, registry: registry)
  }

  package var choosesLayers: Bool { layers != nil }

  /// The first option that only pictures have, which a page would leave out; nil for none.
  package var onlyForPictures: String? {
    layers != nil ? "layers" : by != .count ? "by" : names != nil ? "names" : base.base.isEmpty ? nil : "base"
  }

  /// The columns to load for what is drawn.
  package var requests: [ColumnRequest] {
    var requests = names.map { [ColumnRequest($0, option: "--names")] } ?? []
    if case .column(let aggregation) = by {
      requests.append(ColumnRequest(aggregation.column, option: "--by"))
    }
    return requests
  }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - map: the map that made the frame, for the cells of its strategy.
  ///   - shapes: those of ``base``.
  ///   - title: the line above the map; nil for none.
  ///   - columnName: a column's name in the data, of the name that the user gave it.
  /// - Throws: ``Pinfold/ClusteringError`` for an attribute that is missing or of the wrong type, and as the
  ///   context asks.
  package func picture(
    of frame: Frame, on map: ClusterMap?, shapes: [MapShapes], title: String?,
    context: RunContext = RunContext(), columnName: (String) -> String = { $0 }
  ) throws -> Picture {
    let frame = style.applied(to: frame)
    var drawing = MapDrawing(title: title, layers: layers ?? .standard)
    drawing.shapes = shapes
    if !base.coast { drawing.layers.subtract([.coast, .towns]) }
    let cells = drawing.layers.contains(.cells) ? try map?.cells(in: frame.view, context: context) : nil
    return drawing.picture(
      of: frame, cells: cells ?? [],
      values: try by.values(of: frame, context: context, columnName: columnName),
      names: try names.map { frame.names(in: try frame.points.attribute(named: columnName($0))) } ?? [])
  }
}

extension Frame {
  /// The name of each cluster that is a single point, nil for the others.
  fileprivate func names(in attribute: Attribute) -> [String?] {
    (0..<count).map { cluster in
      guard memberCount(of: cluster) == 1 else { return nil }
      var name: String?
      forEachMember(of: cluster) { name = attribute.values.text(at: $0) }
      return name
    }
  }
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
    case .column(let aggregation): "\(aggregation.column):\(aggregation.kind)"
    }
  }
}

extension MarkerNumber {
  /// The numbers of a frame's markers; nil for counts.
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
  /// Whether the summary of a cluster is a number.
  fileprivate var isNumber: Bool {
    switch self {
    case .number, .quantile: true
    case .categories, .concatenation: false
    }
  }
}
