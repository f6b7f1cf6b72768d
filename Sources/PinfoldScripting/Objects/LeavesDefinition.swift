import PinfoldDefinitions

/// The points of a cluster to return.
struct LeavesDefinition: Definition {
  /// The most points to return.
  private(set) var limit = 10

  /// The number of points to skip.
  private(set) var offset = 0

  static let owner = "leaves"

  static let options: [DefinedOption<LeavesDefinition>] = [
    DefinedOption("limit", \.limit, "How many at most."),
    DefinedOption("offset", \.offset, "How many to pass over."),
  ]
}
