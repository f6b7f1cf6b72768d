package import Pinfold

/// What to show of one cluster of a frame in place of the frame.
package struct PartsDefinition: Definition, Hashable, Sendable {
  /// The kinds of parts.
  package enum Kind: String, CaseIterable, Sendable {
    /// The clusters, stacks and points that it falls apart into as the map is zoomed in on it.
    case children

    /// Its points, page by page.
    case leaves
  }

  /// The cluster's id; nil for the frame itself.
  package var cluster: String?

  /// The most leaves to return.
  package var limit = 10

  /// The number of leaves to pass over.
  package var offset = 0

  private var show = Kind.children.rawValue

  /// The kind of parts.
  package var kind: Kind { Kind(rawValue: show) ?? .children }

  package init() {}

  package static let owner = "parts of a cluster"

  package static let options: [DefinedOption<PartsDefinition>] = [
    DefinedOption(
      "of", \.cluster, value: "cluster",
      "A cluster of the view, by its id, of which to write the parts in place of the view."),
    DefinedOption(
      "show", \.show, takes: .scalar(.choice(Kind.allCases.map(\.rawValue))),
      "What of that cluster: what it falls apart into at the first zoom at which it does, or its points."),
    DefinedOption("limit", \.limit, "How many points of a cluster to write at most."),
    DefinedOption("offset", \.offset, "How many points of a cluster to pass over."),
  ]

  package func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    guard cluster == nil, let other = node.members?.first else { return }
    throw other.value.mistake("'\(other.name)' concerns a cluster; name it by 'of'")
  }

  /// The parts of the cluster as a frame; nil where no cluster is asked for.
  ///
  /// - Parameters:
  ///   - frame: a frame of the map.
  /// - Throws: ``PartsError`` for a cluster that the frame does not show or that stays whole, and
  ///   ``Pinfold/ClusteringError``.
  package func parts(of frame: Frame, on map: ClusterMap, context: RunContext) throws -> Frame? {
    guard let cluster else { return nil }
    guard let index = ClusterID(cluster).flatMap({ frame.ids.firstIndex(of: $0) }) else {
      throw PartsError.unknown(cluster)
    }
    switch kind {
    case .leaves: return frame.leaves(of: index, limit: limit, offset: offset)
    case .children:
      guard let children = try map.expansion(of: index, in: frame, context: context) else {
        throw PartsError.whole(cluster)
      }
      return children
    }
  }
}

/// The reason why a cluster has no parts to show.
package enum PartsError: Error, CustomStringConvertible {
  /// The view shows no such cluster.
  case unknown(String)

  /// It stays whole at every zoom.
  case whole(String)

  package var description: String {
    switch self {
    case .unknown(let id): "no cluster of this view has the id '\(id)'"
    case .whole(let id): "the cluster '\(id)' falls apart at no zoom; 'leaves' are its points"
    }
  }
}
