/// The map from coordinates to world positions: Web Mercator for the globe, a square for planar data.
public enum Projection: Hashable, Sendable {
  /// Spherical Web Mercator (EPSG:3857) on the unit square; x wraps at ±180°.
  ///
  /// Latitudes past ±85.0511° are clamped to the edge of the square: `y = ½ − ln((1 + sin φ) / (1 − sin φ)) /
  /// 4π`.
  case mercator

  /// Plain x and y inside a square; nothing wraps.
  case planar(PlanarExtent)

  /// The latitude, in degrees, at which Web Mercator's square ends.
  public static let mercatorLimit = 85.051_128_779_806_59

  /// Whether x wraps: the world's east edge touches its west edge.
  @inlinable
  public var wraps: Bool { self == .mercator }

  /// The world position of a coordinate.
  ///
  /// - Parameter coordinate: finite; on the globe any longitude (reduced modulo 360°) and a latitude in
  ///   −90…90. Positions outside the square are moved to its edge.
  public func project(_ coordinate: Coordinate) -> WorldPoint {
    switch self {
    case .mercator:
      let longitude = coordinate.longitude
      // Within ±180° the remainder is the longitude itself; computing it is as slow as the sine.
      let remainder = abs(longitude) <= 180 ? longitude : longitude.remainder(dividingBy: 360)
      let turn = remainder / 360 + 0.5
      let sine = Double.sin(coordinate.latitude * .pi / 180)
      let y = 0.5 - Double.log((1 + sine) / (1 - sine)) / (4 * .pi)
      // The poles give ±infinity, which is clamped to the edge.
      return WorldPoint(unitX: turn, unitY: max(0, min(y, 1)))
    case .planar(let extent):
      let (x, y) = extent.unit(coordinate)
      // Not reduced modulo 1: the plane has edges.
      return WorldPoint(unitX: max(0, min(x, 1 - 0x1p-32)), unitY: max(0, min(y, 1)))
    }
  }

  /// The coordinate of a world position; on the globe −180 ≤ longitude < 180.
  public func unproject(_ point: WorldPoint) -> Coordinate {
    unproject(unitX: point.unitX, unitY: point.unitY)
  }

  /// The coordinate of a position on the unit square.
  ///
  /// - Parameters:
  ///   - unitX: a share of the world's width; on the globe reduced modulo 1.
  ///   - unitY: a share of the world's height, 0…1.
  public func unproject(unitX: Double, unitY: Double) -> Coordinate {
    switch self {
    case .mercator:
      let turn = unitX - unitX.rounded(.down)
      let latitude = 90 - 360 * Double.atan(Double.exp((unitY - 0.5) * 2 * .pi)) / .pi
      return Coordinate(longitude: turn * 360 - 180, latitude: latitude)
    case .planar(let extent):
      return Coordinate(
        longitude: extent.minX + unitX * extent.side,
        latitude: extent.minY + (1 - unitY) * extent.side)
    }
  }
}

/// The square that is the world of planar data: at zoom 0 it is one tile wide.
public struct PlanarExtent: Hashable, Sendable {
  /// The x of the west edge, in the data's units.
  public var minX: Double

  /// The y of the south edge, in the data's units.
  public var minY: Double

  /// The length of a side, in the data's units; positive and finite.
  public var side: Double

  /// Creates a square from its south-west corner and side.
  public init(minX: Double, minY: Double, side: Double) {
    precondition(side > 0 && side.isFinite && minX.isFinite && minY.isFinite)
    self.minX = minX
    self.minY = minY
    self.side = side
  }

  /// The shares of the square's width and height from its north-west corner; beyond 0…1 outside.
  func unit(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    ((coordinate.longitude - minX) / side, 1 - (coordinate.latitude - minY) / side)
  }

  /// Creates the default square of some data: centered on it, its side the least power of two not below the
  /// data's larger extent.
  ///
  /// - Parameters:
  ///   - xs: x values; nonfinite ones are ignored.
  ///   - ys: y values; nonfinite ones are ignored.
  public init(enclosing xs: [Double], _ ys: [Double]) {
    func range(_ values: [Double]) -> (low: Double, high: Double) {
      var low = Double.infinity
      var high = -Double.infinity
      for value in values where value.isFinite {
        low = min(low, value)
        high = max(high, value)
      }
      return low <= high ? (low, high) : (0, 0)
    }
    let x = range(xs)
    let y = range(ys)
    let extent = max(x.high - x.low, y.high - y.low)
    var side = 1.0
    while side < extent && side < 0x1p1000 { side *= 2 }
    while side / 2 >= extent && side > 0x1p-100 && extent > 0 { side /= 2 }
    self.init(
      minX: x.low / 2 + x.high / 2 - side / 2, minY: y.low / 2 + y.high / 2 - side / 2, side: side)
  }
}

extension Projection {
  /// The squared distance in fixed-point units, by the shorter way around the globe.
  @inlinable
  public func squaredDistance(_ a: WorldPoint, _ b: WorldPoint) -> UInt128 {
    a.squaredDistance(from: b, wraps: wraps)
  }

  /// Returns the distance east from one position to another by the shorter way around, in fixed-point units;
  /// negative to the west.
  ///
  /// On a tie the way does not cross ±180°, so that the way back is its reverse.
  public func eastward(from start: WorldPoint, to end: WorldPoint) -> Int64 {
    let straight = Int64(end.x) - Int64(start.x)
    let half = Int64(1) << 31
    guard wraps, straight.magnitude > half else { return straight }
    return straight > 0 ? straight - 2 * half : straight + 2 * half
  }

  /// Interpolates between two positions along the shorter way; exact at 0 and 1.
  ///
  /// - Parameter share: 0…1.
  public func position(from start: WorldPoint, to end: WorldPoint, at share: Double) -> WorldPoint {
    let east = (Double(eastward(from: start, to: end)) * share).rounded()
    let south = (Double(Int64(end.y) - Int64(start.y)) * share).rounded()
    return WorldPoint(
      x: UInt32(truncatingIfNeeded: Int64(start.x) + Int64(east)), y: UInt32(Int64(start.y) + Int64(south)))
  }
}

extension WorldPoint {
  /// The distances along x and y; along x by the shorter way if it wraps.
  @inlinable
  @inline(__always)
  package func offsets(from other: WorldPoint, wraps: Bool) -> (x: UInt32, y: UInt32) {
    let straight = x > other.x ? x - other.x : other.x - x
    return (wraps ? min(straight, 0 &- straight) : straight, y > other.y ? y - other.y : other.y - y)
  }

  /// The squared distance in fixed-point units; along x by the shorter way if it wraps.
  @inlinable
  @inline(__always)
  package func squaredDistance(from other: WorldPoint, wraps: Bool) -> UInt128 {
    let (x, y) = offsets(from: other, wraps: wraps)
    // The sum of two squares of 32-bit numbers may exceed 64 bits.
    return UInt128(UInt64(x) * UInt64(x)) + UInt128(UInt64(y) * UInt64(y))
  }
}
