public import Pinfold

/// Points around both poles, most of them past the edge of Web Mercator and every tenth at exactly ±90°.
public struct PolesGenerator: ConfigurableGenerator {
  /// The name by which users ask for it.
  public static let name = "poles"

  /// One line that says what it makes.
  public static let summary = "Around both poles, past Web Mercator's edge and exactly at ±90°."

  /// The latitude at which the points begin, in degrees.
  public var from = 80.0

  /// Creates a generator with its defaults.
  public init() {}

  /// The declarations of its parameters.
  public static var parameters: [Parameter<Self>] {
    [Parameter("from", \Self.from, in: 0...90, unit: "degrees", "The latitude at which the points begin.")]
  }

  /// Makes points.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    try collect(count, seed: seed, check) { index, random in
      let longitude = random.unit() * 360 - 180
      let distance = index % 10 == 9 ? 90 : from + random.unit() * (90 - from)
      return (longitude, index.isMultiple(of: 2) == (index % 20 < 10) ? distance : -distance)
    }
  }
}
