/// Clusters of finished runs, gathered from one section after the other.
struct KMeansClusters {
  /// Points that are neighbours in canonical order and share a cluster.
  struct Piece {
    var range: Range<Int>
    var cluster: Int
  }

  /// All points, in canonical order.
  private(set) var pieces: [Piece] = []

  private var centers: [WorldPoint] = []
  private var counts: [Int] = []

  /// Adds the clusters of a run, in the order of their first members.
  mutating func append(_ run: KMeansRun) {
    var numbers = [Int?](repeating: nil, count: run.centers.count)
    run.forEachRange { range, center in
      let number = numbers[center] ?? counts.count
      if number == counts.count {
        numbers[center] = number
        centers.append(run.centers[center])
        counts.append(0)
      }
      counts[number] += range.count
      if let last = pieces.last, last.cluster == number, last.range.upperBound == range.lowerBound {
        pieces[pieces.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        pieces.append(Piece(range: range, cluster: number))
      }
    }
  }

  /// The clusters as ranges of an order.
  func grouping(of points: PointSet, threads: Int) -> Grouping {
    let projection = points.projection
    var ranges: [Range<Int>] = []
    var cuts: [PointOrder.Cut] = []
    var start = 0
    for (center, count) in zip(centers, counts) {
      ranges.append(start..<start + count)
      // Opposite the centre, where the run cut the circle for this cluster.
      let origin = projection.wraps ? center.x &- projection.gridPhase &+ 1 << 31 : 0
      cuts.append(PointOrder.Cut(range: start..<start + count, origin: origin))
      start += count
    }
    var permutation = [UInt32](repeating: 0, count: start)
    var ends = ranges.map(\.lowerBound)
    for piece in pieces {
      for point in piece.range {
        permutation[ends[piece.cluster]] = UInt32(point)
        ends[piece.cluster] += 1
      }
    }
    return Grouping(order: points.order(permutation, cuts: cuts, threads: threads), ranges: ranges)
  }
}
