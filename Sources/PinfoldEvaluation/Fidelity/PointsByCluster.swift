import Pinfold

/// The points of a picture, cluster after cluster, for the sums of distances of the silhouette.
///
/// Weights of points count in means; weights of 1 change no bit. Four points of one cluster are scored at a
/// time, each in its own SIMD lane, so that a sum equals that of a plain loop bit for bit.
struct PointsByCluster {
  private typealias Lanes = SIMD4<Double>

  /// A cluster that has points.
  private struct Cluster {
    var label: Int32
    var range: Range<Int>
    var mass: Double
    var x: Double
    var y: Double
    /// The extent of its points west and east of the mean: 0 or less, and 0 or more.
    var west: Double
    var east: Double
  }

  private let picture: FramePicture
  private let x: [Double]
  private let y: [Double]
  private let weights: [Double]
  private let clusters: [Cluster]
  private let massesOfOthers: [Double]
  // Infinite where nothing is nearer the other way around.
  private let period: Double

  var clusterCount: Int { clusters.count { $0.mass > 0 } }

  /// - Parameter pointWeights: how often each point counts; once without them.
  init(_ picture: FramePicture, weights pointWeights: [Double]? = nil) {
    let pointWeights = pointWeights ?? [Double](repeating: 1, count: picture.count)
    self.picture = picture
    var ends = [Int](repeating: 0, count: picture.sizes.count)
    for cluster in ends.indices.dropLast() { ends[cluster + 1] = ends[cluster] + picture.sizes[cluster] }
    var x = [Double](repeating: 0, count: picture.count)
    var (y, weights) = (x, x)
    for (point, label) in picture.labels.enumerated() {
      x[ends[Int(label)]] = picture.x[point]
      y[ends[Int(label)]] = picture.y[point]
      weights[ends[Int(label)]] = pointWeights[point]
      ends[Int(label)] += 1
    }
    (self.x, self.y, self.weights) = (x, y, weights)
    massesOfOthers = picture.massesOfOthers(pointWeights)
    clusters = picture.sizes.indices.filter { picture.sizes[$0] > 0 }.map { [x, y] cluster in
      let range = ends[cluster] - picture.sizes[cluster]..<ends[cluster]
      let mass = weights[range].reduce(0, +)
      func mean(_ column: [Double]) -> Double {
        zip(column[range], weights[range]).reduce(0) { $0 + $1.0 * $1.1 } / mass
      }
      let middle = mean(x)
      return Cluster(
        label: Int32(cluster), range: range, mass: mass, x: middle, y: mean(y),
        west: (x[range].min() ?? middle) - middle, east: (x[range].max() ?? middle) - middle)
    }
    let period = picture.markers.period ?? .infinity
    let extent = (x.max() ?? 0) - (x.min() ?? 0)
    self.period = extent > period / 2 ? period : .infinity
  }

  /// The scores of some points, in their order.
  func scores(
    of chosen: some Collection<Int>, context: RunContext
  ) throws(ClusteringError) -> [Double] {
    let chosen = Array(chosen)
    var scores = [Double](repeating: 0, count: chosen.count)
    var scratch = [Lanes](repeating: .zero, count: clusters.count)
    // Points of one cluster come one after another.
    let order = chosen.indices.sorted {
      (picture.labels[chosen[$0]], $0) < (picture.labels[chosen[$1]], $1)
    }
    var (start, own) = (0, 0)
    while start < order.count {
      try context.check()
      let label = picture.labels[chosen[order[start]]]
      while clusters[own].label != label { own += 1 }
      var count = 1
      while count < Lanes.scalarCount, start + count < order.count,
        picture.labels[chosen[order[start + count]]] == label
      {
        count += 1
      }
      defer { start += count }
      if clusters[own].range.count == 1 { continue }
      var (x, y, others) = (Lanes.zero, Lanes.zero, Lanes.zero)
      for lane in 0..<Lanes.scalarCount {
        // Where there are fewer than four, the last is repeated.
        let point = chosen[order[start + min(lane, count - 1)]]
        (x[lane], y[lane], others[lane]) = (picture.x[point], picture.y[point], massesOfOthers[point])
      }
      let four = self.scores(x, y, others, in: own, &scratch)
      for lane in 0..<count { scores[order[start + lane]] = four[lane] }
    }
    return scores
  }

  /// The scores of four points of a cluster.
  ///
  /// - Parameters:
  ///   - others: the sums of the weights of the other points of the cluster.
  ///   - bounds: memory for a number for each cluster and point.
  private func scores(
    _ x: Lanes, _ y: Lanes, _ others: Lanes, in own: Int, _ bounds: inout [Lanes]
  ) -> Lanes {
    // A mean distance is at least the distance of the mean: with the nearest first, few clusters are looked
    // at. Clusters left aside as farther would not be the least, roundings included.
    var nearest = own
    var least = Double.infinity
    for cluster in clusters.indices where cluster != own && clusters[cluster].mass > 0 {
      bounds[cluster] = squaredLeastMean(of: clusters[cluster], x, y)
      let bound = bounds[cluster].sum()
      if bound < least { (nearest, least) = (cluster, bound) }
    }
    var outer = mean(of: clusters[nearest], x, y)
    for cluster in clusters.indices
    where cluster != own && cluster != nearest && clusters[cluster].mass > 0 {
      let limit = outer * (1 + 1e-9) + 1e-6
      if any(bounds[cluster] .<= limit * limit) {
        let mean = mean(of: clusters[cluster], x, y)
        outer.replace(with: mean, where: mean .< outer)
      }
    }
    let inner = sum(of: clusters[own], x, y) / others
    let larger = inner.replacing(with: outer, where: inner .< outer)
    return ((outer - inner) / larger).replacing(with: 0, where: (larger .== 0) .| (others .== 0))
  }

  private func mean(of cluster: Cluster, _ x: Lanes, _ y: Lanes) -> Lanes {
    sum(of: cluster, x, y) / cluster.mass
  }

  /// The sums of the distances of four points to those of a cluster, by weight and by the short way around.
  private func sum(of cluster: Cluster, _ x: Lanes, _ y: Lanes) -> Lanes {
    var sum = Lanes.zero
    for place in cluster.range {
      var east = self.x[place] - x
      let south = self.y[place] - y
      let isFar = (east .> period / 2) .| (east .< -period / 2)
      if any(isFar) {
        let turns = (east / period).rounded(.toNearestOrAwayFromZero)
        east.replace(with: east - period * turns, where: isFar)
      }
      sum += weights[place] * (east * east + south * south).squareRoot()
    }
    return sum
  }

  /// Lower bounds of the squares of four points' mean distances to a cluster, but for roundings.
  private func squaredLeastMean(of cluster: Cluster, _ x: Lanes, _ y: Lanes) -> Lanes {
    var east = cluster.x - x
    let south = cluster.y - y
    east.replace(with: east - period, where: east .> period / 2)
    east.replace(with: east + period, where: east .< -period / 2)
    // The mean does not bound a cluster that is near in both directions around the globe.
    let isParted = (east + cluster.west .< -period / 2) .| (east + cluster.east .> period / 2)
    return (east * east + south * south).replacing(with: 0, where: isParted)
  }
}
