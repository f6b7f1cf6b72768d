import PinfoldDefinitions

/// Asks for what a pane shows in another form; answered by a ``CopyMessage``.
struct CopyRequest: Definition {
  var pane = 0
  var form = Form.command

  /// The forms.
  enum Form: String, CaseIterable, Sendable {
    /// A command line that draws it.
    case command

    /// Lua that makes its frame.
    case lua

    /// A picture.
    case svg
  }

  static let owner = "a copy"

  static let options: [DefinedOption<CopyRequest>] = [
    DefinedOption("pane", \.pane, "The pane."),
    DefinedOption("form", \.form, "The form."),
  ]
}
