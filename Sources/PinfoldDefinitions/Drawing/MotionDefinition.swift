package import Pinfold
package import PinfoldDrawing

/// Whether the drawing of a transition moves.
package struct MotionDefinition: Definition, Hashable, Sendable {
  package private(set) var moves = false

  package init() {}

  package static let owner = "a drawing of a transition"

  package static let options: [DefinedOption<MotionDefinition>] = [
    DefinedOption(
      "moves", \.moves,
      "Animate the transition, forth and back, in an SVG without scripts; draws no arrows.")
  ]
}

extension TransitionDrawing {
  /// Draws a transition, playing or still.
  ///
  /// - Throws: ``DefinitionError`` where a turned view should play.
  package func picture(
    of transition: MarkerTransitions, from old: Frame, to new: Frame, moves: Bool
  ) throws(DefinitionError) -> Picture {
    guard moves else { return picture(of: transition, from: old, to: new) }
    guard let picture = movingPicture(of: transition, from: old, to: new) else {
      throw DefinitionError(place: "moves", message: "a rotated view cannot be animated; leave out bearing")
    }
    return picture
  }
}
