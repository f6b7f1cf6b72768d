public import Pinfold

/// How many markers lie on one another.
public struct Overlap: Hashable, Sendable {
  /// The pairs of markers that overlap; nil where there are too many to look at.
  public var pairs: Int?

  /// The markers that overlap another.
  public var markers: Int

  /// The share of the markers that overlap another; nil where there is none.
  public var share: Double?

  /// Counts overlaps; markers that only touch do not overlap.
  ///
  /// - Parameter mostPairs: the number of pairs of close markers above which pairs are not counted.
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks.
  /// - Complexity: O(*K* log *K* + *p*), where *p* is the number of pairs closer than about two of the largest diameters, at
  ///   most `mostPairs`.
  public init(
    of markers: Discs, mostPairs: Int = 100_000_000, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let discs = markers.discs
    guard DiscCells(of: markers, listing: discs.indices).nearCount <= mostPairs else {
      self.markers = try markers.narrowestGaps(context: context).count { $0 < -Self.tolerance }
      share = Double(self.markers) / Double(discs.count)
      return
    }
    var pairs = 0
    var touched = [Bool](repeating: false, count: discs.count)
    try markers.forEachNearPair(context: context) { a, b in
      let reach = discs[a].radius + discs[b].radius - Overlap.tolerance
      // Compared as squares; a reach below 0 is that of two markers without extent.
      guard reach > 0, markers.squaredDistance(a, b) < reach * reach else { return }
      pairs += 1
      touched[a] = true
      touched[b] = true
    }
    self.pairs = pairs
    self.markers = touched.count { $0 }
    share = discs.isEmpty ? nil : Double(self.markers) / Double(discs.count)
  }

  /// How deep markers may lie in one another, in screen points, and still only touch.
  public static let tolerance = 1e-9
}
