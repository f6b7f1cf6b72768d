public import Pinfold

/// Points in cities whose sizes follow a power law, and some between them: like most maps of people or
/// things.
///
/// The *k*-th city has a share of 1/*k* (Zipf's law) and a radius that grows with the square root of its
/// share, so that all are about as dense.
public struct CitiesGenerator: ConfigurableGenerator {
  /// The name by which users ask for it.
  public static let name = "cities"

  /// One line that says what it makes.
  public static let summary = "Cities of power-law sizes, with some background between."

  /// The number of cities.
  public var cities = 60

  /// The radius of the largest city, in degrees.
  public var spread = 0.6

  /// The share of points outside of cities.
  public var background = 0.05

  /// Creates a generator with its defaults.
  public init() {}

  /// The declarations of its parameters.
  public static var parameters: [Parameter<Self>] {
    [
      Parameter("cities", \Self.cities, in: 1...100_000, "The number of cities."),
      Parameter("spread", \Self.spread, in: 0...30, unit: "degrees", "The radius of the largest city."),
      Parameter("background", \Self.background, in: 0...1, "The share of points outside of cities."),
    ]
  }

  /// Makes points.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    // A generator of its own, so that the same seed places the same cities for any count.
    var places = SplitMix64(seed: SplitMix64.mix(seed ^ 0x6369_7469_6573))
    var total = 0.0
    let towns = (0..<max(1, cities)).map { rank in
      total += 1 / Double(rank + 1)
      return Town(
        longitude: places.unit() * 360 - 180, latitude: places.unit() * 125 - 55,
        radius: spread / Double(rank + 1).squareRoot(), sum: total)
    }
    return try collect(count, seed: seed, check) { _, random in
      if random.unit() < background { return (random.unit() * 360 - 180, random.unit() * 125 - 55) }
      let value = random.unit() * total
      // Rounding may leave the value at the total; the last town takes that too.
      let town = towns[(0..<towns.count - 1).partitioningIndex { towns[$0].sum > value }]
      let latitude = town.latitude + random.bell() * town.radius
      return (town.longitude + random.bell() * town.radius / Globe.shrinkage(at: latitude), latitude)
    }
  }

  private struct Town {
    var longitude: Double
    var latitude: Double
    var radius: Double
    /// The shares of this town and all before it.
    var sum: Double
  }
}
