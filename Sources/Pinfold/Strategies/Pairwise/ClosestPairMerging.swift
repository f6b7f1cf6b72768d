/// Merges the two nearest clusters of a section repeatedly, until one is left.
///
/// Each cluster stores its nearest neighbor from its last search. Later merges only move others farther
/// away, except for the new cluster, which all are compared with. So the stored distance is never too large,
/// and a new search is necessary only if the cluster seems to be in the closest pair and its neighbor is
/// gone.
///
/// Source: D. Müllner, "Modern hierarchical, agglomerative clustering algorithms", 2011, the generic
/// algorithm, with centroid linkage. It keeps candidates in a heap; here a scan of all costs no more than the
/// comparison with the new cluster.
///
/// - Complexity: O(*n*²), and O(*n*) for each repeated search, of which there are about as many as merges;
///   *n* is the number of leaves.
struct ClosestPairMerging {
  /// The dendrogram so far; its times count all merges.
  private(set) var dendrogram: DendrogramBuilder

  /// The distance of each merge, squared, or that of an earlier one of the section if it is greater.
  private(set) var distances: [UInt128] = []

  private let idRanks: [UInt32]
  private let wraps: Bool

  // The clusters there are, one entry each, in no order.
  private var clusters: [Cluster] = []

  private struct Cluster {
    var position: WorldPoint

    /// The lowest rank of its points' ids.
    var rank: UInt32
    var node: Int32

    /// The node of the nearest other cluster, of equals that of the lowest rank; what it was when last looked
    /// for.
    var nearest: Int32 = -1
    var nearestRank = UInt32.max
    var distance = UInt128.max

    /// Takes another cluster for the nearest if none known is nearer.
    mutating func look(at other: Cluster, _ distance: UInt128) {
      guard distance < self.distance || distance == self.distance && other.rank < nearestRank else { return }
      (nearest, nearestRank, self.distance) = (other.node, other.rank, distance)
    }

    /// Whether its pair merges before that of another.
    func precedes(_ other: Cluster) -> Bool {
      if distance != other.distance { return distance < other.distance }
      let (low, otherLow) = (min(rank, nearestRank), min(other.rank, other.nearestRank))
      return low != otherLow
        ? low < otherLow : max(rank, nearestRank) < max(other.rank, other.nearestRank)
    }
  }

  init(_ dendrogram: consuming DendrogramBuilder, of points: PointSet) {
    self.dendrogram = dendrogram
    idRanks = points.idRanks
    wraps = points.projection.wraps
  }

  /// Merges the leaves of a section.
  mutating func run(_ leaves: Range<Int>, _ context: RunContext) throws(ClusteringError) {
    clusters = leaves.map {
      // Coincident points are in the order of their ids.
      Cluster(
        position: dendrogram.position(of: $0), rank: idRanks[dendrogram.firstMember(of: $0)], node: Int32($0))
    }
    for cluster in clusters.indices {
      if cluster & 0xF == 0 { try context.check() }
      for other in 0..<cluster {
        let distance = clusters[cluster].position.squaredDistance(
          from: clusters[other].position, wraps: wraps)
        clusters[cluster].look(at: clusters[other], distance)
        clusters[other].look(at: clusters[cluster], distance)
      }
    }
    var farthest: UInt128 = 0
    while clusters.count > 1 {
      try context.check()
      let (a, b) = closestPair()
      farthest = max(farthest, clusters[a].distance)
      merge(a, b)
      distances.append(farthest)
    }
  }

  /// The indices of the two clusters to be merged next.
  private mutating func closestPair() -> (Int, Int) {
    while true {
      var first = 0
      for cluster in 1..<clusters.count where clusters[cluster].precedes(clusters[first]) { first = cluster }
      let nearest = clusters[first].nearest
      if let other = clusters.firstIndex(where: { $0.node == nearest }) { return (first, other) }
      lookAgain(first)
    }
  }

  private mutating func lookAgain(_ cluster: Int) {
    var looking = clusters[cluster]
    looking.distance = .max
    looking.nearestRank = .max
    for other in clusters.indices where other != cluster {
      let distance = looking.position.squaredDistance(from: clusters[other].position, wraps: wraps)
      looking.look(at: clusters[other], distance)
    }
    clusters[cluster] = looking
  }

  private mutating func merge(_ a: Int, _ b: Int) {
    let (low, high) = clusters[a].rank < clusters[b].rank ? (a, b) : (b, a)
    let node = dendrogram.merge(
      [Int(clusters[low].node), Int(clusters[high].node)], at: Int32(distances.count))
    var merged = Cluster(
      position: dendrogram.position(of: node), rank: clusters[low].rank, node: Int32(node))
    // The last clusters take their indices, the higher one first.
    clusters.swapAt(max(a, b), clusters.count - 1)
    clusters.removeLast()
    clusters.swapAt(min(a, b), clusters.count - 1)
    clusters.removeLast()
    for other in clusters.indices {
      let distance = merged.position.squaredDistance(from: clusters[other].position, wraps: wraps)
      merged.look(at: clusters[other], distance)
      clusters[other].look(at: merged, distance)
    }
    clusters.append(merged)
  }
}
