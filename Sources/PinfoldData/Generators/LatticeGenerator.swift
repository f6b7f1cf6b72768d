public import Pinfold

/// Points on a square lattice, row by row from the south-west: ties everywhere. Chance has no part in it.
public struct LatticeGenerator: ConfigurableGenerator {
  /// The name by which users ask for it.
  public static let name = "lattice"

  /// One line that says what it makes.
  public static let summary = "A square lattice: every distance has ties."

  /// The distance between neighbours, in degrees; less where the globe has no room.
  public var spacing = 0.01

  /// Creates a generator with its defaults.
  public init() {}

  /// The declarations of its parameters.
  public static var parameters: [Parameter<Self>] {
    [
      Parameter(
        "spacing", \Self.spacing, in: 1e-6...10, unit: "degrees",
        "The distance between neighbours; less where the globe has no room.")
    ]
  }

  /// Makes points.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    var side = 1
    while side * side < count { side += 1 }
    let step = min(spacing, 160 / Double(side))
    let start = -Double(side - 1) / 2 * step
    return try collect(count, seed: seed, check) { index, _ in
      (start + Double(index % side) * step, start + Double(index / side) * step)
    }
  }
}
