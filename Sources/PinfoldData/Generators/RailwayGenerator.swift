public import Pinfold

/// Points strung along straight lines between junctions, as stations are: long thin clusters.
public struct RailwayGenerator: ConfigurableGenerator {
  /// The name by which users ask for it.
  public static let name = "railway"

  /// One line that says what it makes.
  public static let summary = "Strung along the lines of a network, as stations are."

  /// The number of junctions.
  public var junctions = 12

  /// The distance to which points stray from their line, in degrees.
  public var stray = 0.01

  /// Creates a generator with its defaults.
  public init() {}

  /// The declarations of its parameters.
  public static var parameters: [Parameter<Self>] {
    [
      Parameter("junctions", \Self.junctions, in: 2...10_000, "The number of junctions that lines connect."),
      Parameter("stray", \Self.stray, in: 0...10, unit: "degrees", "How far points stray from their line."),
    ]
  }

  /// Makes points.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    var places = SplitMix64(seed: SplitMix64.mix(seed ^ 0x7261_696C))
    let stops = (0..<max(2, junctions)).map { _ in (x: places.unit() * 30 - 10, y: places.unit() * 18 + 38) }
    // Each junction after the first is joined to one before it, so that the network is connected, and every
    // second to another.
    var lines: [(from: Int, to: Int)] = []
    for stop in 1..<stops.count {
      lines.append((stop, places.below(stop)))
      if stop > 1 && stop.isMultiple(of: 2) { lines.append((stop, places.below(stop))) }
    }
    return try collect(count, seed: seed, check) { _, random in
      let line = lines[random.below(lines.count)]
      let (from, to) = (stops[line.from], stops[line.to])
      let along = random.unit()
      let latitude = from.y + (to.y - from.y) * along + random.bell() * stray
      return (from.x + (to.x - from.x) * along + random.bell() * stray, latitude)
    }
  }
}
