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
