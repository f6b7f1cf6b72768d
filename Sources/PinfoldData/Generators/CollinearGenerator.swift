public import Pinfold

/// Points on one straight line, in random order: a spread in one direction and none in the other.
public struct CollinearGenerator: DatasetGenerator {
  public static let name = "collinear"
  public static let summary = "All on one straight line."

  /// How far the line runs to the east, in degrees.
  public var east = 10.0

  /// How far the line runs to the north, in degrees.
  public var north = 3.0

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [
      Parameter("east", \Self.east, in: -300...300, unit: "degrees", "How far the line runs to the east."),
      Parameter("north", \Self.north, in: -160...160, unit: "degrees", "How far the line runs to the north."),
    ]
  }

  public func columns(count: Int, seed: UInt64) -> PointColumns {
    collect(count, seed: seed) { _, random in
      let along = random.unit() - 0.5
      return (along * east, along * north)
    }
  }
}
