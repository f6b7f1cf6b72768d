/// An index whose clusters form a hierarchy.
///
/// Clusters are named by nodes; ``node(of:)`` finds the one of a cluster in a frame.
public protocol ClusterHierarchy: ClusterIndex {
  /// The node of a cluster that the index has at some zoom; nil where there is none with this id.
  func node(of id: ClusterID) -> HierarchyNode?

  /// The clusters, stacks and points that a cluster falls apart into, in the canonical order of their first
  /// members; none for a point or a stack.
  ///
  /// - Complexity: O(*c*), where *c* is their number.
  func children(of node: HierarchyNode) -> [HierarchyNode]

  /// The least zoom at which a cluster has fallen apart; nil for a point or a stack, which never does.
  func expansionZoom(of node: HierarchyNode) -> Double?

  /// Returns the nodes that are clusters at a zoom and have a member in a rectangle, or may have their marker
  /// there, in the canonical order of their first members; nil if frames at that zoom have other clusters.
  ///
  /// - Parameter zoom: the zoom of maps with tiles of 256 screen points; infinite for the leaves, which are
  ///   points or stacks.
  /// - Complexity: O(*v* + *c* log *c*), where *v* is the number of nodes visited, *c* that of nodes found.
  func nodes(at zoom: Double, in rect: WorldRect) -> [HierarchyNode]?

  /// Returns the markers of a slippy map's tile: those inside, and those around it as far as their clusters
  /// extend.
  ///
  /// - Parameters:
  ///   - zoom: the tile's zoom, 0…32.
  ///   - x: its column, 0..<2^`zoom`; other columns have no markers.
  ///   - y: its row, likewise.
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` if the context stops the
  ///   call.
  func tile(zoom: Int, x: Int, y: Int, context: RunContext) throws(ClusteringError) -> [TileMarker]
}

extension ClusterHierarchy {
  public func nodes(at zoom: Double, in rect: WorldRect) -> [HierarchyNode]? { nil }
}

/// A cluster, a stack or a point of a hierarchy.
public struct HierarchyNode: Sendable {
  /// The node's number in its index.
  let index: Int

  /// The order in which the index keeps points.
  package let order: PointOrder

  /// The range of the members in the order.
  package let range: Range<Int>

  /// The stable id.
  public var id: ClusterID { order.clusterID(of: range) }

  /// The number of members.
  public var count: Int { range.count }

  /// The members' weighted mean.
  public var position: WorldPoint { order.mean(of: range) }

  /// Members by canonical index, in the order of the index, page by page.
  ///
  /// - Parameters:
  ///   - limit: at most so many; a negative number gives none.
  ///   - offset: how many to pass over.
  /// - Complexity: O(`limit`).
  public func members(limit: Int, offset: Int = 0) -> [Int] {
    let start = range.lowerBound + min(max(0, offset), count)
    let end = start + min(max(0, limit), range.upperBound - start)
    return (start..<end).map { order.index(at: $0) }
  }
}

/// A marker on a tile.
public struct TileMarker: Sendable {
  /// The cluster, stack or point.
  public let node: HierarchyNode

  /// The position of the marker from the tile's north-west corner, in the index's tile units.
  public let x: Double
  public let y: Double
}
