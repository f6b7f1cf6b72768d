import Pinfold

/// The zooms at which clusters fall apart, from frames of the whole world at one zoom after another, the
/// deepest first.
///
/// Clusters nest, so that a cluster's first member is also the first of the cluster that holds it a zoom
/// deeper; the cluster is apart there if that one has fewer members.
struct ExpansionZooms {
  private static let never: Int8 = -1

  // By the first member of each cluster, a zoom deeper.
  private var deeper: (counts: [Int32], zooms: [Int8])?

  /// Whether no frame was seen yet.
  var isEmpty: Bool { deeper == nil }

  /// Returns the zoom at which each cluster of a frame has fallen apart; nil for never.
  ///
  /// - Parameters:
  ///   - zoom: the zoom of the frame, one less than that of the frame before.
  ///   - beyond: returns the same for a cluster of the first frame.
  /// - Complexity: O(*n*), where *n* is the number of points.
  mutating func zooms(
    of frame: Frame, at zoom: Int, beyond: (Int) throws(ClusteringError) -> Int?
  ) throws(ClusteringError) -> [Int?] {
    var counts = [Int32](repeating: 0, count: frame.points.count)
    var apart = [Int8](repeating: Self.never, count: frame.points.count)
    var zooms: [Int?] = []
    zooms.reserveCapacity(frame.count)
    for cluster in 0..<frame.count {
      let count = Int32(frame.memberCount(of: cluster))
      var first = Int.max
      frame.forEachMember(of: cluster) { first = min(first, $0) }
      if let deeper {
        apart[first] = deeper.counts[first] < count ? Int8(zoom + 1) : deeper.zooms[first]
      } else {
        apart[first] = try beyond(cluster).map(Int8.init) ?? Self.never
      }
      counts[first] = count
      zooms.append(apart[first] == Self.never ? nil : Int(apart[first]))
    }
    deeper = (counts, apart)
    return zooms
  }
}
