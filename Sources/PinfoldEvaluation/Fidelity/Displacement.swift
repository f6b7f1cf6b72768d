/// How far points lie from the markers that stand for them.
///
/// The mean is also an upper bound of the earth mover's distance between the points and the markers' mass.
public struct Displacement: Hashable, Sendable {
  /// The mean distance.
  public var mean: Double

  /// The distance that 95 % of the points do not exceed, by nearest rank.
  public var p95: Double

  /// The largest distance.
  public var largest: Double

  /// Measures distances; nil without points.
  ///
  /// - Complexity: O(*n* log *n*).
  public init?(of picture: FramePicture) {
    let distances = picture.squaredDistancesToMarkers.map { $0.squareRoot() }
    guard let mean = Quantile.mean(of: distances), let largest = distances.max(),
      let p95 = Quantile.nearestRank(0.95, of: distances)
    else { return nil }
    self.mean = mean
    self.p95 = p95
    self.largest = largest
  }
}
