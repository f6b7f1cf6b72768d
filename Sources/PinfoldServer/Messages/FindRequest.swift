import PinfoldDefinitions

/// Looks for points by id or by a part of a text; answered by a ``FoundMessage``.
struct FindRequest: Definition {
  /// The text to look for.
  var text = ""

  static let owner = "a search"

  static let options: [DefinedOption<FindRequest>] = [
    DefinedOption("text", \.text, isRequired: true, "An id, or a part of a text in any column.")
  ]
}
