import Pinfold
import Platform

extension PointSet {
  /// Whether a marker stands within the convex hull of a cluster's members, but for rounding: every mean of
  /// them does, weighted or not, every median, the middle of their box and each of themselves, but not the
  /// corners of the box.
  ///
  /// Seen from outside of the hull, the members leave an angle of more than half a turn empty.
  func isAmid(_ marker: WorldPoint, _ members: [Int]) -> Bool {
    var seen: [(x: Double, y: Double, angle: Double)] = []
    for member in members {
      let position = position(member)
      let x = Double(projection.eastward(from: marker, to: position))
      let y = Double(position.y) - Double(marker.y)
      if max(abs(x), abs(y)) <= Self.rounding { return true }
      seen.append((x, y, atan2(y, x)))
    }
    seen.sort { $0.angle < $1.angle }
    for (place, first) in seen.enumerated() {
      let isLast = place == seen.count - 1
      let second = isLast ? seen[0] : seen[place + 1]
      guard second.angle - first.angle + (isLast ? 2 * .pi : 0) > .pi else { continue }
      // The first and the last of the members in sight: is the marker this side of the line between them?
      let length = hypot(second.x - first.x, second.y - first.y)
      let isBetween = first.x * second.x + first.y * second.y < 0
      return isBetween && abs(first.x * second.y - first.y * second.x) <= Self.rounding * length
    }
    return true
  }

  /// The rounding of positions that were computed on the screen, in world units.
  private static let rounding = 8.0
}
