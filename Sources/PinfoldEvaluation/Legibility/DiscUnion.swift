package import Pinfold

extension Discs {
  /// The area covered by the markers together, in square screen points; where x repeats, in one turn.
  ///
  /// It is the integral −∮ *y* d*x* along the arcs of circles that no other disc hides (Green's theorem), so
  /// it is exact except for rounding. A circle is finished once it is hidden all around.
  ///
  /// - Precondition: positions and radii are finite.
  /// - Complexity: O(*K* + *p*), where *p* is the number of pairs of close markers of which one is not
  ///   hidden.
  package func unionArea(context: RunContext = RunContext()) throws(ClusteringError) -> Double {
    try area(context) { _, _ in }
  }

  /// The area of a screen that the markers cover together; each is drawn once, where it is listed.
  package func unionArea(
    width: Double, height: Double, context: RunContext = RunContext()
  ) throws(ClusteringError) -> Double {
    var flat = self
    flat.period = nil
    flat.discs.removeAll { !$0.isVisible(width: width, height: height) }
    let area = try flat.area(context) { disc, arcs in
      arcs.coverBeyond(disc.x, towards: .pi, radius: disc.radius)
      arcs.coverBeyond(width - disc.x, towards: 0, radius: disc.radius)
      arcs.coverBeyond(disc.y, towards: 1.5 * .pi, radius: disc.radius)
      arcs.coverBeyond(height - disc.y, towards: 0.5 * .pi, radius: disc.radius)
    }
    // The screen's own edges bound the region as well: d*x* is 0 along its sides, y along its north edge.
    return area + height * flat.length(atSouth: height, width: width)
  }

  private func area(
    _ context: RunContext, clip: (Disc, inout CoveredArcs) -> Void
  ) throws(ClusteringError) -> Double {
    var random = SplitMix64(seed: 0)
    // In random order the discs that hide most of another come soon.
    let cells = DiscCells(of: self, listing: random.shuffled(discs.indices))
    var sum = 0.0
    for (marker, disc) in discs.enumerated() where disc.radius > 0 {
      try context.check()
      var arcs = CoveredArcs()
      clip(disc, &arcs)
      if !arcs.isWhole {
        cells.forEachNear(marker) { other in
          cover(&arcs, of: marker, by: other)
          return !arcs.isWhole
        }
      }
      sum += arcs.area(within: disc)
    }
    return sum
  }

  /// Hides the part of a circle that lies in another disc, or in a copy of it or of its own around the world.
  func cover(_ arcs: inout CoveredArcs, of marker: Int, by other: Int) {
    let (disc, hiding) = (discs[marker], discs[other])
    let reach = disc.radius + hiding.radius
    let (east, south) = (hiding.x - disc.x, hiding.y - disc.y)
    guard let period else {
      if other != marker { cover(&arcs, disc, hiding.radius, east, south, isFirst: other < marker) }
      return
    }
    for turn in turns(within: reach, of: east, period) where other != marker || turn != 0 {
      cover(&arcs, disc, hiding.radius, east + turn * period, south, isFirst: other < marker)
    }
  }

  /// The turns around the world that bring something at a distance east within a reach.
  func turns(within reach: Double, of east: Double, _ period: Double) -> StrideThrough<Double> {
    stride(from: ((-reach - east) / period).rounded(.up), through: (reach - east) / period, by: 1)
  }

  /// - Parameter isFirst: whether the other disc, and not this one, is shown where both are the same.
  private func cover(
    _ arcs: inout CoveredArcs, _ disc: Disc, _ radius: Double, _ east: Double, _ south: Double, isFirst: Bool
  ) {
    let square = east * east + south * south
    guard square > 0 else {
      if radius > disc.radius || radius == disc.radius && isFirst { arcs.coverWhole() }
      return
    }
    // The circles meet on a line across the way between the centers. Where they do not meet, it lies outside
    // of this one: beyond it if this disc is free, on the near side if it is inside the other.
    let distance = square.squareRoot()
    let line = (square + disc.radius * disc.radius - radius * radius) / (2 * distance)
    arcs.coverBeyond(line, towards: Double.atan2(y: south, x: east), radius: disc.radius)
  }

  /// The length of the part of a line from west to east, from 0 to `width`, that lies in discs.
  private func length(atSouth y: Double, width: Double) -> Double {
    var chords: [(start: Double, end: Double)] = []
    for disc in discs where abs(disc.y - y) < disc.radius {
      let half = (disc.radius * disc.radius - (disc.y - y) * (disc.y - y)).squareRoot()
      chords.append((max(0, disc.x - half), min(width, disc.x + half)))
    }
    chords.sort { $0 < $1 }
    var length = 0.0
    var end = 0.0
    // A chord that is all beyond the east edge ends before it starts.
    for chord in chords where chord.end > max(chord.start, end) {
      length += chord.end - max(chord.start, end)
      end = chord.end
    }
    return length
  }
}

extension Disc {
  fileprivate func isVisible(width: Double, height: Double) -> Bool {
    x + radius > 0 && x - radius < width && y + radius > 0 && y - radius < height
  }
}

/// The hidden parts of a circle, as angles from the east by the south (y grows to the south).
struct CoveredArcs {
  // Disjoint, ascending, within 0...2π.
  private var arcs: [(start: Double, end: Double)] = []

  /// Arcs no farther apart than this are one: rounding must not leave slivers.
  private static let tolerance = 1e-12
  private(set) var isWhole = false

  mutating func coverWhole() { isWhole = true }

  /// Hides the part beyond a line.
  ///
  /// - Parameters:
  ///   - distance: that of the line from the center; negative where the center is beyond it too.
  ///   - angle: the direction of the line from the center.
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

  /// The integral −∮ *y* d*x* along the visible arcs of a disc.
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
