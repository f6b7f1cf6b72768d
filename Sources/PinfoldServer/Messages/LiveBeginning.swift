package import Pinfold
package import PinfoldDefinitions

/// How a page begins whose address says nothing else.
package struct LiveBeginning: Sendable {
  /// The most strategies, one for each pane of a page.
  package static let mostPanes = 4

  /// The view, of which the screen's size is the page's to say; nil for all points.
  package var view: Viewport?

  /// The strategies, one for each pane.
  package var strategies: [ClustererDefinition]

  /// The words of a command line that name the data, for the line that makes a view again; none where no
  /// command line can.
  package var words: [String]

  /// The Lua expression that makes the data; nil where whoever opened the map has them already.
  package var lua: String?

  /// Gathers what a page begins with.
  package init(
    view: Viewport?, strategies: [ClustererDefinition], words: [String] = [], lua: String? = nil
  ) {
    self.lua = lua
    self.view = view
    self.strategies = strategies
    self.words = words
  }
}
