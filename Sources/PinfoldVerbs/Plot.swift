package import Pinfold
package import PinfoldDefinitions
package import PinfoldDrawing

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

  package func run(_ context: VerbContext) throws(VerbError) -> DrawnPicture {
    try VerbError.wrapping {
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
