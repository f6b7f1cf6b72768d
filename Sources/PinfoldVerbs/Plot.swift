package import Pinfold
package import PinfoldDefinitions
package import PinfoldDrawing
import PinfoldEvaluation

/// Draws frames as maps: one alone, or several side by side.
package struct Plot: Verb {
  package var frames: FrameSource
  package var options: PictureOptions

  /// Whether a frame without a title in the options has that of its map.
  package var isTitled: Bool

  package init(_ frames: FrameSource, _ options: PictureOptions, isTitled: Bool = false) {
    (self.frames, self.options, self.isTitled) = (frames, options, isTitled)
  }

  package init(_ frame: NamedFrame, _ options: FramePictureOptions = FramePictureOptions()) {
    self.init(.made([frame]), options.picture)
  }

  package func answer(_ context: VerbContext) throws -> DrawnPicture {
    var shapes: [Bool: [MapShapes]] = [:]
    for isPlanar in frames.planarities {
      shapes[isPlanar] = try options.drawing.base.shapes(isPlanar: isPlanar)
    }
    var titles = options.titles[...]
    var isFirst = true
    let pictures = try frames.forEach(context) { frame in
      if let note = options.drawing.overlapNote(of: frame.frame, by: frame.map?.map.clusterer), isFirst {
        context.note(note)
        isFirst = false
      }
      let title = titles.popFirst() ?? (isTitled ? frame.map?.title : nil)
      return try options.drawing.picture(
        of: frame.frame, on: frame.map?.map, shapes: shapes[!frame.frame.points.projection.wraps] ?? [],
        title: title, context: context.run, columnName: frame.columnName)
    }
    return DrawnPicture(options.arranged(pictures), in: options.drawing.theme)
  }
}

/// A picture with the requested colors.
package struct DrawnPicture: Sendable {
  package let picture: Picture
  package let theme: PictureTheme

  init(_ picture: Picture, in theme: PictureTheme) { (self.picture, self.theme) = (picture, theme) }

  package var svg: String { picture.svg(in: theme) }
}

/// The options of a picture of frames side by side.
package struct PictureOptions: Definition {
  package var titles: [String] = []
  package var drawing = DrawingDefinition()
  private var columns: Int?

  /// Whether the picture is of one frame, without a margin.
  fileprivate var isAlone = false

  package init() {}

  package init(_ drawing: DrawingDefinition) { self.drawing = drawing }

  package static let owner = "plot"
  package static let options: [DefinedOption<PictureOptions>] =
    [
      DefinedOption("titles", \.titles, "A title for each frame."),
      DefinedOption(
        "columns", \.columns, takes: .integer(1...1000), standard: "as many as make a square",
        "The number of pictures side by side."),
    ] + DrawingDefinition.options(in: \.drawing)

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try drawing.complete(at: node, registry: registry)
  }

  fileprivate func arranged(_ pictures: [Picture]) -> Picture {
    isAlone ? pictures[0] : .grid(pictures, columns: columns ?? Picture.columns(for: pictures.count))
  }
}

/// The options of a picture of one frame.
package struct FramePictureOptions: Definition {
  private var heading = TitleDefinition()
  private var drawing = DrawingDefinition()

  package init() {}

  package static let owner = "plot"
  package static let options: [DefinedOption<FramePictureOptions>] =
    TitleDefinition.options(in: \.heading) + DrawingDefinition.options(in: \.drawing)

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try drawing.complete(at: node, registry: registry)
  }

  fileprivate var picture: PictureOptions {
    var picture = PictureOptions(drawing)
    picture.titles = heading.title.map { [$0] } ?? []
    picture.isAlone = true
    return picture
  }
}

/// Draws how the markers of one view become those of another.
package struct PlotTransition: Verb {
  package var transitions: TransitionSource
  package var options: TransitionPictureOptions

  package init(_ transitions: TransitionSource, _ options: TransitionPictureOptions) {
    (self.transitions, self.options) = (transitions, options)
  }

  package func answer(_ context: VerbContext) throws -> DrawnPicture {
    let shapes = try options.base.shapes(isPlanar: transitions.isPlanar)
    func picture(_ transition: NamedTransition, title: String?) throws -> Picture {
      var drawing = TransitionDrawing(title: title)
      drawing.hasCoast = options.base.coast
      drawing.shapes = shapes
      return try drawing.picture(
        of: transition.transition, from: transition.old,
        to: options.style.applied(to: transition.new, by: nil),
        moves: options.motion.moves)
    }
    let isAsked = transitions.isAsked
    let pictures = try transitions.transitions(context).map {
      try picture($0, title: options.title ?? (isAsked ? $0.title : nil))
    }
    let whole =
      isAsked ? Picture.grid(pictures, columns: Picture.columns(for: pictures.count)) : pictures[0]
    return DrawnPicture(whole, in: options.theme)
  }
}

/// The options of a transition's picture: those that it shares with maps, and its own.
package struct TransitionPictureOptions: Definition {
  private var heading = TitleDefinition()
  package private(set) var theme = PictureTheme.auto
  package private(set) var motion = MotionDefinition()
  package private(set) var base = BaseMapDefinition()
  package private(set) var style = StyleDefinition()

  package init() {}

  package var title: String? { heading.title }

  package init(_ drawing: DrawingDefinition, _ motion: MotionDefinition, title: String? = nil) {
    heading.title = title
    (theme, base, style, self.motion) = (drawing.theme, drawing.base, drawing.style, motion)
  }

  package static let owner = "plot"

  package static let options: [DefinedOption<TransitionPictureOptions>] =
    TitleDefinition.options(in: \.heading) + [
      DefinedOption("theme", \.theme, DrawingDefinition.themeHelp)
    ] + MotionDefinition.options(in: \.motion) + BaseMapDefinition.options(in: \.base)
    + StyleDefinition.options(in: \.style)

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try style.complete(at: node, registry: registry)
  }
}

/// Writes a map as an HTML page that is panned, zoomed and played.
package struct PlotPage: Verb {
  package var map: MapSource
  package var options: PageOptions

  package init(_ map: MapSource, _ options: PageOptions) { (self.map, self.options) = (map, options) }

  package func answer(_ context: VerbContext) throws -> String {
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
