import Pinfold

/// The hidden parts of a circle, as angles from the east by the south (y grows to the south).
struct CoveredArcs {
  // Apart from one another, ascending, within 0...2π.
  private var arcs: [(start: Double, end: Double)] = []

  /// Arcs no farther apart than this are one: rounding must not leave slivers.
  private static let tolerance = 1e-12

  /// Whether all of the circle is hidden.
  private(set) var isWhole = false

  /// Hides all of the circle.
  mutating func coverWhole() { isWhole = true }

  /// Hides the part beyond a line.
  ///
  /// - Parameters:
  ///   - distance: the distance from the centre to the line; negative where the centre is beyond it too.
  ///   - angle: the direction of the line from the centre.
  ///   - radius: the circle's radius, positive.
  mutating func coverBeyond(_ distance: Double, towards angle: Double, radius: Double) {
    guard !isWhole, distance < radius else { return }
    guard distance > -radius else { return coverWhole() }
    let half = Double.acos(distance / radius)
    var start = angle - half
    start -= (start / (2 * .pi)).rounded(.down) * 2 * .pi
    let end = start + 2 * half
    if end > 2 * .pi {
      insert(start, 2 * .pi)
      insert(0, end - 2 * .pi)
    } else {
      insert(start, end)
    }
  }

  private mutating func insert(_ start: Double, _ end: Double) {
    let first = arcs.firstIndex { $0.end >= start - Self.tolerance } ?? arcs.count
    let last = arcs[first...].firstIndex { $0.start > end + Self.tolerance } ?? arcs.count
    var merged = (start: start, end: end)
    for arc in arcs[first..<last] { merged = (min(merged.start, arc.start), max(merged.end, arc.end)) }
    arcs.replaceSubrange(first..<last, with: CollectionOfOne(merged))
    if merged.start <= Self.tolerance, merged.end >= 2 * .pi - Self.tolerance { coverWhole() }
  }

  /// The share that the visible arcs of a disc have in the area inside of a region that they bound: −∮ *y*
  /// d*x*.
  func area(within disc: Disc) -> Double {
    guard !isWhole else { return 0 }
    var sum = 0.0
    var start = 0.0
    for arc in arcs {
      sum += Self.area(under: disc, start, arc.start)
      start = arc.end
    }
    return sum + Self.area(under: disc, start, 2 * .pi)
  }

  private static func area(under disc: Disc, _ start: Double, _ end: Double) -> Double {
    guard end > start else { return 0 }
    let (cosines, sines) = ((Double.cos(start), Double.cos(end)), (Double.sin(start), Double.sin(end)))
    let turn = end - start - (sines.1 * cosines.1 - sines.0 * cosines.0)
    return disc.radius * (disc.y * (cosines.0 - cosines.1) + disc.radius / 2 * turn)
  }
}
