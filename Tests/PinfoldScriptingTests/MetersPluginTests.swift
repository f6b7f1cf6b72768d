import Foundation
import Pinfold
import TestSupport
import Testing

@Suite("The plugin meters")
struct MetersPluginTests {
  /// Great-circle meters by the angle between unit vectors, not by the haversine formula.
  private func meters(_ a: Coordinate, _ b: Coordinate) -> Double {
    func vector(_ place: Coordinate) -> SIMD3<Double> {
      let (east, north) = (place.longitude * .pi / 180, place.latitude * .pi / 180)
      return [cos(north) * cos(east), cos(north) * sin(east), sin(north)]
    }
    let (a, b) = (vector(a), vector(b))
    let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    return 6_371_008.8 * atan2((cross * cross).sum().squareRoot(), (a * b).sum())
  }

  /// What the definition says, by looking at every pair.
  private func clusters(_ places: [Coordinate], weights: [Double], radius: Double) -> [[Int]] {
    var left = Set(places.indices)
    var clusters: [[Int]] = []
    for seed in places.indices.sorted(by: { (-weights[$0], $0) < (-weights[$1], $1) })
    where left.contains(seed) {
      let taken = left.filter { $0 == seed || meters(places[seed], places[$0]) <= radius }
      clusters.append(taken.sorted())
      left.subtract(taken)
    }
    return clusters.sorted { $0[0] < $1[0] }
  }

  @Test(
    "gives what the definition gives, at every zoom, at the poles and across ±180°",
    arguments: [50.0, 40_000, 800_000, 9_000_000])
  func oracle(radius: Double) throws {
    var generator = SplitMix64(seed: 12)
    var places: [Coordinate] = []
    for _ in 0..<60 {
      let east = Double.random(in: -180...180, using: &generator)
      let north = Double.random(in: -90...90, using: &generator)
      places.append(Coordinate(longitude: east, latitude: north))
      places.append(
        Coordinate(
          longitude: east + Double.random(in: -0.4...0.4, using: &generator),
          latitude: max(-90, min(90, north + Double.random(in: -0.4...0.4, using: &generator)))))
    }
    places += [(180, 0.0), (-180, 0), (179.9999, 0), (-179.9999, 0.0001), (0, 90), (120, 90), (77, 89.9)].map
    {
      Coordinate(longitude: $0, latitude: $1)
    }
    var columns = PointColumns(longitude: places.map(\.longitude), latitude: places.map(\.latitude))
    columns.ids = .integers(Array(0..<Int64(places.count)))
    let weights = places.map { _ in Double(Int.random(in: 1...3, using: &generator)) }
    columns.weight = weights
    let points = try PointSet(columns)
    // In the canonical order of the set.
    let rows = (0..<points.count).map { index in
      if case .integer(let row) = points.id(index) { Int(row) } else { 0 }
    }
    let expected = clusters(rows.map { places[$0] }, weights: rows.map { weights[$0] }, radius: radius)
    let map = try ShippedPlugin("meters").clusterer(["radius": .number(radius)]).build(points)
    for zoom in [0.0, 3.5] {
      let view = Viewport(center: places[0], zoom: zoom, width: 40_000, height: 40_000)
      #expect(ShippedPlugin.difference(of: try map.frame(for: view), from: expected) == nil)
    }
    #expect(expected.contains { $0.count > 1 })
  }
}
