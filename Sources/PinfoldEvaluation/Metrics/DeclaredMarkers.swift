/// The counts and radii that another program declares of its markers in one frame, right or wrong.
public struct DeclaredMarkers: Hashable, Sendable {
  /// The number of points that each cluster declares; nil where it is that of its members.
  public var counts: [Int]?

  /// The radius of each marker in screen points, or nil for those of the frame's own size; nil where it
  /// decides all.
  public var radii: [Double?]?

  /// Gathers declarations; columns are as long as the frame has clusters.
  public init(counts: [Int]? = nil, radii: [Double?]? = nil) {
    self.counts = counts
    self.radii = radii
  }
}
