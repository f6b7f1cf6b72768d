/// Where a marker stands, and which member of its cluster it speaks for.
public struct Representative: Hashable, Sendable {
  /// Where the marker stands.
  public var position: WorldPoint

  /// The member that it speaks for, by canonical index; nil where it speaks for none.
  public var point: Int?

  /// Pairs a position with a point.
  public init(position: WorldPoint, point: Int? = nil) {
    self.position = position
    self.point = point
  }
}
