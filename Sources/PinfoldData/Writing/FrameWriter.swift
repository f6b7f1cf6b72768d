public import Pinfold

/// Writes a frame as JSON, GeoJSON, CSV or a table.
///
/// What it writes depends on the points alone, never on the order of their rows.
public struct FrameWriter: Sendable {
  /// The frame.
  public let frame: Frame

  /// How many points its clusters are of.
  package let pointCounts: PointCounts

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
    pointCounts = PointCounts(frame)
    self.includesMembers = includesMembers
    self.aggregates = aggregates
  }

  var clusters: Range<Int> { onlyCluster.map { $0..<$0 + 1 } ?? 0..<frame.count }

  /// The canonical index of a cluster's only point; nil where there are several.
  package func singlePoint(of cluster: Int) -> Int? {
    var point: Int?
    if frame.memberCount(of: cluster) == 1, pointCounts[cluster] == 1 {
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

/// How many points the clusters of a frame are of, where points stand for cells.
package struct PointCounts: Sendable {
  /// The column of the points that stand for cells: how many points of the data each of them is.
  package static let column = "cell_points"

  private let frame: Frame
  private let counts: SparseColumn<Double>?

  package init(_ frame: Frame) {
    self.frame = frame
    counts =
      frame.points.attributes.lazy.compactMap { attribute in
        guard attribute.name == Self.column, case .numbers(let counts) = attribute.values else {
          return nil
        }
        return counts
      }.first
  }

  /// The number of all points, in view or not.
  package var total: Int {
    guard let counts else { return frame.points.count }
    return Int(exactly: counts.present.reduce(0) { $0 + $1.element }.rounded()) ?? .max
  }

  /// The points of a cluster: its members, or those of the cells that these stand for.
  ///
  /// - Complexity: O(1); O(*m*) for *m* members that stand for cells.
  package subscript(cluster: Int) -> Int {
    guard let counts else { return frame.memberCount(of: cluster) }
    var count = 0.0
    frame.forEachMember(of: cluster) { if !counts[$0].isNaN { count += counts[$0] } }
    return Int(exactly: count.rounded()) ?? .max
  }
}
