import Pinfold

/// A movement of points on the screen that leaves all distances as they are.
enum Movement {
  /// A translation by a number of fixed-point units.
  case translation(east: Int64, south: Int64)

  /// A rotation around a view's middle, from east to south.
  case rotation(cosine: Double, sine: Double)

  /// The moved position, to the nearest fixed-point unit; nil if that is off the world: past a pole, past an
  /// edge of the plane, or, rotated, past the far side of the globe.
  func moved(_ point: WorldPoint, around center: WorldPoint, wraps: Bool) -> WorldPoint? {
    let limit: Int64 = 1 << 32
    var east = wraps ? Int64(point.eastward(from: center.x)) : Int64(point.x) - Int64(center.x)
    var south = Int64(point.y) - Int64(center.y)
    switch self {
    case .translation(let toEast, let toSouth):
      east += toEast
      south += toSouth
    case .rotation(let cosine, let sine):
      let (x, y) = (Double(east), Double(south))
      east = Int64((x * cosine - y * sine).rounded())
      south = Int64((x * sine + y * cosine).rounded())
      if wraps, abs(east) >= limit / 2 { return nil }
    }
    let (x, y) = (Int64(center.x) + east, Int64(center.y) + south)
    guard (0..<limit).contains(y), wraps || (0..<limit).contains(x) else { return nil }
    return WorldPoint(x: UInt32(truncatingIfNeeded: x), y: UInt32(y))
  }
}
