package import Pinfold

/// The silhouette of squared distances (Apache Spark's `SquaredEuclideanSilhouette`): exact for any number of
/// points.
///
/// The mean squared distance from a point to a cluster is the squared distance to the cluster's mean plus the
/// cluster's mean squared distance from it, so the nearest other cluster is found in a tree of means. It
/// favors large gaps and is not to be mixed with ``Silhouette``.
package struct SquaredSilhouette: Hashable, Sendable {
  package var mean: Double

  /// Computes the measures; nil without points and for fewer than two clusters of any weight. A cluster lies
  /// where its points are next to their marker; others are reached by the short way around.
  ///
  /// - Complexity: O((*n* + *K*) log *K*) on average.
  package init?(
    of picture: FramePicture, weights: [Double]? = nil, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let means = ClusterMeans(of: picture, weights: weights)
    let clusters = means.masses.indices.filter { means.masses[$0] > 0 }
    guard clusters.count > 1 else { return nil }
    let weights = weights ?? [Double](repeating: 1, count: picture.count)
    let others = picture.massesOfOthers(weights)
    let spreads = clusters.map { means.squares[$0] / means.masses[$0] }
    var items = [Int32](repeating: -1, count: picture.sizes.count)
    for (item, cluster) in clusters.enumerated() { items[cluster] = Int32(item) }
    let tree = try SpreadTree(
      x: clusters.map { means.x[$0] }, y: clusters.map { means.y[$0] }, spreads: spreads,
      period: picture.markers.period, context: context)
    var sum = 0.0
    // A point without weight counts for nothing, and one without others scores 0.
    for (point, label) in picture.labels.enumerated() where others[point] > 0 && weights[point] > 0 {
      if point % 4096 == 0 { try context.check() }
      let own = Int(label)
      let (east, south) = (picture.x[point] - means.x[own], picture.y[point] - means.y[own])
      let inner =
        (east * east + south * south + spreads[Int(items[own])]) * means.masses[own] / others[point]
      let outer = tree.least(x: picture.x[point], y: picture.y[point], excluding: items[own])
      if inner > 0 || outer > 0 { sum += weights[point] * ((outer - inner) / max(inner, outer)) }
    }
    mean = sum / weights.reduce(0, +)
  }
}

/// Finds the cluster with the least mean squared distance.
private struct SpreadTree {
  private let tree: KDTree
  private let spreads: [Double]
  private let places: [UInt32]

  init(
    x: [Double], y: [Double], spreads: [Double], period: Double?, context: RunContext
  ) throws(ClusteringError) {
    // Among clusters with equal means the search uses only the first: the tightest come first.
    let order = spreads.indices.sorted { (spreads[$0], $0) < (spreads[$1], $1) }
    tree = try KDTree(x: order.map { x[$0] }, y: order.map { y[$0] }, period: period, check: context.check)
    self.spreads = order.map { spreads[$0] }
    var places = [UInt32](repeating: 0, count: order.count)
    for (place, item) in order.enumerated() { places[item] = UInt32(place) }
    self.places = places
  }

  func least(x: Double, y: Double, excluding item: Int32) -> Double {
    var search = Search(excluded: places[Int(item)], spreads: spreads)
    tree.search(x: x, y: y, &search)
    return search.bound
  }

  private struct Search: KDTreeSearch {
    let excluded: UInt32
    let spreads: [Double]
    var bound = Double.infinity

    func mayWant(_ squaredDistance: Double, from lowestItem: UInt32) -> Bool { squaredDistance <= bound }

    mutating func meet(_ item: UInt32, at squaredDistance: Double) -> Bool {
      if item == excluded { return true }
      bound = min(bound, squaredDistance + spreads[Int(item)])
      return false
    }
  }
}
