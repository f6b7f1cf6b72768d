package import Pinfold

/// A part of a frame to return: the cluster of a point, or the parts of a cluster.
package struct PartsDefinition: Definition, Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The clusters, stacks and points that it falls apart into as the map is zoomed in on it.
    case children

    /// Its points, page by page.
    case leaves
  }

  package var cluster: String?
  package var find: PointID?
  package var limit = 10
  package var offset = 0
  package private(set) var kind = Kind.children

  package init() {}

  package static let owner = "parts of a cluster"

  package static let options: [DefinedOption<PartsDefinition>] = [
    DefinedOption(
      "find", .type("integer|string", "the id of a point"), value: "id", example: "7",
      "Write only the cluster that contains the point with this id."
    ) { (parts, node, _) throws(DefinitionError) in
      guard let id = PointID(node) else { throw node.mistake("find", takes: "the id of a point") }
      parts.find = id
    },
    DefinedOption(
      "of", \.cluster, value: "cluster",
      "Write the parts of the cluster with this id, instead of the view."),
    DefinedOption(
      "show", \.kind,
      "Parts to write with 'of': the clusters into which it first splits, or its points."),
    DefinedOption("limit", \.limit, "Maximum number of points to write."),
    DefinedOption("offset", \.offset, "Number of points to skip."),
  ]

  package func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    let members = node.members ?? []
    if cluster == nil, let other = members.first(where: { $0.name != "find" }) {
      throw other.value.mistake("'\(other.name)' applies to one cluster; give its id with 'of'")
    }
    if cluster != nil, let found = members.first(where: { $0.name == "find" }) {
      throw found.value.mistake(
        "'find' and 'of' are both given; give one of them")
    }
  }

  /// The cluster of the point to be found; nil where none is.
  ///
  /// - Throws: ``PartsError`` for a point that is not there, or not shown.
  package func foundCluster(in frame: Frame) throws(PartsError) -> Int? {
    guard let find else { return nil }
    guard let point = frame.points.index(naming: find) else {
      throw PartsError(description: "no point has the id \(find)")
    }
    guard let cluster = frame.cluster(showing: point) else {
      throw PartsError(description: "the point \(find) is not in the view")
    }
    return cluster
  }

  /// The parts of the cluster as a frame; nil if no cluster is requested.
  ///
  /// - Parameters:
  ///   - frame: a frame of the map.
  /// - Throws: ``PartsError`` for a cluster that the frame does not show or that does not split, and
  ///   ``Pinfold/ClusteringError``.
  package func parts(of frame: Frame, on map: ClusterMap, context: RunContext) throws -> Frame? {
    guard let cluster else { return nil }
    guard let index = ClusterID(cluster).flatMap({ frame.ids.firstIndex(of: $0) }) else {
      throw PartsError(description: "no cluster of this view has the id '\(cluster)'")
    }
    switch kind {
    case .leaves: return frame.leaves(of: index, limit: limit, offset: offset)
    case .children:
      guard let children = try map.expansion(of: index, in: frame, context: context) else {
        throw PartsError(
          description: "the cluster '\(cluster)' does not split at any zoom; show 'leaves' for its points")
      }
      return children
    }
  }
}

/// The reason why there is no such part of a frame to show.
package struct PartsError: Error, CustomStringConvertible {
  package let description: String
}
