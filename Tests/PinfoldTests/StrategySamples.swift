@testable import Pinfold

/// Seeded point sets on which an index is compared with its oracle, each hard in one way.
enum StrategySample: String, CaseIterable {
  case uniform, towns, lattice, eastWest, northSouth, diagonal, coincident, spots, dateLine, exponential,
    empty,
    one, two

  /// The points, with ids that have nothing to do with place, in groups where `grouped`.
  func columns(_ count: Int, seed: UInt64, grouped: Bool = false) -> PointColumns {
    var random = SplitMix64(seed: seed)
    var columns = PointColumns()
    let count = [.empty: 0, .one: 1, .two: 2][self] ?? count
    for i in 0..<count {
      let place = place(i, of: count, &random)
      columns.longitude.append(place.longitude)
      columns.latitude.append(place.latitude)
    }
    columns.ids = .integers((0..<Int64(count)).map { ($0 &* 2_654_435_761) & 0xFFFF_FFFF })
    if grouped {
      columns.groupNames = ["a", "b"]
      columns.group = (0..<count).map { _ in Int32(random.below(3)) - 1 }
      columns.mergeable = (0..<count).map { _ in random.below(10) > 0 }
      columns.weight = (0..<count).map { _ in Double(random.below(5)) }
    }
    return columns
  }

  func points(_ count: Int, seed: UInt64, grouped: Bool = false) throws -> PointSet {
    try PointSet(columns(count, seed: seed, grouped: grouped))
  }

  private func place(_ i: Int, of count: Int, _ random: inout SplitMix64) -> Coordinate {
    let share = Double(i) / Double(max(1, count - 1))
    func at(_ longitude: Double, _ latitude: Double) -> Coordinate {
      Coordinate(longitude: longitude, latitude: latitude)
    }
    switch self {
    case .uniform, .one, .two, .empty: return at(random.unit() * 360 - 180, random.unit() * 170 - 85)
    case .towns:
      let town = Double(random.below(7))
      let spread = 0.001 + town * town * 0.1
      return at(town * 51 - 150 + spread * random.bell(), town * 13 - 40 + spread * random.bell())
    case .lattice: return at(Double(i % 16) * 360 / 4096 - 20, Double(i / 16) * 360 / 4096)
    case .eastWest: return at(-170 + 340 * share, 12)
    case .northSouth: return at(2.5, -80 + 160 * share)
    case .diagonal: return at(-60 + 120 * share, -60 + 120 * share)
    case .coincident: return at(2.3522, 48.8566)
    case .spots: return at(Double(random.below(5)) * 0.01 + 179.98, Double(random.below(4)) * 0.01 + 48)
    case .dateLine: return at(180 + (random.unit() - 0.5) * 0.02, -20 + random.unit() * 0.1)
    case .exponential:
      let scale = 1 / Double(1 << (i % 31))
      return at(-179 + 358 * scale * (i % 3 == 0 ? 1 : random.unit()), 84 * scale - 40)
    }
  }

  /// Views that see all of the points, parts of them, edges and nothing.
  static func views(of points: PointSet, seed: UInt64) throws -> [View] {
    var random = SplitMix64(seed: seed)
    var viewports = [
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0),
      Viewport(center: Coordinate(longitude: 180, latitude: 0), zoom: 1, width: 300, height: 300),
    ]
    for _ in 0..<6 where points.count > 0 {
      let center = points.coordinate(random.below(points.count))
      viewports.append(
        Viewport(
          center: center, zoom: random.unit() * 16, width: 50 + 800 * random.unit(),
          height: 50 + 400 * random.unit()))
    }
    return try viewports.map { try View($0, on: points.projection) }
  }
}

extension Grouping {
  /// The members of each cluster by canonical index, ascending.
  var members: [[Int]] { ranges.map { $0.map { order.index(at: $0) }.sorted() } }
}

extension PointSet {
  /// The members' ids of each cluster, which do not depend on the canonical order.
  func ids(of clusters: [[Int]]) -> Set<Set<PointID>> { Set(clusters.map { Set($0.map { ids[$0] }) }) }
}
