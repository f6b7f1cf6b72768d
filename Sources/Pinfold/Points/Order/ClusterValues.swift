/// What the sums over the points of clusters say of them, in columns.
struct ClusterValues {
  private(set) var ids: [ClusterID] = []

  /// The weighted means.
  private(set) var means: [WorldPoint] = []

  private(set) var weights: [Double] = []

  /// - Parameter value: that of a cluster by its number.
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
  /// What the sums over each of some ranges say.
  ///
  /// What is the same for all of them is looked at once: a range costs six nanoseconds then, where its sums
  /// are in the cache.
  func values(of ranges: [Range<Int>]) -> ClusterValues {
    guard let sums = plainSums else {
      return ClusterValues(count: ranges.count) { number in
        let range = ranges[number]
        return (clusterID(of: range), mean(of: range), weight(of: range))
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
