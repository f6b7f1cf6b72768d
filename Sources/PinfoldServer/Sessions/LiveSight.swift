package import Pinfold
package import PinfoldVerbs

/// What a page shows, for the program that serves it.
package struct LiveSight: Sendable {
  /// The view that the page asked for last.
  package var view: Viewport

  /// The frames of the panes from left to right, those at the end of transitions.
  package var panes: [NamedFrame]

  /// The selected points by canonical index, in order.
  package var selection: [Int]
}
