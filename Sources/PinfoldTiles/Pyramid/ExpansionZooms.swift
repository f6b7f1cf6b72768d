import Pinfold

/// The zooms at which clusters split, from frames of the whole world, the deepest zoom first.
///
/// Clusters nest, so a cluster's first member is also the first of the cluster that holds it at any deeper
/// zoom; the cluster has split there if that one has fewer members.
struct ExpansionZooms {
  private static let never: Int8 = -1

  // The first member of each cluster; and by first member, how many members the cluster has, and the zoom at
  // which it is apart.
  private var clusters: FirstMembers
  private var zooms: [Int8]

  /// Begins with the frame of the last zoom.
  ///
  /// - Parameters:
  ///   - deeper: returns the frame of a deeper zoom; called while there are clusters that hold together.
  ///   - beyond: returns the zoom for a cluster that is in one piece at the deepest of all.
  /// - Complexity: O(*n*) for each frame, where *n* is the number of points.
  init(
    of frame: Frame, at zoom: Int, deeper: (Int) throws(ClusteringError) -> Frame,
    beyond: (Int) throws(ClusteringError) -> Int?
  ) throws(ClusteringError) {
    clusters = FirstMembers(of: frame)
    zooms = [Int8](repeating: Self.never, count: frame.points.count)
    var whole = (0..<frame.count).filter { frame.memberCount(of: $0) > 1 && !frame.isStack($0) }
    for next in stride(from: zoom + 1, through: SlippyTile.zooms.upperBound, by: 1) where !whole.isEmpty {
      let parts = FirstMembers(of: try deeper(next))
      whole.removeAll { cluster in
        let first = clusters.firsts[cluster]
        guard parts.counts[first] < clusters.counts[first] else { return false }
        zooms[first] = Int8(next)
        return true
      }
    }
    for cluster in whole {
      zooms[clusters.firsts[cluster]] = try beyond(cluster).map(Int8.init) ?? Self.never
    }
  }

  mutating func rise(to frame: Frame, at zoom: Int) {
    let parts = clusters
    clusters = FirstMembers(of: frame)
    for first in clusters.firsts where parts.counts[first] < clusters.counts[first] {
      zooms[first] = Int8(zoom + 1)
    }
  }

  var byCluster: [Double?] {
    clusters.firsts.map { zooms[$0] == Self.never ? nil : Double(zooms[$0]) }
  }
}

/// The first member of each cluster of a frame, and the number of members by it.
private struct FirstMembers {
  var firsts: [Int] = []
  var counts: [Int32]

  init(of frame: Frame) {
    counts = [Int32](repeating: 0, count: frame.points.count)
    firsts.reserveCapacity(frame.count)
    for cluster in 0..<frame.count {
      var first = Int.max
      frame.forEachMember(of: cluster) { first = min(first, $0) }
      firsts.append(first)
      counts[first] = Int32(frame.memberCount(of: cluster))
    }
  }
}
