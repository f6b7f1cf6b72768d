package import Pinfold
package import PinfoldDefinitions
import PinfoldEvaluation

/// The initial state of a page whose address does not specify any.
package struct LiveBeginning: Sendable {
  package static let mostPanes = 4

  /// The view, without the screen's size, which the page decides; nil for all points.
  var view: Viewport?

  var strategies: [ClustererDefinition]

  /// The number that markers show.
  let by: MarkerNumber

  /// Whether the page tries strategies when it opens, and shows the best.
  let suggests: Bool

  /// The words of a command line that name the data, for the line that makes a view again; none where no
  /// command line can.
  let words: [String]

  /// The Lua expression that makes the data; nil where whoever opened the map has them already.
  let lua: String?

  package init(
    view: Viewport?, strategies: [ClustererDefinition], by: MarkerNumber = .count, suggests: Bool = false,
    words: [String] = [], lua: String? = nil
  ) {
    (self.view, self.strategies, self.by) = (view, strategies, by)
    (self.suggests, self.words, self.lua) = (suggests, words, lua)
  }
}

/// What a contract says of the strategy that is being written.
package struct LiveVerdict: Sendable {
  package enum State: String, Sendable { case checking, held, broken }

  package var state: State

  /// One line for the page.
  package var text: String

  /// What shows a violation; nil where nothing does.
  package var proof: Proof?

  /// A few points, and the views of them that break a rule.
  package struct Proof: Sendable {
    let name: String
    let points: PointSet

    /// One or more, with north up.
    let views: [Viewport]

    let strategy: ClustererDefinition

    package init(_ name: String, _ points: PointSet, in views: [Viewport], by strategy: ClustererDefinition) {
      let all = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0).fitted(to: points)
      self.views = (views.isEmpty ? [all] : views).map { view in
        var view = view
        view.bearing = 0
        return view
      }
      (self.name, self.points, self.strategy) = (name, points, strategy)
    }
  }

  package init(_ state: State, _ text: String, proof: Proof? = nil) {
    (self.state, self.text, self.proof) = (state, text, proof)
  }
}

/// Asks for a view of the points that break a rule, or for the data.
struct ProofRequest: Definition {
  private(set) var step = 0
  static let owner = "a proof"
  static let options: [DefinedOption<ProofRequest>] = [
    DefinedOption("step", \.step, takes: .integer(0...1000), "The view, counted from 1; 0 for the data.")
  ]
}
