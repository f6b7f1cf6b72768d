package import Pinfold

/// Seeded point sets that are hard in one way each; contracts are checked on them.
///
/// Longitudes are multiples of 2⁻²⁰ degrees, so that adding 360 to them is exact.
package enum HardPoints: String, CaseIterable, Sendable {
  case uniform, clusters, lattice, eastWestLine, northSouthLine, diagonal, coincident, spots, outlier,
    dateLine,
    poles, seam, onePixel, exponential, empty, one, two

  /// Makes the points, with integer ids, in an order unrelated to location.
  ///
  /// - Parameter count: the number of points, except for the sets with a number in their name.
  package func columns(count: Int = 300, seed: UInt64 = 1) -> PointColumns {
    var random = SplitMix64(seed: seed)
    var columns = PointColumns()
    let count = fixedCount ?? count
    for i in 0..<count {
      let place = place(i, of: count, &random)
      columns.longitude.append((place.longitude * 0x1p20).rounded() / 0x1p20)
      columns.latitude.append(max(-90, min(place.latitude, 90)))
    }
    // Odd steps through 2³² visit every number once: unique ids, neither ascending nor near each other.
    columns.ids = .integers((0..<Int64(count)).map { ($0 &* 2_654_435_761) & 0xFFFF_FFFF })
    return columns
  }

  private var fixedCount: Int? {
    switch self {
    case .empty: 0
    case .one: 1
    case .two: 2
    default: nil
    }
  }

  private func place(_ i: Int, of count: Int, _ random: inout SplitMix64) -> Coordinate {
    func anywhere(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unit() }
    func at(_ longitude: Double, _ latitude: Double) -> Coordinate {
      Coordinate(longitude: longitude, latitude: latitude)
    }
    let share = Double(i) / Double(max(1, count - 1))
    switch self {
    case .uniform, .one, .two, .empty:
      return at(anywhere(-180, 180), anywhere(-85, 85))
    case .clusters:
      let (middle, spread) = Self.towns[random.below(Self.towns.count)]
      return at(middle.longitude + spread * random.bell(), middle.latitude + spread * random.bell())
    case .lattice:
      // Powers of two of the world's width, so that points lie on the edges of cells.
      let side = Int(Double(count).squareRoot().rounded(.up))
      return at(Double(i % side) * 360 / 1024 - 120, Double(i / side) * 360 / 1024 - 10)
    case .eastWestLine: return at(-170 + 340 * share, 12)
    case .northSouthLine: return at(2.5, -80 + 160 * share)
    case .diagonal: return at(-60 + 120 * share, -60 + 120 * share)
    case .coincident: return at(2.352_2, 48.856_6)
    case .spots:
      // Some on either side of the date line.
      return at(Double(random.below(5)) * 0.01 + 179.98, Double(random.below(4)) * 0.01 + 48)
    case .outlier: return i == 0 ? at(-120, -40) : at(anywhere(2, 2.01), anywhere(48, 48.01))
    case .dateLine: return at(180 + anywhere(-1, 1) * 0.01, anywhere(-20, -19.9))
    case .poles: return at(anywhere(-180, 180), (i.isMultiple(of: 2) ? 1 : -1) * anywhere(84, 90))
    case .seam: return at(60 + anywhere(-1, 1) * 0.01, anywhere(40, 40.01))
    case .onePixel: return at(anywhere(13.4, 13.400_001), anywhere(52.5, 52.500_001))
    case .exponential:
      let scale = 1 / Double(1 << (i % 31))
      return at(-179 + 358 * scale * (i.isMultiple(of: 3) ? 1 : random.unit()), 84 * scale - 40)
    }
  }

  private static let towns: [(middle: Coordinate, spread: Double)] = [
    (Coordinate(longitude: 2.35, latitude: 48.86), 0.2),
    (Coordinate(longitude: 13.4, latitude: 52.52), 0.05),
    (Coordinate(longitude: -122.42, latitude: 37.77), 0.5),
    (Coordinate(longitude: 151.2, latitude: -33.87), 1.5),
    (Coordinate(longitude: 60, latitude: 30), 3),
    (Coordinate(longitude: 179.9, latitude: -17), 0.5),
  ]
}

extension PointColumns {
  func inOrder(drawnWith seed: UInt64) -> PointColumns {
    var random = SplitMix64(seed: seed)
    return reordered(random.shuffled(0..<count))
  }
}

extension HardPoints {
  /// Adds weights, groups and priorities to points, and makes a tenth non-mergeable.
  package static func decorating(_ columns: PointColumns, seed: UInt64) -> PointColumns {
    var random = SplitMix64(seed: seed)
    var columns = columns
    let rows = 0..<columns.count
    columns.weight = rows.map { _ in Double(random.below(100)) * 0.1 }
    columns.priority = rows.map { _ in Double(random.below(4)) }
    columns.groupNames = ["open", "closed", "été"]
    columns.group = rows.map { _ in Int32(random.below(4)) - 1 }
    columns.mergeable = rows.map { _ in random.below(10) > 0 }
    return columns
  }

  package static func moving(_ columns: PointColumns, east degrees: Double) -> PointColumns {
    var columns = columns
    columns.longitude = columns.longitude.map { $0 + degrees }
    return columns
  }
}

extension Viewport {
  /// Views that are hard in one way each, and `count` around the points; over a plane the latter alone.
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
      // The position, because a coordinate may be wound any number of times around the world.
      let center = points.projection.unproject(points.position(random.below(points.count)))
      views.append(
        Viewport(
          center: center, zoom: random.unit() * 20, width: 50 + random.unit() * 1500,
          height: 50 + random.unit() * 900, margin: [0, 0.25][random.below(2)]))
    }
    return views
  }
}
