/// The clusters of one view, in columns: what an app draws and what metrics judge.
///
/// It lists, once, every cluster that has a member or its marker in the view with its margin, or its marker
/// alone (``Viewport/clip``). Members, counts, ids and positions cover all points of a cluster, those out of
/// view too. Clusters are in the canonical order of their first members, so equal points give an equal frame.
public struct Frame: Sendable {
  /// The points that the frame shows.
  public let points: PointSet

  /// The view that the frame shows.
  public let view: ProjectedView

  /// The stable id of each cluster.
  public let ids: [ClusterID]

  /// Where each marker stands.
  public let positions: [WorldPoint]

  /// The member that each marker speaks for, by canonical index, or −1 where it speaks for none.
  public let representatives: [Int32]

  /// The sum of each cluster's weights.
  public let weights: [Double]

  /// The size on the screen that the strategy made the clusters with, in screen points, such as the side of a
  /// grid's cells; nil where it has none. It may differ from the size wanted of the strategy.
  public let effectiveSize: Double?

  /// The size of the markers: after a ``Separation`` the sizes that it kept apart, else the default.
  ///
  /// Drawings and metrics take the size from here; set it to draw and judge the frame with other markers.
  public var markerStyle = MarkerStyle()

  /// The clusters whose markers a ``Separation`` hides, ascending.
  ///
  /// They are clusters like any others, with members, positions and ids; who draws the frame leaves them out.
  public package(set) var hidden: [Int] = []

  /// Further data that the strategy reports for each cluster; nil for none.
  public package(set) var details: ClusterDetails?

  /// State of the strategy to pass to its next frame; nil for none.
  package internal(set) var carried: (any AnyObject & Sendable)?

  let clusters: ClusterRanges
  // Points that never merge, and selected ones, follow the clusters, one marker each, in canonical order.
  let nonMergeable: [Int]

  /// Whether this is what a transition shows on its way, so that clusters may be parts of a strategy's.
  var isMoment = false

  init(
    points: PointSet, view: ProjectedView, markers: MarkerColumns, nonMergeable: [Int],
    effectiveSize: Double? = nil
  ) {
    self.effectiveSize = effectiveSize
    self.points = points
    self.view = view
    self.nonMergeable = nonMergeable
    clusters = markers.members
    ids = markers.ids
    positions = markers.positions
    representatives = markers.representatives
    weights = markers.weights
  }

  /// Creates the frame of a strategy's clusters unchanged.
  ///
  /// Written without intermediate values, each of which would retain every column.
  init(
    of grouping: borrowing Grouping, of points: PointSet, in view: consuming ProjectedView,
    context: RunContext
  ) throws(ClusteringError) {
    self.points = points
    self.view = view
    nonMergeable = []
    clusters = ClusterRanges(grouping)
    let values = clusters.values
    (ids, weights) = (values.ids, values.weights)
    representatives =
      if let known = grouping.stackMembers { known } else { try clusters.stackMembers(of: points, context) }
    positions = clusters.positions(
      at: grouping.positions, means: values.means, stackMembers: representatives, of: points)
    effectiveSize = grouping.effectiveSize
    details = grouping.details
    carried = grouping.carried
  }

  /// The number of clusters.
  public var count: Int { ids.count }

  /// Whether a cluster's marker is ``hidden``.
  public func isHidden(_ cluster: Int) -> Bool {
    let position = hidden.indices.partitioningIndex { hidden[$0] >= cluster }
    return position < hidden.count && hidden[position] == cluster
  }

  /// The number of members of a cluster.
  public func memberCount(of cluster: Int) -> Int {
    cluster < clusters.count ? clusters.memberCount(of: cluster) : 1
  }

  /// The radius of a cluster's marker, in screen points.
  public func radius(of cluster: Int) -> Double { markerStyle.radius(count: pointCount(of: cluster)) }

  /// Calls `body` with the canonical index of each member of a cluster, in the order of the
  /// strategy's index.
  @inline(__always)
  public func forEachMember(of cluster: Int, _ body: (Int) -> Void) {
    guard cluster < clusters.count else { return body(nonMergeable[cluster - clusters.count]) }
    for range in clusters[cluster] {
      for offset in range { body(clusters.order.index(at: offset)) }
    }
  }

  /// The members of a cluster by canonical index, in the order of their ids.
  public func members(of cluster: Int) -> [Int] {
    var members: [Int] = []
    members.reserveCapacity(memberCount(of: cluster))
    forEachMember(of: cluster) { members.append($0) }
    return points.sortedByID(members)
  }

  /// The cluster of each point by canonical index; −1 for points that the frame does not show.
  public var labels: [Int32] {
    var labels = [Int32](repeating: -1, count: points.count)
    for cluster in 0..<count { forEachMember(of: cluster) { labels[$0] = Int32(cluster) } }
    return labels
  }

  /// The smallest rectangle around a cluster's members, by the short way around the globe.
  public func bounds(of cluster: Int) -> WorldRect {
    var members: [Int] = []
    forEachMember(of: cluster) { members.append($0) }
    return points.bounds(of: members)
  }

  /// Whether all members of a cluster are coincident: have one world position, so that no zoom separates
  /// them.
  ///
  /// Points of one meridian past ±85.0511° are drawn at one position of the map's edge. They are coincident
  /// too, whatever their latitudes.
  public func isStack(_ cluster: Int) -> Bool {
    cluster >= clusters.count || points.isStack(clusters[cluster], in: clusters.order)
  }

  /// The coordinate at which a marker stands; a member's own where the marker stands on the member it speaks
  /// for.
  public func coordinate(of cluster: Int) -> Coordinate {
    let representative = Int(representatives[cluster])
    if representative >= 0, points.position(representative) == positions[cluster] {
      return points.coordinate(representative)
    }
    return points.projection.unproject(positions[cluster])
  }

  /// A cluster, copied out of the columns.
  public subscript(cluster: Int) -> Cluster {
    Cluster(
      id: ids[cluster], position: positions[cluster], coordinate: coordinate(of: cluster),
      count: memberCount(of: cluster), weight: weights[cluster],
      point: representatives[cluster] < 0 ? nil : Int(representatives[cluster]), isStack: isStack(cluster))
  }
}
