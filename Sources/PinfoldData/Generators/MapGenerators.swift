import Ground
public import Pinfold

/// Points distributed evenly over degrees: no structure at all, the hardest case for clustering.
public struct UniformGenerator: PointDrawing {
  public static let name = "uniform"
  public static let summary = "Distributed evenly over degrees of longitude and latitude."

  /// The farthest latitude, in degrees.
  public var maximumLatitude = 85.0

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [
      Parameter(
        "maximumLatitude", \Self.maximumLatitude, in: 0...90, unit: "degrees",
        "The farthest latitude, north and south.")
    ]
  }

  func drawing(_ count: Int, seed: UInt64) -> Drawing {
    { _, random in
      let longitude = random.unit() * 360 - 180
      return (longitude, (random.unit() * 2 - 1) * maximumLatitude)
    }
  }
}

/// Points in cities whose sizes follow a power law, and some between them, all on land: like most maps of
/// people or things.
///
/// The *k*-th city has a share of 1/*k* (Zipf's law) and a radius that grows with the square root of its
/// share, so that all are about as dense. Cities and the points between them are even over the degrees of
/// land from 55° south to 70° north; a point of a city that falls into the sea is drawn again.
public struct CitiesGenerator: PointDrawing {
  public static let name = "cities"
  public static let summary = "Cities with power-law sizes on land, and background points."

  /// The number of cities.
  public var cities = 60

  /// The radius of the largest city, in degrees.
  public var spread = 0.6

  /// The share of points outside of cities.
  public var background = 0.05

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [
      Parameter("cities", \Self.cities, in: 1...100_000, "The number of cities."),
      Parameter("spread", \Self.spread, in: 0...30, unit: "degrees", "The radius of the largest city."),
      Parameter("background", \Self.background, in: 0...1, "The share of points outside of cities."),
    ]
  }

  func drawing(_ count: Int, seed: UInt64) -> Drawing {
    // A generator of its own, so that the same seed places the same cities for any count.
    var places = Self.random(seed, 0x6369_7469_6573)
    var total = 0.0
    let towns = (0..<max(1, cities)).map { rank in
      total += 1 / Double(rank + 1)
      return Town(
        place: Self.anyPlace(&places),
        radius: spread / Double(rank + 1).squareRoot(), sum: total)
    }
    return { _, random in
      if random.unit() < background { return Self.anyPlace(&random) }
      let value = random.unit() * total
      // Rounding may leave the value at the total; the last town takes that too.
      let town = towns[(0..<towns.count - 1).partitioningIndex { towns[$0].sum > value }]
      return Self.onLand(&random, else: town.place) { random in
        let latitude = town.place.latitude + random.bell() * town.radius
        return (town.place.longitude + random.bell() * town.radius / Globe.shrinkage(at: latitude), latitude)
      }
    }
  }

  private typealias Place = (longitude: Double, latitude: Double)

  private static func anyPlace(_ random: inout SplitMix64) -> Place {
    onLand(&random, else: (0, 45)) { ($0.unit() * 360 - 180, $0.unit() * 125 - 55) }
  }

  /// The first of some draws that is on land, or else a place that is.
  private static func onLand(
    _ random: inout SplitMix64, else place: Place, _ draw: (inout SplitMix64) -> Place
  ) -> Place {
    for _ in 0..<64 {
      let drawn = draw(&random)
      if LandMask.world.contains(longitude: drawn.longitude, latitude: drawn.latitude) { return drawn }
    }
    return place
  }

  private struct Town {
    var place: Place
    var radius: Double
    /// The shares of this town and all before it.
    var sum: Double
  }
}

/// Points strung along straight lines between junctions, as stations are: long thin clusters.
public struct RailwayGenerator: PointDrawing {
  public static let name = "railway"
  public static let summary = "Points along the lines of a network, like stations."

  /// The number of junctions.
  public var junctions = 12

  /// The distance to which points stray from their line, in degrees.
  public var stray = 0.01

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [
      Parameter("junctions", \Self.junctions, in: 2...10_000, "The number of junctions that lines connect."),
      Parameter("stray", \Self.stray, in: 0...10, unit: "degrees", "Distance of points from their line."),
    ]
  }

  func drawing(_ count: Int, seed: UInt64) -> Drawing {
    var places = Self.random(seed, 0x7261_696C)
    let stops = (0..<max(2, junctions)).map { _ in (x: places.unit() * 30 - 10, y: places.unit() * 18 + 38) }
    // Each junction after the first is joined to one before it, so that the network is connected, and every
    // second to another.
    var lines: [(from: Int, to: Int)] = []
    for stop in 1..<stops.count {
      lines.append((stop, places.below(stop)))
      if stop > 1 && stop.isMultiple(of: 2) { lines.append((stop, places.below(stop))) }
    }
    return { _, random in
      let line = lines[random.below(lines.count)]
      let (from, to) = (stops[line.from], stops[line.to])
      let along = random.unit()
      let latitude = from.y + (to.y - from.y) * along + random.bell() * stray
      return (from.x + (to.x - from.x) * along + random.bell() * stray, latitude)
    }
  }
}

/// Points along the streets of a grid plan, as house numbers are: axis-aligned rows that cross.
public struct StreetsGenerator: PointDrawing {
  public static let name = "streets"
  public static let summary = "Houses along an axis-aligned grid of streets."

  /// The number of streets in each direction.
  public var streets = 40

  /// The distance between streets, in degrees.
  public var block = 0.002

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [
      Parameter("streets", \Self.streets, in: 1...1000, "The number of streets in each direction."),
      Parameter("block", \Self.block, in: 1e-6...0.04, unit: "degrees", "The distance between streets."),
    ]
  }

  func drawing(_ count: Int, seed: UInt64) -> Drawing {
    let side = Double(max(1, streets)) * block
    return { _, random in
      // Houses are a twentieth of a block away from the middle of their street.
      let curb = random.unit() < 0.5 ? -0.05 : 0.05
      let across = (Double(random.below(max(1, streets))) + 0.5 + curb) * block - side / 2
      let along = random.unit() * side - side / 2
      let isNorthward = random.unit() < 0.5
      return (-73.98 + (isNorthward ? across : along), 40.75 + (isNorthward ? along : across))
    }
  }
}
