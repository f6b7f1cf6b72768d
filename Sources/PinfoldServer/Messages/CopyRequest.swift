import Pinfold
import PinfoldDefinitions

/// Asks for what a pane shows in another form, or for where it has been; answered by a ``CopyMessage``.
struct CopyRequest: Definition {
  var pane = 0
  var form = Form.command

  /// Where the camera has been, for the form ``Form/camera``.
  var views: [ViewRequest] = []

  /// The forms.
  enum Form: String, CaseIterable, Sendable {
    /// A command line that draws it.
    case command

    /// Lua that makes its frame.
    case lua

    /// A picture.
    case svg

    /// A plugin that moves a study's camera where this one has been.
    case camera
  }

  static let owner = "a copy"

  static let options: [DefinedOption<CopyRequest>] = [
    DefinedOption("pane", \.pane, "The pane."),
    DefinedOption("form", \.form, "The form."),
    DefinedOption("views", .list(of: .type("View", "a view")), "Where the camera has been, for a camera.") {
      (request, node, _) throws(DefinitionError) in
      request.views = try node.alternatives.map { (node) throws(DefinitionError) in try ViewRequest(node) }
    },
  ]
}
