package import Pinfold
package import PinfoldDefinitions

/// How a page begins whose address says nothing else.
package struct LiveBeginning: Sendable {
  /// The view, of which the screen's size is the page's to say; nil for all points.
  package var view: Viewport?

  /// The strategies, one for each pane.
  package var strategies: [ClustererDefinition]

  /// The words of a command line that name the data, for the line that makes a view again.
  package var words: [String]

  /// Gathers what a page begins with.
  package init(view: Viewport?, strategies: [ClustererDefinition], words: [String] = []) {
    self.view = view
    self.strategies = strategies
    self.words = words
  }
}
