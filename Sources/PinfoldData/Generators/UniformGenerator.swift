public import Pinfold

/// Points strewn evenly over degrees: no structure at all, the hardest case for clusters to make sense of.
public struct UniformGenerator: ConfigurableGenerator {
  /// The name by which users ask for it.
  public static let name = "uniform"

  /// One line that says what it makes.
  public static let summary = "Evenly strewn over degrees of longitude and latitude."

  /// The farthest latitude, in degrees.
  public var maximumLatitude = 85.0

  /// Creates a generator with its defaults.
  public init() {}

  /// The declarations of its parameters.
  public static var parameters: [Parameter<Self>] {
    [
      Parameter(
        "maximumLatitude", \Self.maximumLatitude, in: 0...90, unit: "degrees",
        "The farthest latitude, north and south.")
    ]
  }

  /// Makes points.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    try collect(count, seed: seed, check) { _, random in
      let longitude = random.unit() * 360 - 180
      return (longitude, (random.unit() * 2 - 1) * maximumLatitude)
    }
  }
}
