public import Pinfold

/// Writes a frame as JSON, GeoJSON, CSV or a table.
///
/// What it writes depends on the points alone, never on the order of their rows.
public struct FrameWriter: Sendable {
  /// The frame.
  public let frame: Frame

  /// Whether each cluster lists the ids of its members.
  public var includesMembers: Bool

  /// The aggregates of the members' attributes.
  public var aggregates: [FrameAggregate]

  /// The attributes of which a single point's own values are written beside its id; those that it lacks are
  /// left out.
  public var attributes: [Attribute] = []

  /// Whether each cluster has the box around its members: west, south, east, north.
  public var includesBounds = false

  /// Whether each cluster has the corners of the smallest polygon around its members.
  public var includesHulls = false

  /// The zoom at which each cluster falls apart, nil for one that never does; nil where none is written.
  public var expansionZooms: [Double?]?

  /// The names of a GeoJSON feature's properties.
  public var featureProperties = FeatureProperties.pinfold

  /// The only cluster to write; nil for all.
  public var onlyCluster: Int?

  /// Creates a writer of a frame.
  public init(_ frame: Frame, includesMembers: Bool = false, aggregates: [FrameAggregate] = []) {
    self.frame = frame
    self.includesMembers = includesMembers
    self.aggregates = aggregates
  }

  var clusters: Range<Int> { onlyCluster.map { $0..<$0 + 1 } ?? 0..<frame.count }

  /// The canonical index of a cluster's only point; nil where there are several.
  package func singlePoint(of cluster: Int) -> Int? {
    var point: Int?
    if frame.memberCount(of: cluster) == 1, frame.pointCount(of: cluster) == 1 {
      frame.forEachMember(of: cluster) { point = $0 }
    }
    return point
  }

  /// Whether its points are of groups, so that clusters tell theirs.
  var hasGroups: Bool { !frame.points.groupNames.isEmpty }

  /// The names of coordinates: longitude and latitude, or x and y on planar data.
  var axes: (x: String, y: String) { frame.points.projection.wraps ? ("lon", "lat") : ("x", "y") }

  func coordinate(of cluster: Int) -> Coordinate {
    var coordinate = frame.coordinate(of: cluster)
    if frame.points.projection.wraps, coordinate.longitude.magnitude > 180 {
      coordinate.longitude = coordinate.longitude.remainder(dividingBy: 360)
    }
    return coordinate
  }

  func memberIDs(of cluster: Int) -> [PointID] { frame.members(of: cluster).map { frame.points.id($0) } }

  var fields: [Attribute] { frame.details?.fields ?? [] }

  func outline(of cluster: Int) -> [Coordinate] {
    (frame.details?.outlines?[cluster] ?? []).map { frame.points.projection.unproject($0) }
  }
}
