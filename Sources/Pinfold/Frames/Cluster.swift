/// One cluster of a frame, copied out of its columns.
public struct Cluster: Hashable, Sendable {
  /// The stable id.
  public var id: ClusterID

  /// Where the marker stands, on the world.
  public var position: WorldPoint

  /// Where the marker stands, as a coordinate.
  public var coordinate: Coordinate

  /// The number of members.
  public var count: Int

  /// The sum of the members' weights.
  public var weight: Double

  /// The member that the marker speaks for, by canonical index; nil where it speaks for none.
  public var point: Int?

  /// Whether all members are coincident, so that no zoom separates them.
  public var isStack: Bool
}
