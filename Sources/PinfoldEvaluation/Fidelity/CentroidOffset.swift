/// How far markers stand from the means of their points: apart from how large clusters are.
public struct CentroidOffset: Hashable, Sendable {
  /// The mean distance, each point counted once.
  public var mean: Double

  /// The largest distance.
  public var largest: Double

  /// Measures distances; nil without points.
  ///
  /// - Complexity: O(*n*).
  public init?(of picture: FramePicture) {
    guard picture.count > 0 else { return nil }
    let means = ClusterMeans(of: picture)
    var sum = 0.0
    var largest = 0.0
    for (cluster, marker) in picture.markers.discs.enumerated() where picture.sizes[cluster] > 0 {
      let (east, south) = (marker.x - means.x[cluster], marker.y - means.y[cluster])
      let offset = (east * east + south * south).squareRoot()
      sum += Double(picture.sizes[cluster]) * offset
      largest = max(largest, offset)
    }
    mean = sum / Double(picture.count)
    self.largest = largest
  }
}
