import PinfoldDefinitions

/// Asks what is in a cluster, page by page; answered by a ``ClusterMessage``.
struct ClusterRequest: Definition {
  var pane = 0

  /// The plan whose frame has the cluster.
  var plan = 0

  /// The cluster, by its index in the frame.
  var cluster = 0

  /// The number of members to pass over.
  var offset = 0

  static let owner = "a cluster"

  /// The members of a page.
  static let pageSize = 50

  static let options: [DefinedOption<ClusterRequest>] = [
    DefinedOption("pane", \.pane, "The pane."),
    DefinedOption("plan", \.plan, "The plan whose new frame has the cluster."),
    DefinedOption("cluster", \.cluster, "The index of the cluster in it."),
    DefinedOption("offset", \.offset, "How many members to pass over."),
  ]
}
