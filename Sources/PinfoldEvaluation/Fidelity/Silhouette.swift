public import Pinfold

/// How much nearer points are to their own cluster's points than to those of any other.
///
/// For each point *a* is the mean distance to the other points of its cluster and *b* the least mean distance to those
/// of another cluster; its score is (*b* − *a*) / max(*a*, *b*), and 0 for a point alone and where both are 0. Distances go
/// by the short way around. Source: Rousseeuw 1987.
public struct Silhouette: Hashable, Sendable {
  /// The mean score, −1…1, of all points or of those drawn.
  public var mean: Double

  /// The standard error of the mean as an estimate for all points; nil for fewer than two points drawn.
  public var standardError: Double?

  /// The mean over all points; nil without points and for fewer than two clusters.
  ///
  /// - Complexity: O(*n*²).
  public init?(of picture: FramePicture, context: RunContext = RunContext()) throws(ClusteringError) {
    let points = PointsByCluster(picture)
    guard points.clusterCount > 1 else { return nil }
    var sum = 0.0
    for point in 0..<picture.count {
      try context.check()
      sum += points.score(of: point)
    }
    mean = sum / Double(picture.count)
    standardError = 0
  }

  /// An estimate from some points drawn without repetition, each judged against all points.
  ///
  /// Judging a sample against itself would be biased where clusters are small.
  ///
  /// - Parameters:
  ///   - sample: how many points to draw, at least 1; all where there are fewer.
  ///   - seed: of the draw.
  /// - Complexity: O(*m* *n*), where *m* is the number of points drawn.
  public init?(
    of picture: FramePicture, sample: Int, seed: UInt64, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    let points = PointsByCluster(picture)
    guard points.clusterCount > 1 else { return nil }
    var random = SplitMix64(seed: seed)
    var scores: [Double] = []
    for point in random.drawn(sample, of: picture.count) {
      try context.check()
      scores.append(points.score(of: point))
    }
    let count = Double(scores.count)
    let mean = scores.reduce(0, +) / count
    let squares = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.mean = mean
    standardError = scores.count > 1 ? (squares / (count - 1) / count).squareRoot() : nil
  }
}

/// The points of a picture, cluster after cluster, so that one pass over them sums up cluster after cluster.
private struct PointsByCluster {
  private let picture: FramePicture
  private let x: [Double]
  private let y: [Double]
  private let period: Double

  /// The clusters that have points.
  let clusterCount: Int

  init(_ picture: FramePicture) {
    self.picture = picture
    var places = [Int](repeating: 0, count: picture.sizes.count)
    for cluster in places.indices.dropLast() {
      places[cluster + 1] = places[cluster] + picture.sizes[cluster]
    }
    var x = [Double](repeating: 0, count: picture.count)
    var y = x
    for (point, label) in picture.labels.enumerated() {
      x[places[Int(label)]] = picture.x[point]
      y[places[Int(label)]] = picture.y[point]
      places[Int(label)] += 1
    }
    self.x = x
    self.y = y
    period = picture.markers.period ?? .infinity
    clusterCount = picture.sizes.count { $0 > 0 }
  }

  func score(of point: Int) -> Double {
    let own = Int(picture.labels[point])
    guard picture.sizes[own] > 1 else { return 0 }
    let (pointX, pointY) = (picture.x[point], picture.y[point])
    var inner = 0.0
    var outer = Double.infinity
    var start = 0
    for (cluster, size) in picture.sizes.enumerated() where size > 0 {
      var sum = 0.0
      for place in start..<start + size {
        var east = abs(x[place] - pointX)
        if east > period / 2 { east -= period * (east / period).rounded() }
        let south = y[place] - pointY
        sum += (east * east + south * south).squareRoot()
      }
      start += size
      if cluster == own { inner = sum / Double(size - 1) } else { outer = min(outer, sum / Double(size)) }
    }
    return inner > 0 || outer > 0 ? (outer - inner) / max(inner, outer) : 0
  }
}

extension SplitMix64 {
  /// Numbers of 0..<`count` without repetition, `sample` of them or all (Fisher and Yates, from the first place up).
  fileprivate mutating func drawn(_ sample: Int, of count: Int) -> ArraySlice<Int> {
    var numbers = Array(0..<count)
    let sample = min(sample, count)
    for place in 0..<sample { numbers.swapAt(place, place + below(count - place)) }
    return numbers[..<sample]
  }
}
