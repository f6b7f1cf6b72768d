import Pinfold
package import PinfoldDefinitions
import PinfoldDrawing

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
          of: transition.transition, from: transition.old, to: options.style.applied(to: transition.new),
          moves: options.own.moves)
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

/// The options of a transition's picture.
package typealias TransitionPictureOptions = ThemedOptions<MotionDefinition>
