public import Pinfold

/// A cloud across the antimeridian, with every tenth point at exactly −180 or 180: neighbours on the globe
/// that lie at opposite edges of the map.
public struct DatelineGenerator: ConfigurableGenerator {
  /// The name by which users ask for it.
  public static let name = "dateline"

  /// One line that says what it makes.
  public static let summary = "A cloud across the antimeridian."

  /// The radius of the cloud, in degrees.
  public var spread = 2.0

  /// Creates a generator with its defaults.
  public init() {}

  /// The declarations of its parameters.
  public static var parameters: [Parameter<Self>] {
    [Parameter("spread", \Self.spread, in: 0...20, unit: "degrees", "The radius of the cloud.")]
  }

  /// Makes points.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    try collect(count, seed: seed, check) { index, random in
      let latitude = -17 + random.bell() * spread
      let longitude = 180 + random.bell() * spread
      // The wrap leaves both ends of the range alone.
      if index % 10 == 9 { return (index % 20 == 9 ? -180 : 180, latitude) }
      return (longitude, latitude)
    }
  }
}
