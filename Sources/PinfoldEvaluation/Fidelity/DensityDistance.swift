/// How far the density that markers tell is from that of the points.
///
/// Both are counted in square buckets: the points where they are, and each marker's points where the marker is. Buckets
/// of one origin would favour strategies with cells of the same, so the mean over several origins is taken. Source:
/// Beilschmidt et al. 2017 for the counts.
public struct DensityDistance: Hashable, Sendable {
  /// The mean over origins of the total variation distance, 0…1.
  public var mean: Double

  /// Counts buckets; nil without points.
  ///
  /// - Parameters:
  ///   - bucket: the side of a bucket, in screen points.
  ///   - origins: where a corner of some bucket is, one or more.
  /// - Complexity: O(*n*) for each origin.
  public init?(of picture: FramePicture, bucket: Double, origins: [(x: Double, y: Double)]) {
    guard picture.count > 0 else { return nil }
    var sum = 0.0
    for origin in origins {
      var tally = BucketTally(bucket: bucket, origin: origin)
      for point in 0..<picture.count { tally.add(1, x: picture.x[point], y: picture.y[point]) }
      for (marker, size) in zip(picture.markers.discs, picture.sizes) {
        tally.add(-size, x: marker.x, y: marker.y)
      }
      sum += Double(tally.difference) / Double(2 * picture.count)
    }
    mean = sum / Double(origins.count)
  }

  /// Origins spread evenly over a bucket: the R2 sequence (Roberts 2018).
  public static func origins(_ count: Int, bucket: Double) -> [(x: Double, y: Double)] {
    // The plastic number, the real root of g³ = g + 1.
    let g = 1.324_717_957_244_746_025_96
    func fraction(_ value: Double) -> Double { value - value.rounded(.down) }
    return (1...count).map {
      (fraction(0.5 + Double($0) / g) * bucket, fraction(0.5 + Double($0) / (g * g)) * bucket)
    }
  }
}

/// Whole numbers in buckets.
private struct BucketTally {
  let bucket: Double
  let origin: (x: Double, y: Double)
  private var counts: [Bucket: Int] = [:]
  // Points come along a space-filling curve: a run of them is in one bucket.
  private var current = Bucket(column: 0, row: 0)
  private var pending = 0

  init(bucket: Double, origin: (x: Double, y: Double)) {
    self.bucket = bucket
    self.origin = origin
  }

  mutating func add(_ count: Int, x: Double, y: Double) {
    let next = Bucket(
      column: Int(((x - origin.x) / bucket).rounded(.down)),
      row: Int(((y - origin.y) / bucket).rounded(.down)))
    if next != current {
      flush()
      current = next
    }
    pending += count
  }

  private mutating func flush() {
    if pending != 0 { counts[current, default: 0] += pending }
    pending = 0
  }

  /// The sum of what is in the buckets, all signs taken off.
  var difference: Int {
    var all = self
    all.flush()
    return all.counts.values.reduce(0) { $0 + abs($1) }
  }
}

private struct Bucket: Hashable {
  var column: Int
  var row: Int
}
