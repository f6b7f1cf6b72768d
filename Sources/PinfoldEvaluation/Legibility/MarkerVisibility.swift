package import Pinfold

/// The share of each marker that is seen if larger ones are drawn first, of equally large ones the first
/// listed.
///
/// Source: Cabello, Haverkort, van Kreveld and Speckmann 2010, who order proportional symbols so that the
/// least is hidden.
package struct MarkerVisibility: Hashable, Sendable {
  /// The visible share of each marker's area; 1 for markers without extent.
  package var shares: [Double]
  package var least: Double
  package var mean: Double

  /// Computes the measures; nil without markers, and where too many lie on one another.
  ///
  /// - Parameter mostSteps: the most that the sum over markers of the squared number of markers over each may
  ///   be.
  /// - Complexity: O(*K* log *K* + *p* + *s*), where *p* is the number of pairs of close markers and *s* that
  ///   sum without markers that are all under one other.
  package init?(
    of markers: Discs, mostSteps: Int = 100_000_000, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    guard !markers.discs.isEmpty, let shares = try markers.visibleShares(mostSteps, context) else {
      return nil
    }
    self.shares = shares
    least = shares.min() ?? 1
    mean = Quantile.mean(of: shares) ?? 1
  }
}

extension Discs {
  fileprivate func visibleShares(_ mostSteps: Int, _ context: RunContext) throws(ClusteringError) -> [Double]?
  {
    // From the bottom up.
    let order = discs.indices.sorted { (-discs[$0].radius, $0) < (-discs[$1].radius, $1) }
    var heights = [Int](repeating: 0, count: discs.count)
    for (height, marker) in order.enumerated() { heights[marker] = height }
    // The topmost first: they are all that a heap of equal markers shows.
    let cells = DiscCells(of: self, listing: order.reversed())
    var shares = [Double](repeating: 1, count: discs.count)
    var steps = 0
    for (marker, disc) in discs.enumerated() where disc.radius > 0 {
      try context.check()
      var over = Discs([disc])
      var isHidden = false
      cells.forEachNear(marker) { other in
        steps += 1
        if heights[other] > heights[marker] {
          for copy in copies(of: other, on: disc) {
            if copy.hides(disc) { isHidden = true }
            over.discs.append(copy)
          }
        }
        return !isHidden && steps <= mostSteps
      }
      if !isHidden { steps += over.discs.count * over.discs.count }
      guard steps <= mostSteps else { return nil }
      shares[marker] = isHidden ? 0 : over.visibleShareOfFirst
    }
    return shares
  }

  /// A marker where it lies on a disc, more than once on a small world.
  private func copies(of marker: Int, on disc: Disc) -> [Disc] {
    let own = discs[marker]
    guard let period else { return own.touches(disc) ? [own] : [] }
    let east = own.x - disc.x
    return turns(within: own.radius + disc.radius, of: east, period).compactMap { turn in
      let copy = Disc(x: disc.x + east + turn * period, y: own.y, radius: own.radius)
      return copy.touches(disc) ? copy : nil
    }
  }

  /// The share of the first disc that none of the others hides.
  ///
  /// Its hidden part is bounded by the arcs of its circle that are in others, and by those arcs of the
  /// others' circles that are in it and in no third (Green's theorem).
  private var visibleShareOfFirst: Double {
    let disc = discs[0]
    let whole = Double.pi * disc.radius * disc.radius
    var own = CoveredArcs()
    for other in discs.indices.dropFirst() { cover(&own, of: 0, by: other) }
    var hidden = whole - own.area(within: disc)
    for other in discs.indices.dropFirst() {
      var arcs = CoveredArcs()
      let (east, south) = (disc.x - discs[other].x, disc.y - discs[other].y)
      let (square, radius) = (east * east + south * south, discs[other].radius)
      if square > 0 {
        // The part outside the first disc is beyond the line on which the circles meet, seen from its far
        // side.
        let line = (square + radius * radius - disc.radius * disc.radius) / (2 * square.squareRoot())
        arcs.coverBeyond(-line, towards: Double.atan2(y: -south, x: -east), radius: radius)
      }
      for third in discs.indices.dropFirst() where third != other && !arcs.isWhole {
        cover(&arcs, of: other, by: third)
      }
      hidden += arcs.area(within: discs[other])
    }
    return max(0, min(1 - hidden / whole, 1))
  }
}

extension Disc {
  fileprivate func touches(_ other: Disc) -> Bool {
    let (east, south, reach) = (x - other.x, y - other.y, radius + other.radius)
    return east * east + south * south < reach * reach
  }

  fileprivate func hides(_ other: Disc) -> Bool {
    let (east, south, room) = (x - other.x, y - other.y, radius - other.radius)
    return room >= 0 && east * east + south * south <= room * room
  }
}
