import Pinfold
import PinfoldDefinitions

/// Selects points: those of a cluster, those in a box, one by its index, or none; answered by a
/// ``SelectionMessage``.
struct SelectRequest: Definition {
  private var pane: Int?
  private var plan: Int?
  private var cluster: Int?
  private var box: [Double] = []
  private var point: Int?

  /// What to select.
  private(set) var subject = Subject.nothing

  /// Things to select.
  enum Subject: Hashable, Sendable {
    case nothing
    case cluster(Int, plan: Int, pane: Int)

    /// A box of the unit square, from its west edge to the east.
    case box(west: Double, north: Double, east: Double, south: Double)

    /// A point by its canonical index, as a ``FoundMessage`` names it.
    case point(Int)
  }

  static let owner = "a selection"

  static let options: [DefinedOption<SelectRequest>] = [
    DefinedOption("pane", \.pane, "The pane of the cluster."),
    DefinedOption("plan", \.plan, "The plan whose new frame has the cluster."),
    DefinedOption("cluster", \.cluster, "The index of the cluster in it."),
    DefinedOption(
      "box", \.box, takes: .list(of: .number(-1e6...1e6)), "West, north, east and south on the unit square."),
    DefinedOption("point", \.point, "The canonical index of a point."),
  ]

  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    switch (cluster, box.count, point) {
    case (nil, 0, nil): subject = .nothing
    case (let cluster?, 0, nil):
      guard let pane, let plan else { throw node.mistake("a cluster is one of a 'pane' and a 'plan'") }
      subject = .cluster(cluster, plan: plan, pane: pane)
    case (nil, 4, nil):
      guard box[0] <= box[2], box[1] <= box[3] else {
        throw node.mistake("a box goes from west to east and from north to south")
      }
      subject = .box(west: box[0], north: box[1], east: box[2], south: box[3])
    case (nil, 0, let point?): subject = .point(point)
    default: throw node.mistake("select a 'cluster', a 'box' of four numbers, or a 'point'")
    }
  }
}
