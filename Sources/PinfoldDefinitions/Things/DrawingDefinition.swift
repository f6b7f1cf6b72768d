package import Pinfold
package import PinfoldDrawing

/// The layers of a map, its colours and the size of its markers.
package struct DrawingDefinition: Definition, Hashable, Sendable {
  private var layers: MapDrawing.Layers?

  /// The colours.
  package private(set) var theme = PictureTheme.auto

  /// The size of markers.
  private var style = StyleDefinition()

  package init() {}

  package static let owner = "a drawing"

  package static let options: [DefinedOption<DrawingDefinition>] =
    [
      DefinedOption(
        "layers", .list(.scalar(.choice(MapDrawing.Layers.names.map(\.name)))),
        standard: "graticule, points, markers and scale", example: "points,hulls",
        "What to draw, as in points,hulls,markers."
      ) { (drawing, node, _) throws(DefinitionError) in
        let names = try node.alternatives.map { (node) throws(DefinitionError) in
          guard let name = node.text else { throw node.mistake("layers", takes: "names of layers") }
          return name
        }
        do { drawing.layers = try MapDrawing.Layers(names: names) } catch { throw node.mistake("\(error)") }
      },
      DefinedOption("theme", \.theme, themeHelp),
    ] + StyleDefinition.options(in: \.style)

  /// The help of the option that chooses colours.
  package static let themeHelp =
    "Colours: as the reader prefers, which PNG, PDF and terminals cannot know and take for light."

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try style.complete(at: node, registry: registry)
  }

  /// Whether the definition chooses layers.
  package var choosesLayers: Bool { layers != nil }

  /// The drawing of a frame.
  ///
  /// - Parameter usual: the default sizes of markers.
  package func map(title: String?, usual: MarkerStyle = MarkerStyle()) -> MapDrawing {
    var drawing = MapDrawing(title: title, layers: layers ?? .standard)
    drawing.style = style(usual: usual)
    return drawing
  }

  /// The size of markers.
  ///
  /// - Parameter usual: the default.
  package func style(usual: MarkerStyle = MarkerStyle()) -> MarkerStyle {
    style == StyleDefinition() ? usual : style.style
  }
}
