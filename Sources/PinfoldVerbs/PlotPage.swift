package import Pinfold
package import PinfoldDefinitions
package import PinfoldDrawing
import PinfoldEvaluation

/// Writes a map as an HTML page that is panned, zoomed and played.
package struct PlotPage: Verb {
  package var map: MapSource

  /// What to draw, and how.
  package var options: PageOptions

  package init(_ map: MapSource, _ options: PageOptions) { (self.map, self.options) = (map, options) }

  package func run(_ context: VerbContext) throws(VerbError) -> String {
    try VerbError.wrapping {
      let (map, view) = try map.map(context)
      if let view { context.note(viewOf: try map.map.frame(for: view, context: context.run)) }
      var page = MapPage(title: options.title ?? map.title)
      page.hasCoast = options.base.coast
      return try options.page.html(
        of: map.map, on: page, opening: view ?? ScreenDefinition().viewport.fitted(to: map.map.points),
        style: options.style, theme: options.theme,
        context: context.run)
    }
  }
}

/// The options of a page.
package struct PageOptions: Definition {
  package private(set) var title: String?
  package private(set) var theme = PictureTheme.auto
  package private(set) var page = PageDefinition()
  package private(set) var base = BaseMapDefinition()
  package private(set) var style = StyleDefinition()

  package init() {}

  /// The options of a drawing that concern pages too.
  package init(_ drawing: DrawingDefinition, _ page: PageDefinition) {
    (theme, base, style, self.page) = (drawing.theme, drawing.base, drawing.style, page)
  }

  package static let owner = "page"

  package static let options =
    [
      DefinedOption("title", \PageOptions.title, "A title."),
      DefinedOption("theme", \.theme, DrawingDefinition.themeHelp),
    ]
    + PageDefinition.options(in: \.page) + BaseMapDefinition.options(in: \.base)
    + StyleDefinition.options(in: \.style)

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try style.complete(at: node, registry: registry)
  }
}
