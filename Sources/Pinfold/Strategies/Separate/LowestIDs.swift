/// The lowest ids of the points of a dendrogram's nodes.
///
/// Bound by cache misses where the range of a node begins and ends: ids are far from each other there.
final class LowestIDs: Sendable {
  private let dendrogram: Dendrogram
  private let points: PointSet

  /// By stretch of some points of the order, of some of these stretches, and on: the point of the lowest id.
  private let stretches: [[UInt32]]

  private static let length = 16

  /// - Complexity: O(*n*), where *n* is the number of points.
  init(of dendrogram: Dendrogram, over points: PointSet) {
    self.dendrogram = dendrogram
    self.points = points
    let (order, ranks) = (dendrogram.order, points.base.idRanks)
    var stretches: [[UInt32]] = []
    var count = order.count
    while count > Self.length {
      stretches.append(
        (0..<(count + Self.length - 1) / Self.length).map { stretch in
          let parts = stretch * Self.length..<min(count, (stretch + 1) * Self.length)
          var lowest = UInt32.max
          for part in parts {
            let point = stretches.last?[part] ?? UInt32(order.index(at: part))
            if lowest == .max || ranks[Int(point)] < ranks[Int(lowest)] { lowest = point }
          }
          return lowest
        })
      count = stretches[stretches.count - 1].count
    }
    self.stretches = stretches
  }

  /// That of a node.
  ///
  /// - Complexity: O(log *n*).
  func id(of node: Int) -> PointID {
    let (order, ranks) = (dendrogram.order, points.base.idRanks)
    let range = dendrogram.nodes[node].range
    var lowest = UInt32(order.index(at: range.lowerBound))
    func add(_ part: Int, of level: Int) {
      let point = level == 0 ? UInt32(order.index(at: part)) : stretches[level - 1][part]
      if ranks[Int(point)] < ranks[Int(lowest)] { lowest = point }
    }
    var (start, end) = (range.lowerBound, range.upperBound)
    for level in 0...stretches.count {
      // Whole stretches are left to the level above.
      while start < end, level == stretches.count || start % Self.length != 0 {
        add(start, of: level)
        start += 1
      }
      while start < end, end % Self.length != 0 {
        end -= 1
        add(end, of: level)
      }
      (start, end) = (start / Self.length, end / Self.length)
    }
    return points.id(Int(lowest))
  }
}
