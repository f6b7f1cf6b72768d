public import Pinfold

/// Points that share a few locations exactly: stacks that no zoom pulls apart.
public struct CoincidentGenerator: ConfigurableGenerator {
  /// The name by which users ask for it.
  public static let name = "coincident"

  /// One line that says what it makes.
  public static let summary = "Stacks: many points at exactly the same few positions."

  /// The number of locations.
  public var stacks = 1

  /// Creates a generator with its defaults.
  public init() {}

  /// The declarations of its parameters.
  public static var parameters: [Parameter<Self>] {
    [Parameter("stacks", \Self.stacks, in: 1...1_000_000, "The number of different stacks.")]
  }

  /// Makes points.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    var random = SplitMix64(seed: SplitMix64.mix(seed ^ 0x7374_6163_6B73))
    let stacks = (0..<max(1, stacks)).map { _ in (random.unit() * 360 - 180, random.unit() * 140 - 70) }
    return try collect(count, seed: seed, check) { _, random in stacks[random.below(stacks.count)] }
  }
}
