public import Pinfold

/// The location that the most points share: often where data put the points whose location is unknown.
public struct PointCrowd: Sendable, Hashable {
  /// The number of points there.
  public let count: Int

  /// The longitude in degrees, or x.
  public let longitude: Double

  /// The latitude in degrees, or y.
  public let latitude: Double

  /// Finds the largest crowd; of equally large ones the first in the canonical order.
  ///
  /// - Returns: nil where no two points share a location.
  /// - Complexity: O(*n*).
  public init?(of points: PointSet) {
    var (first, most) = (0, 1)
    var start = 0
    for index in 0..<points.count {
      if points.x[index] != points.x[start] || points.y[index] != points.y[start] { start = index }
      if index - start + 1 > most { (first, most) = (start, index - start + 1) }
    }
    guard most > 1 else { return nil }
    (count, longitude, latitude) = (most, points.longitude[first], points.latitude[first])
  }

  /// Whether they are at 0, 0, where data put much that has no location.
  var isNullIsland: Bool { longitude == 0 && latitude == 0 }

  /// Whether a mistake is likelier than a coincidence: several points on 0, 0, or 20 and at least 1 % of all
  /// on one location.
  ///
  /// - Parameter total: the number of all points.
  public func isSuspicious(among total: Int) -> Bool {
    isNullIsland || count >= 20 && count * 100 >= total
  }
}
