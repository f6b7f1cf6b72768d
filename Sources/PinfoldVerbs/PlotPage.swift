package import Pinfold
package import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation

/// Writes a map as an HTML page that is panned, zoomed and played.
package struct PlotPage: Verb {
  package var map: MapSource
  package var options: PageOptions

  package init(_ map: MapSource, _ options: PageOptions) { (self.map, self.options) = (map, options) }

  package func run(_ context: VerbContext) throws(VerbError) -> String {
    try VerbError.wrapping {
      let source = self.map
      let shapes = try options.drawing.base.shapes(isPlanar: source.isPlanar)
      let (map, view) = try source.map(context)
      if let view { context.note(viewOf: try map.map.frame(for: view, context: context.run)) }
      let points = map.map.points
      let start = view ?? ScreenDefinition().viewport.fitted(toMostOf: points)
      let box =
        source.choosesView || points.count == 0
        ? nil : points.mainBounds(width: start.width, height: start.height)
      let counts = box.flatMap(points.countsAround)
      return try options.page.html(
        of: map.map, titled: options.title ?? map.title, options.drawing, over: shapes,
        opening: start,
        fit: box.map { MapPage.Fit(box: $0, countsAround: counts) }, isAround: counts != nil,
        context: context.run, columnName: map.data.columnName)
    }
  }
}

/// The options of a page: those of drawings, and its own.
package struct PageOptions: Definition {
  private var heading = TitleDefinition()
  package private(set) var page = PageDefinition()
  package private(set) var drawing = DrawingDefinition()

  package init() {}

  package init(_ drawing: DrawingDefinition, _ page: PageDefinition, title: String? = nil) {
    (self.drawing, self.page) = (drawing, page)
    heading.title = title
  }

  package var title: String? { heading.title }

  package static let owner = "page"

  package static let options: [DefinedOption<PageOptions>] =
    TitleDefinition.options(in: \.heading) + PageDefinition.options(in: \.page)
    + DrawingDefinition.options(in: \.drawing)

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try drawing.complete(at: node, registry: registry)
  }
}
