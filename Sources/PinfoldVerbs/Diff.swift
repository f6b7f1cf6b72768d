import Pinfold
import PinfoldData
import PinfoldDefinitions

/// Tells how the markers of one view become those of another.
package struct Diff: Verb {
  package var transition: TransitionSource
  package var showsAll = false

  package init(_ transition: TransitionSource) { self.transition = transition }

  package func answer(_ context: VerbContext) throws -> DiffAnswer {
    try DiffAnswer(try transition.transitions(context)[0], showsAll: showsAll)
  }
}

/// A transition as a table and as JSON.
package struct DiffAnswer {
  private let named: NamedTransition
  private let showsAll: Bool
  private let writer: TransitionWriter

  fileprivate init(_ named: NamedTransition, showsAll: Bool) throws(ClusteringError) {
    (self.named, self.showsAll) = (named, showsAll)
    writer = try TransitionWriter(named.transition, from: named.old, to: named.new)
  }

  /// The JSON document.
  ///
  /// - Precondition: the diff and the map are known.
  package var json: [UInt8] {
    guard let map = named.map, let diff = named.diff else { preconditionFailure("a transition of a map") }
    return writer.json(map.origin(), diff: (diff.registration.name, diff.parameters))
  }

  package var table: String {
    func size(_ frame: Frame) -> String {
      "\(counted(frame.count, "cluster")) of \(counted(frame.pointCount, "point"))"
    }
    let transition = named.transition
    var text = """
      \(named.label): \(Numeral.text(transition.duration)) s, \(transition.easing.rawValue)
      from: \(size(named.old)) at \(named.old.view.viewport.inWords)
      to: \(size(named.new)) at \(named.new.view.viewport.inWords)

      """
    guard !transition.markers.isEmpty else { return text }
    text += "\n" + writer.summary()
    let count = writer.changeCount
    guard count > 0 else { return text }
    let limit = showsAll ? count : 20
    text += "\n" + writer.changes(limit: limit)
    if count > limit { text += "… and \(count - limit) more (--all shows them)\n" }
    return text
  }
}
