package import Pinfold
package import PinfoldDefinitions
package import PinfoldDrawing
import PinfoldEvaluation

/// Writes a map as an HTML page that is panned, zoomed and played.
package struct PlotPage: Verb {
  package var map: MapSource
  package var options: PageOptions

  package init(_ map: MapSource, _ options: PageOptions) { (self.map, self.options) = (map, options) }

  package func run(_ context: VerbContext) throws(VerbError) -> String {
    try VerbError.wrapping {
      let (map, view) = try map.map(context)
      if let view { context.note(viewOf: try map.map.frame(for: view, context: context.run)) }
      var page = MapPage(title: options.title ?? map.title)
      page.hasCoast = options.base.coast
      return try options.own.html(
        of: map.map, on: page, opening: view ?? ScreenDefinition().viewport.fitted(toMostOf: map.map.points),
        style: options.style, theme: options.theme,
        context: context.run)
    }
  }
}

/// The options of a page.
package typealias PageOptions = ThemedOptions<PageDefinition>

/// The options of a drawing that pages and transitions have too, and those of their own.
package struct ThemedOptions<Own: ThemedDefinition>: Definition {
  package private(set) var title: String?
  package private(set) var theme = PictureTheme.auto
  package private(set) var own = Own()
  package private(set) var base = BaseMapDefinition()
  package private(set) var style = StyleDefinition()

  package init() {}

  package init(_ drawing: DrawingDefinition, _ own: Own) {
    (theme, base, style, self.own) = (drawing.theme, drawing.base, drawing.style, own)
  }

  package static var owner: String { Own.function }

  package static var options: [DefinedOption<Self>] {
    [
      DefinedOption("title", \Self.title, "A title."),
      DefinedOption("theme", \.theme, DrawingDefinition.themeHelp),
    ]
      + Own.options(in: \.own) + BaseMapDefinition.options(in: \.base)
      + StyleDefinition.options(in: \.style)
  }

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try style.complete(at: node, registry: registry)
  }
}

/// Options that a kind of picture has besides those of drawings.
package protocol ThemedDefinition: Definition {
  /// The function that takes the options, for messages.
  static var function: String { get }
}

extension PageDefinition: ThemedDefinition { package static let function = "page" }
extension MotionDefinition: ThemedDefinition { package static let function = "plot" }
