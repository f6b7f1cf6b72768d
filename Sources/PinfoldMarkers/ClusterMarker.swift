public import Pinfold

/// A marker on a map: a cluster, a single point, or points on their way from one cluster to another.
public struct ClusterMarker: Hashable, Sendable, Identifiable {
  /// The number of the marker object on its board, 0 and up. A marker keeps it while it is on the map.
  public let id: Int

  /// The stable id of the cluster that it shows; nil for a part of a cluster on its way to another.
  public let cluster: ClusterID?

  /// Where it stands, or will stand at the end of its flight; on the globe the longitude is in −180…180.
  public var coordinate: Coordinate

  /// The number of points that it shows, 1 and up.
  public let count: Int

  /// The id of the point that it shows; nil for several points and for a part of a cluster.
  public let point: PointID?

  /// Whether it shows a selected point.
  public internal(set) var isSelected: Bool

  /// Whether all its points are coincident, so that no zoom separates them.
  public let isStack: Bool

  /// Whether a ``Pinfold/Separation`` hides it. It is on the map like any other, but transparent.
  public internal(set) var isHidden: Bool

  /// The importance among the markers of a map, 0…1: 1 for a selected point, else by the number of points,
  /// and of equal numbers by the lowest cluster id.
  ///
  /// It does not depend on other markers. Counts above 2³¹ are as important as that one.
  public var priority: Double {
    if isSelected { return 1 }
    let tie = 1 - Double((cluster?.bits ?? 0) >> 43 + 1) / 0x1p21
    return (Double(min(count, 1 << 31)) + tie) / 0x1p32
  }

  /// Whether the marker looks the same as another one, wherever they stand.
  func looks(like other: ClusterMarker) -> Bool {
    var moved = self
    moved.coordinate = other.coordinate
    return moved == other
  }
}
