package import Pinfold
package import PinfoldData
package import PinfoldDrawing

/// The heading of a drawing.
package struct TitleDefinition: Definition, Hashable, Sendable {
  package var title: String?

  package init() {}

  package static let owner = "a drawing"

  package static let options: [DefinedOption<TitleDefinition>] = [
    DefinedOption("title", \.title, value: "text", example: "Power plants", "A title.")
  ]
}

/// The layers of a map, its colors, and the numbers and sizes of its markers.
package struct DrawingDefinition: Definition, Hashable, Sendable {
  private var layers: MapDrawing.Layers?
  package private(set) var theme = PictureTheme.auto
  package private(set) var base = BaseMapDefinition()
  package var number = MarkerNumberDefinition()
  private var names: String?
  package private(set) var style = StyleDefinition()

  package init() {}

  package static let owner = "a drawing"

  package static let options: [DefinedOption<DrawingDefinition>] =
    [
      DefinedOption(
        "layers", .list(of: .choice(MapDrawing.Layers.names.map(\.name))),
        standard: "coast, graticule, points, towns, markers, scale and legend", example: "points,hulls",
        "Layers to draw, as in points,hulls,markers."
      ) { (drawing, node, _) throws(DefinitionError) in
        let names = try node.alternatives.map { (node) throws(DefinitionError) in
          guard let name = node.text else { throw node.mistake("layers", takes: "names of layers") }
          return name
        }
        do { drawing.layers = try MapDrawing.Layers(names: names) } catch { throw node.mistake("\(error)") }
      },
      DefinedOption("theme", \.theme, themeHelp),
    ] + MarkerNumberDefinition.options(in: \.number) + [
      DefinedOption(
        "names", \.names, value: "column", example: "name",
        "Column with the labels of single points, drawn if there is room.")
    ] + BaseMapDefinition.options(in: \.base) + StyleDefinition.options(in: \.style)

  /// The help of the option that chooses colors.
  package static let themeHelp =
    "Colors. auto follows the reader's preference in SVG and HTML, is light in PNG and PDF, and in a terminal follows "
    + "COLORFGBG, else dark."

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try style.complete(at: node, registry: registry)
  }

  package var choosesLayers: Bool { layers != nil }

  /// The layers that are drawn: no ground where it is switched off.
  package var shownLayers: MapDrawing.Layers {
    let chosen = layers ?? .standard
    return base.coast ? chosen : chosen.subtracting([.coast, .towns])
  }

  /// Why a page cannot have the chosen layers; nil where it can.
  package var layerBeyondPages: String? {
    guard
      let first = MapDrawing.Layers.names.first(where: { layer, _ in
        layers?.contains(layer) == true && !MapPage.pageLayers.contains(layer)
      })
    else { return nil }
    let names = MapDrawing.Layers.names.filter { MapPage.pageLayers.contains($0.layer) }.map(\.name)
    return "'\(first.name)' is a layer of pictures; a page has \(names.joined(separator: ", "))"
  }

  /// The columns to load for what is drawn.
  package var requests: [ColumnRequest] {
    (names.map { [ColumnRequest($0, option: "--names")] } ?? [])
      + number.by.columns.map { ColumnRequest($0, option: "--by") }
  }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - map: the map that made the frame, for the cells of its strategy.
  ///   - shapes: the shapes of ``base``.
  ///   - title: the line above the map; nil for none.
  ///   - columnName: maps the name of a column given by the user to its name in the data.
  /// - Throws: ``Pinfold/ClusteringError`` for an attribute that is missing or of the wrong type, and if the
  ///   context stops the call.
  package func picture(
    of frame: Frame, on map: ClusterMap?, shapes: [MapShapes], title: String?,
    context: RunContext = RunContext(), columnName: (String) -> String = { $0 }
  ) throws -> Picture {
    let frame = style.applied(to: frame, by: map?.clusterer)
    var drawing = MapDrawing(title: title, layers: shownLayers)
    drawing.shapes = shapes
    let cells = drawing.layers.contains(.cells) ? try map?.cells(in: frame.view, context: context) : nil
    return drawing.picture(
      of: frame, cells: cells ?? [],
      values: try values(of: frame, context: context, columnName: columnName),
      categories: try number.by.ranks(in: frame.points, columnName: columnName)?
        .categories(of: frame, context: context),
      names: try self.names(of: frame, columnName: columnName))
  }

  /// That markers may overlap though their strategy keeps them apart, as they are drawn in other sizes; nil
  /// where they are not.
  package func overlapNote(of frame: Frame, by clusterer: Clusterer?) -> String? {
    guard let clusterer, clusterer.markerSeparation != nil else { return nil }
    let reason: String
    if !number.by.isCount || style.given.map({ $0 != frame.markerStyle }) == true {
      reason = "the strategy keeps them apart in its own sizes, which show the number of points"
    } else if clusterer.separation == nil, let chosen = clusterer.representative,
      !(chosen is CentroidRepresentative)
    {
      reason = "the strategy keeps means apart, not representatives; a separation keeps those apart"
    } else if clusterer.separation == nil, !clusterer.limits.areOff {
      reason = "limits dissolve clusters after the strategy kept them apart"
    } else {
      return nil
    }
    return "markers may overlap: \(reason)"
  }

  /// The values that the markers of a frame show; nil for counts.
  ///
  /// - Throws: ``Pinfold/ClusteringError`` for an attribute that is missing or of the wrong type, and if the
  ///   context stops the call.
  func values(
    of frame: Frame, context: RunContext, columnName: (String) -> String
  ) throws(ClusteringError) -> MarkerValues? {
    try number.by.values(of: frame, context: context, columnName: columnName)
  }

  /// The names of the clusters that are single points; empty if none are requested.
  ///
  /// - Throws: ``Pinfold/ClusteringError`` for an attribute that is missing.
  func names(of frame: Frame, columnName: (String) -> String) throws -> [String?] {
    guard let names else { return [] }
    return frame.names(in: try frame.points.attribute(named: columnName(names)))
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
