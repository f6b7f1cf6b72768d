package import Pinfold
package import PinfoldDefinitions

/// What a page shows, for the program that serves it.
package struct LiveSight: Sendable {
  /// The view that the page asked for last.
  package var view: Viewport

  /// The panes from left to right, those that have a frame.
  package var panes: [Pane]

  /// The selected points by canonical index, in order.
  package var selection: [Int]

  /// What one pane shows.
  package struct Pane: Sendable {
    /// The frame at the end of the transition.
    package var frame: Frame

    /// The map that made the frame.
    package var map: ClusterMap

    /// The strategy of the map, as it is named.
    package var strategy: ClustererDefinition
  }
}
