public import Pinfold

/// Points on a square lattice, row by row from the south-west: ties everywhere. Chance has no part in it.
public struct LatticeGenerator: PointDrawing {
  public static let name = "lattice"
  public static let summary = "A square lattice: every distance has ties."

  /// The distance between neighbors, in degrees; less where the globe has no room.
  public var spacing = 0.01

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [
      Parameter(
        "spacing", \Self.spacing, in: 1e-6...10, unit: "degrees",
        "The distance between neighbours; less where the globe has no room.")
    ]
  }

  func drawing(_ count: Int, seed: UInt64) -> Drawing {
    var side = 1
    while side * side < count { side += 1 }
    let step = min(spacing, 160 / Double(side))
    let start = -Double(side - 1) / 2 * step
    return { index, _ in
      (start + Double(index % side) * step, start + Double(index / side) * step)
    }
  }
}

/// Points that share a few locations exactly: stacks that no zoom pulls apart.
public struct CoincidentGenerator: PointDrawing {
  public static let name = "coincident"
  public static let summary = "Stacks: many points at exactly the same few positions."

  /// The number of locations.
  public var stacks = 1

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [Parameter("stacks", \Self.stacks, in: 1...1_000_000, "The number of different stacks.")]
  }

  func drawing(_ count: Int, seed: UInt64) -> Drawing {
    var random = Self.random(seed, 0x7374_6163_6B73)
    let stacks = (0..<max(1, stacks)).map { _ in (random.unit() * 360 - 180, random.unit() * 140 - 70) }
    return { _, random in stacks[random.below(stacks.count)] }
  }
}

/// Points on one straight line, in random order: a spread in one direction and none in the other.
public struct CollinearGenerator: PointDrawing {
  public static let name = "collinear"
  public static let summary = "Points on one straight line."

  /// The eastward extent of the line, in degrees.
  public var east = 10.0

  /// The northward extent of the line, in degrees.
  public var north = 3.0

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [
      Parameter("east", \Self.east, in: -300...300, unit: "degrees", "Extent of the line to the east."),
      Parameter("north", \Self.north, in: -160...160, unit: "degrees", "Extent of the line to the north."),
    ]
  }

  func drawing(_ count: Int, seed: UInt64) -> Drawing {
    { _, random in
      let along = random.unit() - 0.5
      return (along * east, along * north)
    }
  }
}

/// A cloud across the antimeridian, with every tenth point at exactly −180 or 180: neighbors on the globe
/// that lie at opposite edges of the map.
public struct DatelineGenerator: PointDrawing {
  public static let name = "dateline"
  public static let summary = "A cloud across the antimeridian."

  /// The radius of the cloud, in degrees.
  public var spread = 2.0

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [Parameter("spread", \Self.spread, in: 0...20, unit: "degrees", "The radius of the cloud.")]
  }

  func drawing(_ count: Int, seed: UInt64) -> Drawing {
    { index, random in
      let latitude = -17 + random.bell() * spread
      let longitude = 180 + random.bell() * spread
      // The wrap leaves both ends of the range alone.
      if index % 10 == 9 { return (index % 20 == 9 ? -180 : 180, latitude) }
      return (longitude, latitude)
    }
  }
}

/// Points around both poles, most of them past the edge of Web Mercator and every tenth at exactly ±90°.
public struct PolesGenerator: PointDrawing {
  public static let name = "poles"
  public static let summary = "Around both poles, past Web Mercator's edge and exactly at ±90°."

  /// The latitude at which the points begin, in degrees.
  public var from = 80.0

  public init() {}

  public static var parameters: [Parameter<Self>] {
    [Parameter("from", \Self.from, in: 0...90, unit: "degrees", "The latitude at which the points begin.")]
  }

  func drawing(_ count: Int, seed: UInt64) -> Drawing {
    { index, random in
      let longitude = random.unit() * 360 - 180
      let distance = index % 10 == 9 ? 90 : from + random.unit() * (90 - from)
      return (longitude, index.isMultiple(of: 2) == (index % 20 < 10) ? distance : -distance)
    }
  }
}
