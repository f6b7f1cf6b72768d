package import Pinfold

extension Viewport {
  /// Returns views that are hard in one way each, and some around the points.
  ///
  /// - Parameters:
  ///   - points: the points; over a plane there are only views around points.
  ///   - count: the number of views around points.
  ///   - seed: the seed of the locations, zooms and sizes that are drawn.
  package static func hard(over points: PointSet, random count: Int = 6, seed: UInt64 = 1) -> [Viewport] {
    var views: [Viewport] = []
    if points.projection.wraps {
      views = [
        Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0),
        Viewport(center: Coordinate(longitude: 90, latitude: 10), zoom: -3),
        Viewport(center: Coordinate(longitude: 180, latitude: 0), zoom: 1, width: 300, height: 300),
        Viewport(center: Coordinate(longitude: 180, latitude: -10), zoom: 3.3),
        Viewport(center: Coordinate(longitude: -179.99, latitude: -19.9), zoom: 12),
        Viewport(center: Coordinate(longitude: 60.001, latitude: 40), zoom: 11.5, margin: 0.2),
        Viewport(center: Coordinate(longitude: 10, latitude: 89), zoom: 4, width: 600, height: 300),
        Viewport(center: Coordinate(longitude: 10, latitude: -86), zoom: 2, tileSize: 512),
      ]
    }
    guard points.count > 0 else { return views }
    var random = SplitMix64(seed: seed)
    for _ in 0..<count {
      // The position rather than the coordinate, which may be wound any number of times around the world.
      let center = points.projection.unproject(points.position(random.below(points.count)))
      views.append(
        Viewport(
          center: center, zoom: random.unit() * 20, width: 50 + random.unit() * 1500,
          height: 50 + random.unit() * 900, margin: [0, 0.25][random.below(2)]))
    }
    return views
  }
}
