public import Pinfold

extension Viewport {
  /// Views of the globe that are hard in one way each, and some around the points.
  ///
  /// - Parameter random: how many views around points.
  public static func samples(of points: PointSet, random count: Int = 6, seed: UInt64 = 1) -> [Viewport] {
    var views = [
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0),
      Viewport(center: Coordinate(longitude: 180, latitude: 0), zoom: 1, width: 300, height: 300),
      Viewport(center: Coordinate(longitude: 180, latitude: -10), zoom: 3.3),
      Viewport(center: Coordinate(longitude: -179.99, latitude: -19.9), zoom: 12),
      Viewport(center: Coordinate(longitude: 60.001, latitude: 40), zoom: 11.5, margin: 0.2),
      Viewport(center: Coordinate(longitude: 10, latitude: 89), zoom: 4, width: 600, height: 300),
      Viewport(center: Coordinate(longitude: 10, latitude: -86), zoom: 2, tileSize: 512),
    ]
    guard points.count > 0 else { return views }
    var random = SplitMix64(seed: seed)
    for _ in 0..<count {
      views.append(
        Viewport(
          center: points.coordinate(random.below(points.count)).reduced, zoom: random.unit() * 20,
          width: 50 + random.unit() * 1500, height: 50 + random.unit() * 900,
          margin: [0, 0.25][random.below(2)]))
    }
    return views
  }
}

extension Coordinate {
  /// The same place with a longitude in −180…180.
  fileprivate var reduced: Coordinate {
    Coordinate(longitude: longitude.remainder(dividingBy: 360), latitude: latitude)
  }
}
