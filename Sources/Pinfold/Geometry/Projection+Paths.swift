extension Projection {
  /// How far east of one place another lies by the short way around the globe, in fixed-point units; negative to the
  /// west.
  ///
  /// Of two ways of the same length it is the one that does not cross ±180°, so that the way back is the same way.
  public func eastward(from start: WorldPoint, to end: WorldPoint) -> Int64 {
    let straight = Int64(end.x) - Int64(start.x)
    let half = Int64(1) << 31
    guard wraps, straight.magnitude > half else { return straight }
    return straight > 0 ? straight - 2 * half : straight + 2 * half
  }

  /// The place on the short way between two at a share of it: exactly the ends at 0 and 1.
  ///
  /// - Parameter share: 0…1.
  public func position(from start: WorldPoint, to end: WorldPoint, at share: Double) -> WorldPoint {
    let east = (Double(eastward(from: start, to: end)) * share).rounded()
    let south = (Double(Int64(end.y) - Int64(start.y)) * share).rounded()
    return WorldPoint(
      x: UInt32(truncatingIfNeeded: Int64(start.x) + Int64(east)), y: UInt32(Int64(start.y) + Int64(south)))
  }
}
