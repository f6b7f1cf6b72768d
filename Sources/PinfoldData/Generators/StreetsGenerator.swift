public import Pinfold

/// Points along the streets of a grid plan, as house numbers are: axis-aligned rows that cross.
public struct StreetsGenerator: ConfigurableGenerator {
  /// The name by which users ask for it.
  public static let name = "streets"

  /// One line that says what it makes.
  public static let summary = "Houses along an axis-aligned grid of streets."

  /// The number of streets each way.
  public var streets = 40

  /// The distance between streets, in degrees.
  public var block = 0.002

  /// Creates a generator with its defaults.
  public init() {}

  /// The declarations of its parameters.
  public static var parameters: [Parameter<Self>] {
    [
      Parameter("streets", \Self.streets, in: 1...1000, "The number of streets each way."),
      Parameter("block", \Self.block, in: 1e-6...0.04, unit: "degrees", "The distance between streets."),
    ]
  }

  /// Makes points.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    let side = Double(max(1, streets)) * block
    return try collect(count, seed: seed, check) { _, random in
      // Houses stand a twentieth of a block beside the middle of their street.
      let curb = random.unit() < 0.5 ? -0.05 : 0.05
      let across = (Double(random.below(max(1, streets))) + 0.5 + curb) * block - side / 2
      let along = random.unit() * side - side / 2
      let isNorthward = random.unit() < 0.5
      return (-73.98 + (isNorthward ? across : along), 40.75 + (isNorthward ? along : across))
    }
  }
}
