package import Pinfold
package import PinfoldDefinitions
package import PinfoldDrawing

/// Draws how the markers of one view become those of another.
package struct PlotTransition: Verb {
  package var transitions: TransitionSource
  package var options: TransitionPictureOptions

  package init(_ transitions: TransitionSource, _ options: TransitionPictureOptions) {
    (self.transitions, self.options) = (transitions, options)
  }

  package func run(_ context: VerbContext) throws(VerbError) -> DrawnPicture {
    try VerbError.wrapping {
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
