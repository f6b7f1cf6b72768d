import Pinfold
import PinfoldDefinitions

/// Asks how a view looks in some panes. Each is answered by a ``FrameMessage``, or by an error; a later
/// request stops what is left of an earlier one.
struct FramesRequest: Definition {
  /// The number of the request; answers repeat it.
  var number = 0

  /// The view, the same for all panes.
  var view = ViewRequest()

  /// The panes.
  var panes: [PaneRequest] = []

  static let owner = "frames"

  static let options: [DefinedOption<FramesRequest>] = [
    DefinedOption("number", \.number, isRequired: true, "The number of the request."),
    DefinedOption("view", .type("View", "a view"), isRequired: true, "The view.") {
      (request, node, _) throws(DefinitionError) in request.view = try ViewRequest(node)
    },
    DefinedOption(
      "panes", .list(of: .type("Pane", "a pane")), isRequired: true, "The panes that want a frame."
    ) {
      (request, node, _) throws(DefinitionError) in
      request.panes = try node.alternatives.map { (node) throws(DefinitionError) in try PaneRequest(node) }
    },
  ]

  func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    guard Set(panes.map(\.pane)).count == panes.count else { throw node.mistake("a pane is given twice") }
  }
}
