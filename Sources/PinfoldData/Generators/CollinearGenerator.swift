public import Pinfold

/// Points on one straight line, in random order: a spread in one direction and none in the other.
public struct CollinearGenerator: ConfigurableGenerator {
  /// The name by which users ask for it.
  public static let name = "collinear"

  /// One line that says what it makes.
  public static let summary = "All on one straight line."

  /// The eastward extent of the line, in degrees.
  public var east = 10.0

  /// The northward extent of the line, in degrees.
  public var north = 3.0

  /// Creates a generator with its defaults.
  public init() {}

  /// The declarations of its parameters.
  public static var parameters: [Parameter<Self>] {
    [
      Parameter("east", \Self.east, in: -300...300, unit: "degrees", "How far the line runs to the east."),
      Parameter("north", \Self.north, in: -160...160, unit: "degrees", "How far the line runs to the north."),
    ]
  }

  /// Makes points.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    try collect(count, seed: seed, check) { _, random in
      let along = random.unit() - 0.5
      return (along * east, along * north)
    }
  }
}
