public import Pinfold

/// Writes a frame as JSON, GeoJSON, CSV or a table.
///
/// What it writes depends on the points alone, never on the order of their rows.
public struct FrameWriter: Sendable {
  /// The frame.
  public var frame: Frame

  /// Whether each cluster lists the ids of its members.
  public var includesMembers: Bool

  /// The aggregates of the members' attributes.
  public var aggregates: [FrameAggregate]

  /// Creates a writer of a frame.
  public init(_ frame: Frame, includesMembers: Bool = false, aggregates: [FrameAggregate] = []) {
    self.frame = frame
    self.includesMembers = includesMembers
    self.aggregates = aggregates
  }

  /// The names of coordinates: longitude and latitude, or x and y on planar data.
  var axes: (x: String, y: String) { frame.points.projection.wraps ? ("lon", "lat") : ("x", "y") }

  /// The position of a marker; on the globe within −180…180, however far the data are wound around it.
  func coordinate(of cluster: Int) -> Coordinate {
    var coordinate = frame.coordinate(of: cluster)
    if frame.points.projection.wraps, coordinate.longitude.magnitude > 180 {
      coordinate.longitude = coordinate.longitude.remainder(dividingBy: 360)
    }
    return coordinate
  }

  /// The ids of a cluster's members, in the order of ids.
  func memberIDs(of cluster: Int) -> [PointID] { frame.members(of: cluster).map { frame.points.ids[$0] } }
}
