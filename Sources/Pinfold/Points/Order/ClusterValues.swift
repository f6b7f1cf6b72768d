/// Columns of cluster values that follow from sums over the points.
struct ClusterValues {
  private(set) var ids: [ClusterID] = []

  /// Weighted means.
  private(set) var means: [WorldPoint] = []

  private(set) var weights: [Double] = []

  @inline(__always)
  init(count: Int, _ value: (Int) -> (id: ClusterID, mean: WorldPoint, weight: Double)) {
    ids.reserveCapacity(count)
    means.reserveCapacity(count)
    weights.reserveCapacity(count)
    for number in 0..<count {
      let value = value(number)
      ids.append(value.id)
      means.append(value.mean)
      weights.append(value.weight)
    }
  }
}

extension PointOrder {
  /// The values of clusters that are ranges of this order. The storage of the sums is looked up once for all
  /// ranges rather than once per range.
  func values(of ranges: [Range<Int>]) -> ClusterValues {
    guard let sums = plainSums else {
      return ClusterValues(count: ranges.count) { number in
        let sums = sums(of: ranges[number])
        return (sums.clusterID, sums.mean, sums.weight)
      }
    }
    return ClusterValues(count: ranges.count) { number in
      let (count, own) = (ranges[number].count, sums[ranges[number]])
      return (
        ClusterID(hashSum: own.hash, count: count),
        WorldPoint(unwrapping: own.positions(count: count).mean), Double(count)
      )
    }
  }
}
