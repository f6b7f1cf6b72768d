/// The mean of each cluster's points, by weight where points have any, and their scatter around it.
struct ClusterMeans {
  private(set) var x: [Double]
  private(set) var y: [Double]

  /// The sum of the squared distances of each cluster's points from the mean.
  private(set) var squares: [Double]

  /// The sum of their distances.
  private(set) var distances: [Double]

  /// The number of points, or the sum of their weights.
  private(set) var masses: [Double]

  init(of picture: FramePicture, weights: [Double]? = nil) {
    let count = picture.sizes.count
    masses = [Double](repeating: 0, count: count)
    x = [Double](repeating: 0, count: count)
    y = x
    squares = x
    distances = x
    // Offsets are taken from a cluster's first point: none are lost to rounding far from the corner, and
    // coincident points have exactly that mean.
    var first = [Int](repeating: -1, count: count)
    for (point, label) in picture.labels.enumerated() {
      let cluster = Int(label)
      if first[cluster] < 0 { first[cluster] = point }
      let weight = weights?[point] ?? 1
      masses[cluster] += weight
      x[cluster] += weight * (picture.x[point] - picture.x[first[cluster]])
      y[cluster] += weight * (picture.y[point] - picture.y[first[cluster]])
    }
    for cluster in 0..<count where masses[cluster] > 0 {
      x[cluster] = picture.x[first[cluster]] + x[cluster] / masses[cluster]
      y[cluster] = picture.y[first[cluster]] + y[cluster] / masses[cluster]
    }
    for (point, label) in picture.labels.enumerated() {
      let cluster = Int(label)
      let (east, south) = (picture.x[point] - x[cluster], picture.y[point] - y[cluster])
      let square = east * east + south * south
      let weight = weights?[point] ?? 1
      squares[cluster] += weight * square
      distances[cluster] += weight * square.squareRoot()
    }
  }
}

extension FramePicture {
  /// Why a measure that counts points by their weights has no value.
  var reasonWithoutWeights: UndefinedReason { .withoutWeights(weights, of: count) }

  /// The sum of the weights of the other points of each point's cluster, added from both ends, because a
  /// difference would lose small weights next to a large one.
  func massesOfOthers(_ weights: [Double]) -> [Double] {
    var others = [Double](repeating: 0, count: count)
    var sums = [Double](repeating: 0, count: sizes.count)
    for (point, label) in labels.enumerated() {
      others[point] = sums[Int(label)]
      sums[Int(label)] += weights[point]
    }
    sums = [Double](repeating: 0, count: sizes.count)
    for (point, label) in labels.enumerated().reversed() {
      others[point] += sums[Int(label)]
      sums[Int(label)] += weights[point]
    }
    return others
  }
}

extension UndefinedReason {
  /// Why a measure by weight of so many points has no value.
  static func withoutWeights(_ weights: [Double]?, of count: Int) -> UndefinedReason {
    count == 0 ? .noPoints : weights == nil ? .noWeights : .noSpread
  }
}
