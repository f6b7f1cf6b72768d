import Pinfold

/// Tells land from sea, as exactly as the outlines at 1:110 million do: to some ten kilometers. Lakes are
/// land, the Caspian Sea too.
package struct LandMask: Sendable {
  package static let world = LandMask(Ground.world.land)

  /// The edges of the outlines by the whole degrees of latitude that they cross, from the south.
  private let bands: [[Edge]]

  private struct Edge {
    let start, end: Coordinate
  }

  private init(_ rings: [[Coordinate]]) {
    var bands = [[Edge]](repeating: [], count: 180)
    for ring in rings {
      for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        let span = [start.latitude, end.latitude].map { Self.band(of: $0) }.sorted()
        for band in span[0]...span[1] { bands[band].append(Edge(start: start, end: end)) }
      }
    }
    self.bands = bands
  }

  private static func band(of latitude: Double) -> Int {
    Int(max(-90, min(latitude, 89)).rounded(.down)) + 90
  }

  /// Whether a place on the globe is on land.
  ///
  /// - Complexity: O(*e*), where *e* is the number of edges in its degree of latitude: some tens.
  package func contains(longitude: Double, latitude: Double) -> Bool {
    guard latitude >= -90, latitude <= 90, longitude.isFinite else { return false }
    let x = longitude.remainder(dividingBy: 360)
    return bands[Self.band(of: latitude)].reduce(false) { isInside, edge in
      let (start, end) = (edge.start, edge.end)
      guard (start.latitude > latitude) != (end.latitude > latitude) else { return isInside }
      let share = (latitude - start.latitude) / (end.latitude - start.latitude)
      return x < start.longitude + share * (end.longitude - start.longitude) ? !isInside : isInside
    }
  }
}
